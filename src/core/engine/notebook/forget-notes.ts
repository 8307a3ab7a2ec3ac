import { forgetNote } from '../../notebook/forget-note';
import { noteOf, rowOfNote } from '../../notebook/note-rows';
import type { TableChange } from '../../ports/collections';
import type { Redaction } from '../../conversations/redact-trace';
import type { NoteRow } from '../../tables/tables';
import type { NotesProjection } from '../collections/projections/notes';

/**
 * The change that takes the words of deleted documents out of the notebook, also out of what can be restored; nothing
 * where it has none. The whole table is written again, so that they leave the disk. To be called while the notes have
 * no other turn.
 */
export async function notesWithout(notes: NotesProjection, gone: Redaction): Promise<Pick<TableChange, 'replace'>> {
  for (const [id, row] of notes.removed) notes.removed.set(id, rowWithout(row, gone));
  const rows = await notes.list();
  const kept = rows.map((row) => rowWithout(row, gone));
  return kept.every((row, at) => row === rows[at]) ? {} : { replace: { notes: kept } };
}

function rowWithout(row: NoteRow, gone: Redaction): NoteRow {
  const note = noteOf(row);
  const kept = forgetNote(note, gone);
  if (kept === note) return row;
  const isPictured = kept.pin?.kind === 'map' && kept.pin.picture !== null;
  return rowOfNote(kept, isPictured ? row.picture : '');
}
