import type { TableStore } from '../../../ports/collections';
import type { NoteRow } from '../../../tables/tables';
import { UsedTable } from './used-table';

/** The notebook of an open collection in memory. */
export class NotesProjection extends UsedTable<'notes'> {
  /** Notes that were removed since the collection was opened, by id, as long as that can be undone. */
  readonly removed = new Map<string, NoteRow>();

  constructor(files: Pick<TableStore, 'read'>) {
    super(files, 'notes');
  }

  /** The order that the person gave them. */
  protected override inOrder(rows: readonly NoteRow[]): readonly NoteRow[] {
    return rows.toSorted((a, b) => a.place - b.place || (a.created < b.created ? -1 : 1));
  }
}
