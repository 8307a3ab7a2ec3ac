import { groupBy } from '../arrays';
import type { TextUnitRow } from './tables';

type UnitsByDocument = ReadonlyMap<string, readonly TextUnitRow[]>;

const known = new WeakMap<readonly TextUnitRow[], UnitsByDocument>();

/** The text units of each document, by its id and in the order of the table; made once for each state of the table. */
export function documentUnits(units: readonly TextUnitRow[]): UnitsByDocument {
  const made = known.get(units) ?? groupBy(units, (unit) => unit.document_id);
  known.set(units, made);
  return made;
}
