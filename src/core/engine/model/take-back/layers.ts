import { editOf, isDecision } from '../../../graph/edit-values';
import { isMarker } from '../../../graph/readings';
import { isByNoModel, titleOfLayer } from '../../../graph/who-wrote';
import type { CommunityReportRow, EditRow, ExtractionRow } from '../../../tables/tables';

/** What a model has made of the open collection under one name: that of the model, and of the words it was asked with. */
export interface ModelLayer {
  readonly layer: string;
  /** Passages that it was asked to read, by id; another layer may have read the same. */
  readonly passages: readonly string[];
  /** Names, relations and claims that it read in them. */
  readonly records: number;
  /** Pairs of names that it decided on. */
  readonly decisions: number;
  readonly reports: number;
}

/** The tables in which a model's work stands. */
export interface ModelRows {
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
  readonly community_reports: readonly CommunityReportRow[];
}

/** The layers of models, in the order in which they came. Where none read, nothing was read by a model. */
export function modelLayers({ extractions, edits, community_reports: reports }: ModelRows): readonly ModelLayer[] {
  const passages = new Map<string, Set<string>>();
  for (const row of extractions) {
    if (!isMarker(row)) continue;
    const units = passages.get(row.layer);
    if (units) units.add(row.text_unit_id);
    else passages.set(row.layer, new Set([row.text_unit_id]));
  }
  const records = new Map<string, number>();
  for (const row of extractions) {
    if (passages.has(row.layer) && !isMarker(row)) records.set(row.layer, (records.get(row.layer) ?? 0) + 1);
  }
  const written = reports.map(({ method }) => method).filter((method) => !isByNoModel(method));
  const readers = [...passages.keys()];
  const decided = edits.flatMap((row) => decidedUnder(row, readers) ?? []);
  return [...new Set([...passages.keys(), ...written])].map((layer) => ({
    layer,
    passages: [...(passages.get(layer) ?? [])],
    records: records.get(layer) ?? 0,
    decisions: decided.filter((one) => one === layer).length,
    reports: written.filter((method) => method === layer).length,
  }));
}

/**
 * The layer under which a model decided on two names; undefined for what a person did. Where the row does not say it, or that reading is no
 * longer there, the model's first one of the `readers`.
 */
export function decidedUnder(row: EditRow, readers: readonly string[]): string | undefined {
  const edit = editOf(row);
  if (!edit || !isDecision(edit)) return undefined;
  const { by, layer } = edit.value;
  if (layer !== undefined && readers.includes(layer)) return layer;
  return readers.find((reader) => titleOfLayer(reader) === by) ?? layer ?? by;
}
