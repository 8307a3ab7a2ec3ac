import { message, type Message } from '../../message';
import { editOf } from '../../graph/edits/edit-values';
import { isUndoOrRedo, undoneEdits } from '../../graph/edits/edit-log';
import { mostFrequent } from '../../graph/derive/key-counts';
import type { EditRow, ExtractionRow } from '../../tables/tables';
import type { CollectionStore } from '../collections/collection-store';
import type { IndexTables } from '../../tables/tables';

/** The log in words, newest first, with names as the documents write them. */
export async function listEdits(store: CollectionStore): Promise<readonly EditView[]> {
  const edits = await store.read('edits');
  if (edits.length === 0) return [];
  const undone = undoneEdits(edits);
  const name = namesOf(await store.read('extractions'), store.tables.entities);
  return edits
    .filter((edit) => !isUndoOrRedo(edit))
    .toSorted((a, b) => b.sequence - a.sequence)
    .map((edit) => ({
      id: edit.id,
      time: edit.time,
      words: wordsOf(edit, name),
      kind: KINDS[edit.kind] ?? 'person',
      undone: undone(edit.id),
    }));
}

/** An edit in words, with names as the entities have them before anything is derived from it. */
export function editWords(tables: IndexTables, row: EditRow): Message {
  return wordsOf(row, (key) => tables.entities.find((entity) => entity.key === key)?.title ?? key);
}

const KINDS: Readonly<Record<string, EditView['kind']>> = { alias: 'joined', distinct: 'apart' };

/** The name of a key for people: its commonest form, else the title of its entity, else the key. */
function namesOf(
  extractions: readonly ExtractionRow[],
  entities: readonly { readonly key: string; readonly title: string }[],
): (key: string) => string {
  const forms = new Map<string, Map<string, number>>();
  const count = (key: string, title: string): void => {
    const titles = forms.get(key) ?? new Map<string, number>();
    forms.set(key, titles.set(title, (titles.get(title) ?? 0) + 1));
  };
  for (const { key, title } of extractions) if (title !== '') count(key, title);
  const titles = new Map(entities.map(({ key, title }) => [key, title]));
  return (key) => mostFrequent(forms.get(key) ?? new Map<string, number>()) ?? titles.get(key) ?? key;
}

function wordsOf(row: EditRow, name: (key: string) => string): Message {
  const edit = editOf(row);
  if (!edit) return message`Changed “${name(row.key)}”`;
  const own = name(edit.key);
  switch (edit.kind) {
    case 'merge':
      return message`Merged “${own}” into “${name(edit.value)}”`;
    case 'split':
      return message`Split “${edit.value.title}” off “${own}”`;
    case 'apart':
      return message`Kept “${own}” and “${name(edit.value)}” apart`;
    case 'rename':
      return message`Renamed “${own}” to “${edit.value}”`;
    case 'type':
      return message`Changed the type of “${own}” to ${edit.value}`;
    case 'alias':
      return message`${edit.value.by} joined “${own}” with “${name(edit.value.into)}”`;
    case 'distinct':
      return edit.value.homonym
        ? message`${edit.value.by} could not tell whose name “${own}” is, and kept it apart from “${name(edit.value.other)}”`
        : message`${edit.value.by} kept “${own}” and “${name(edit.value.other)}” apart`;
    default:
      return message`Deleted “${own}”`;
  }
}

/** An edit as a line of the list. */
export interface EditView {
  readonly id: string;
  readonly time: string;
  /** The edit in words, such as "Merged A into B". */
  readonly words: Message;
  /** Author and kind: a change by a person, or names that a model joined or kept apart. */
  readonly kind: 'person' | 'joined' | 'apart';
  readonly undone: boolean;
}
