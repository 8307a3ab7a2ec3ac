import { suggestAliases } from '../extract/aliases/suggest-aliases';
import { ParseError } from '../errors';
import type { CallOptions } from '../ports/platform';
import type { EditingCalls } from './api/editing';
import type { NewEdit } from '../graph/edits/edit-values';
import { addEdit, keptApart, splitEdit } from './edits';
import { listEdits } from './list-edits';
import { namesakes, typesOf } from './namesakes';
import { bringUpToDate } from './index-run';
import { runWork } from '../work';
import type { Session } from './session';

/** What a person says about entities: a log that everything else is derived from. */
export function editCalls(session: Session): EditingCalls {
  const edit = (options: CallOptions | undefined, make: () => NewEdit | Promise<NewEdit>) =>
    session.change(options?.signal, async (context) => {
      await addEdit(context.open, await make(), session.env);
      await bringUpToDate(context);
    });
  const keyOf = (id: string): string => entityKey(session, id);
  return {
    aliasSuggestions: async () => {
      const open = session.current();
      const { entities, relationships } = open.tables;
      const apart = await keptApart(open);
      const suggested = await runWork(suggestAliases(entities, relationships), { clock: session.env.clock });
      return suggested.filter(({ into, from }) => !apart(into.id, from.id));
    },
    namesakes: async (words, count) => namesakes(session.current().tables.entities, words, count),
    entityTypes: async () => typesOf(session.current().tables.entities),
    keepApart: (into, from, options) => edit(options, () => ({ kind: 'apart', key: keyOf(from), value: keyOf(into) })),
    merge: (into, from, options) => edit(options, () => ({ kind: 'merge', key: keyOf(from), value: keyOf(into) })),
    splitEntity: (id, alias, options) => edit(options, () => splitEdit(session.current(), keyOf(id), alias)),
    renameEntity: (id, title, options) => edit(options, () => ({ kind: 'rename', key: keyOf(id), value: title })),
    changeType: (id, type, options) => edit(options, () => ({ kind: 'type', key: keyOf(id), value: type })),
    deleteEntity: (id, options) => edit(options, () => ({ kind: 'delete', key: keyOf(id), value: '' })),
    undo: (editId, options) => edit(options, () => ({ kind: 'undo', key: editId, value: '' })),
    redo: (editId, options) => edit(options, () => ({ kind: 'redo', key: editId, value: '' })),
    edits: () => listEdits(session.current()),
  };
}

function entityKey(session: Session, id: string): string {
  const found = session.current().tables.entities.find((row) => row.id === id);
  if (!found) throw new ParseError('This entity is no longer in the index.', { detail: id });
  return found.key;
}
