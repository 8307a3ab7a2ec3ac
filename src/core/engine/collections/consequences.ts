import type { TableChange } from '../../ports/collections';
import { INDEX_TABLE_NAMES } from '../../index/index-tables';
import { DERIVATIONS } from '../../index/pipeline';
import { DERIVED_TABLES } from '../../tables/tables';
import type { Snapshot } from './snapshot';
import { underivedAfter } from './underived';

/** Completes a change by what follows from it, before it is committed to a snapshot. */
export type Consequence = (change: TableChange, before: Snapshot) => TableChange | Promise<TableChange>;

/** Checks if a change touches the records. */
export function touchesRecords({ append, replace, removeDocuments = [] }: TableChange): boolean {
  return removeDocuments.length > 0 || (append?.extractions?.length ?? 0) > 0 || replace?.extractions !== undefined;
}

/** Checks if a change touches the tables in memory. */
export function touchesTables({ append, replace, patch = {}, removeDocuments = [] }: TableChange): boolean {
  const isTouched = removeDocuments.length > 0 || INDEX_TABLE_NAMES.some((name) => append?.[name] ?? replace?.[name]);
  return (
    isTouched ||
    DERIVED_TABLES.some((name) => {
      const { rows = [], removed = [] } = patch[name] ?? {};
      return rows.length + removed.length > 0;
    })
  );
}

/** Removes what derivations made of removed documents, in the same commit. */
export const forgetsDerived: Consequence = (change, { tables }) => {
  const removed = new Set(change.removeDocuments);
  if (removed.size === 0) return change;
  const forgotten = DERIVATIONS.reduce(
    (now, { forget }) => ({ ...now, ...forget?.({ ...tables, ...now }, removed) }),
    change.replace ?? {},
  );
  return Object.keys(forgotten).length > 0 ? { ...change, replace: forgotten } : change;
};

/** Takes documents that go from those that a run has yet to resolve. */
export const forgetsUnresolved: Consequence = (change, { state }) => {
  const stay = new Set(change.append?.documents?.map(({ id }) => id));
  const removed = new Set(change.removeDocuments?.filter((id) => !stay.has(id)));
  const model = change.state?.model ?? state.model;
  if (!model || removed.size === 0) return change;
  const without = (ids: readonly string[]): readonly string[] => ids.filter((id) => !removed.has(id));
  const left = { unresolved: without(model.unresolved), skippedPairs: without(model.skippedPairs) };
  return { ...change, state: { ...change.state, model: { ...model, ...left } } };
};

/** Marks embeddings as incomplete where embedded tables change. */
export const outdatesEmbeddings: Consequence = (change, { state: { embedding } }) => {
  if (!embedding?.complete || !touchesTables(change) || change.state?.embedding) return change;
  return { ...change, state: { ...change.state, embedding: { ...embedding, complete: false } } };
};

/** Keeps which documents were added since the tables were derived. */
export const marksUnderived: Consequence = (change, { tables, state }) => {
  const ids = new Set(tables.documents.map(({ id }) => id));
  const underived = underivedAfter(change, state, (id) => ids.has(id));
  if (underived === undefined && state.underived === undefined) return change;
  return { ...change, state: { ...change.state, underived } };
};
