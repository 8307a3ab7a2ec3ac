import { editOf, isDecision } from '../../../graph/edits/edit-values';
import { isMarker, readingLayers, READ } from '../../../extract/extraction-status';
import { titleOfLayer } from '../../../provenance';
import { modelReportOf } from '../../../reports/staleness/archived-report';
import type { CommunityReportRow, EditRow, ExtractionRow, TextUnitRow } from '../../../tables/tables';

/** What a model has made of the open collection under one name: that of the model, and of the words it was asked with. */
export interface ModelLayer {
  readonly layer: string;
  /** Whether it was asked to read passages. */
  readonly reads: boolean;
  /** Passages whose reading by it stands: those that the collection's readers are counted by. */
  readonly passages: number;
  /** Passages that it has read and another layer since. */
  readonly readSince: number;
  /** Names, relations and claims that it read in them. */
  readonly records: number;
  /** Pairs of names that it decided on. */
  readonly decisions: number;
  /** Reports that it wrote, those that are set aside as well. */
  readonly reports: number;
}

/** The tables in which a model's work stands. */
export interface ModelRows {
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
  readonly community_reports: readonly CommunityReportRow[];
  readonly text_units: readonly Pick<TextUnitRow, 'id'>[];
}

/** The layers of models, in the order in which they came. Where none read, nothing was read by a model. */
export function modelLayers({ extractions, edits, community_reports, text_units }: ModelRows): readonly ModelLayer[] {
  const passages = passagesRead(extractions, new Set(text_units.map(({ id }) => id)));
  const standing = readingLayers(extractions);
  const records = new Map<string, number>();
  for (const row of extractions) {
    if (passages.has(row.layer) && !isMarker(row)) records.set(row.layer, (records.get(row.layer) ?? 0) + 1);
  }
  const written = community_reports.flatMap((row) => modelReportOf(row)?.method ?? []);
  const readers = [...passages.keys()];
  const decided = edits.flatMap((row) => decidedUnder(row, readers) ?? []);
  return [...new Set([...readers, ...written])].map((layer) => {
    const read = [...(passages.get(layer) ?? [])];
    const own = read.filter((id) => standing.get(id) === layer).length;
    return {
      layer,
      reads: passages.has(layer),
      passages: own,
      readSince: read.length - own,
      records: records.get(layer) ?? 0,
      decisions: decided.filter((one) => one === layer).length,
      reports: written.filter((method) => method === layer).length,
    };
  });
}

/** The passages, of those that are there, that each layer has read; none of a layer that was asked in vain. */
function passagesRead(
  extractions: readonly ExtractionRow[],
  units: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const passages = new Map<string, Set<string>>();
  for (const row of extractions.filter(isMarker)) {
    const read = passages.get(row.layer) ?? new Set();
    passages.set(row.layer, read);
    if (row.kind === READ && units.has(row.text_unit_id)) read.add(row.text_unit_id);
  }
  return passages;
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
