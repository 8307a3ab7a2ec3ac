import { anySignal } from '../../async';
import type { CallOptions } from '../../platform';
import { type Namesake, namesakes, typesOf, addEdit, keptApart, splitEdit } from './edits';
import type { IndexEvent } from '../session/index-events';
import { suggestAliases, type AliasSuggestion } from '../../extract/aliases/suggest-aliases';
import { ParseError } from '../../errors';
import { message } from '../../message';
import type { NewEdit } from '../../graph/edits/edit-values';
import { isUndoOrRedo } from '../../graph/edits/edit-log';
import { editWords, listEdits, type EditView } from './list-edits';
import { bringUpToDate } from '../indexing/index-run';
import { runWork } from '../../work';
import type { OpenCollection } from '../collections/open-collection';
import type { Session } from '../session/session';

/** Changes that a person makes to the entities. */
export interface EditingCalls {
  /** Pairs of entities that may be the same, never merged without a person. */
  aliasSuggestions(): Promise<readonly AliasSuggestion[]>;
  /** Entities that are called so, those of just that name first. */
  namesakes(words: string, count: number): Promise<readonly Namesake[]>;
  /** Types of the entities, the commonest first. */
  entityTypes(): Promise<readonly string[]>;
  /** Records that two entities are not the same, so that they are not suggested again. `undo` takes it back. */
  keepApart(intoId: string, fromId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Merges by the person's word; undone by `undo`. */
  merge(intoId: string, fromId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Makes one of an entity's names an entity of its own; undone by `undo`. */
  splitEntity(id: string, alias: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  renameEntity(id: string, title: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Changes the type of an entity, whatever the passages contain; undone by `undo`. */
  changeType(id: string, type: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  deleteEntity(id: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Takes back an edit, a person's or a model's; it stays so in later runs until `redo`. */
  undo(editId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Repeats an undone edit; of a person's edits it is the latest from then on. */
  redo(editId: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  edits(): Promise<readonly EditView[]>;
}

/**
 * Appends a person's changes of entities to a log that everything else is derived from. Only the deriving stops when a
 * call is aborted.
 */
export function editCalls(session: Session): EditingCalls {
  const edit = (options: CallOptions | undefined, make: () => NewEdit | Promise<NewEdit>) =>
    session.change(undefined, async (context) => {
      const row = await addEdit(context.open.store, await make(), session.env);
      if (!isUndoOrRedo(row)) context.emit({ kind: 'edited', id: row.id, words: editWords(context.open.tables, row) });
      await bringUpToDate({ ...context, signal: anySignal(context.signal, options?.signal) });
    });
  const keyOf = (id: string): string => entityKey(session, id);
  /** The collection for a look at what a person may then change. */
  const looked = (): Promise<OpenCollection> => {
    session.expectChange();
    return session.whole();
  };
  return {
    aliasSuggestions: async () => {
      const open = await looked();
      const { entities, relationships } = open.tables;
      const apart = await keptApart(open.store);
      const suggested = await runWork(suggestAliases(entities, relationships), { clock: session.env.clock });
      return suggested.filter(({ into, from }) => !apart(into.id, from.id));
    },
    namesakes: async (words, count) => namesakes((await looked()).tables.entities, words, count),
    entityTypes: async () => typesOf((await looked()).tables.entities),
    keepApart: (into, from, options) => edit(options, () => ({ kind: 'apart', key: keyOf(from), value: keyOf(into) })),
    merge: (into, from, options) => edit(options, () => ({ kind: 'merge', key: keyOf(from), value: keyOf(into) })),
    splitEntity: (id, alias, options) => edit(options, () => splitEdit(session.current().store, keyOf(id), alias)),
    renameEntity: (id, title, options) => edit(options, () => ({ kind: 'rename', key: keyOf(id), value: title })),
    changeType: (id, type, options) => edit(options, () => ({ kind: 'type', key: keyOf(id), value: type })),
    deleteEntity: (id, options) => edit(options, () => ({ kind: 'delete', key: keyOf(id), value: '' })),
    undo: (editId, options) => edit(options, () => ({ kind: 'undo', key: editId, value: '' })),
    redo: (editId, options) => edit(options, () => ({ kind: 'redo', key: editId, value: '' })),
    edits: async () => listEdits((await session.whole()).store),
  };
}

function entityKey(session: Session, id: string): string {
  const found = session.current().tables.entities.find((row) => row.id === id);
  if (!found) throw new ParseError(message`This entity is no longer in the index.`, { detail: id });
  return found.key;
}
