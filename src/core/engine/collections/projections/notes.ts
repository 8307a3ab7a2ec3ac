import { createMutex, type Mutex } from '../../../async';
import type { TableChange, TableStore } from '../../../ports/collections';
import { applyPatch } from '../../../tables/table-patch';
import type { NoteRow } from '../../../tables/tables';
import type { Snapshot } from '../snapshot';
import type { Projection, TablesRead } from './projection';

/** The notebook of an open collection in memory, read when it is first needed. */
export class NotesProjection implements Projection {
  /** Locked from reading the notes until a change that is made from them is durable. */
  readonly turns: Mutex = createMutex();
  /** Notes that were removed since the collection was opened, by id, as long as that can be undone. */
  readonly removed = new Map<string, NoteRow>();
  readonly #files: Pick<TableStore, 'read'>;
  #rows: readonly NoteRow[] | undefined;
  #version = 0;

  constructor(files: Pick<TableStore, 'read'>) {
    this.#files = files;
  }

  /** Grows whenever notes may have changed. */
  get version(): number {
    return this.#version;
  }

  /** The notes in their order. */
  async list(): Promise<readonly NoteRow[]> {
    for (;;) {
      if (this.#rows) return this.#rows;
      const before = this.#version;
      const read = await this.#files.read('notes');
      if (this.#version === before) this.#rows ??= inOrder(read);
    }
  }

  follow({ replace, patch }: TableChange): void {
    if (!replace?.notes && !patch?.notes) return;
    this.#version++;
    const kept = replace?.notes ?? this.#rows;
    this.#rows = kept && inOrder(patch?.notes ? applyPatch(kept, patch.notes) : kept);
  }

  forget(): void {
    this.#version++;
    this.#rows = undefined;
  }

  /** Reads ahead, so that what asks for notes need not wait for a commit; what fails is told by those who ask. */
  async load(_: Snapshot, part: TablesRead): Promise<void> {
    if (part !== 'texts') this.list().catch(() => undefined);
  }
}

const inOrder = (rows: readonly NoteRow[]): readonly NoteRow[] =>
  rows.toSorted((a, b) => a.place - b.place || (a.created < b.created ? -1 : 1));
