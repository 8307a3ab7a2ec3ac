import { passageCohesion } from '../graph/communities/passage-communities';
import type { EntityRow, TextUnitRow } from '../tables/tables';

/** How far the passages of documents cohere, by the document's id, and what of its text units it was made from. */
export type CohesionCache = Map<string, Cohesion>;

interface Cohesion {
  /** For each text unit its id and those of its entities. */
  readonly madeFrom: readonly string[];
  readonly values: ReadonlyMap<string, number>;
}

/** How far a text unit coheres with its document: made when one of a document is first asked for, and again when its units or their entities change. */
export function cohesionAmong(
  cache: CohesionCache,
  unitsOf: (documentId: string) => readonly TextUnitRow[],
  entitiesIn: (textUnitId: string) => readonly EntityRow[],
): (unit: TextUnitRow) => number {
  const current = new Map<string, ReadonlyMap<string, number>>();
  const made = (documentId: string): ReadonlyMap<string, number> => {
    const units = unitsOf(documentId);
    const entityIds = units.map(({ id }) => entitiesIn(id).map((entity) => entity.id));
    const madeFrom = units.flatMap(({ id }, at) => [id, ...(entityIds[at] ?? [])]);
    const before = cache.get(documentId);
    if (before && isSame(before.madeFrom, madeFrom)) return before.values;
    const values = passageCohesion(units, entityIds);
    cache.set(documentId, { madeFrom, values });
    return values;
  };
  return ({ id, document_id }) => {
    const values = current.get(document_id) ?? made(document_id);
    current.set(document_id, values);
    return values.get(id) ?? 1;
  };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);
