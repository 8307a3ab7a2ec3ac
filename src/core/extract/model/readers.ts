import { READ } from '../extraction-status';
import { titleOfLayer } from '../../provenance';
import type { ExtractionRow, TextUnitRow } from '../../tables/tables';

/** A model by its name for people, and the passages whose reading by it stands. */
export interface Reader {
  readonly title: string;
  readonly passages: number;
}

/** Which models have read these text units, most of them first; the last reading of a text unit is the one that stands. */
export function readersOf(extractions: Iterable<ExtractionRow>, units: readonly TextUnitRow[]): readonly Reader[] {
  const last = new Map<string, string>();
  for (const { kind, text_unit_id, layer } of extractions) if (kind === READ) last.set(text_unit_id, layer);
  const counts = new Map<string, number>();
  for (const { id } of units) {
    const layer = last.get(id);
    if (layer === undefined) continue;
    const title = titleOfLayer(layer);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].map(([title, passages]) => ({ title, passages })).sort((a, b) => b.passages - a.passages);
}
