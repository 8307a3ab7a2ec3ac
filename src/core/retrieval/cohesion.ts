import { passageCohesion } from '../graph/communities/passage-communities';
import type { TextUnitRow } from '../tables/tables';

/** Cohesion of the passages of documents, by the document's id, with its inputs. */
export type CohesionCache = Map<string, Cohesion>;

interface Cohesion {
  /** For each text unit its number, and those of its entities. */
  readonly madeFrom: readonly Int32Array[];
  readonly values: ReadonlyMap<string, number>;
}

/**
 * Scores the cohesion of a text unit with its document. Computed when the first one of a document is asked for, and
 * again when its units or their entities change.
 */
export function cohesionAmong(
  cache: CohesionCache,
  unitsOf: (documentId: string) => readonly TextUnitRow[],
  numbersOf: (unit: TextUnitRow) => Int32Array,
): (unit: TextUnitRow) => number {
  const current = new Map<string, ReadonlyMap<string, number>>();
  const made = (documentId: string): ReadonlyMap<string, number> => {
    const units = unitsOf(documentId);
    const madeFrom = units.map(numbersOf);
    const before = cache.get(documentId);
    if (before && isSame(before.madeFrom, madeFrom)) return before.values;
    const values = passageCohesion(
      units,
      madeFrom.map((numbers) => numbers.subarray(1)),
    );
    cache.set(documentId, { madeFrom, values });
    return values;
  };
  return ({ id, document_id }) => {
    const values = current.get(document_id) ?? made(document_id);
    current.set(document_id, values);
    return values.get(id) ?? 1;
  };
}

const isSame = (one: readonly Int32Array[], other: readonly Int32Array[]): boolean =>
  one.length === other.length &&
  one.every((numbers, at) => {
    const others = other[at];
    return numbers.length === others?.length && numbers.every((number, place) => number === others[place]);
  });
