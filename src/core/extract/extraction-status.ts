import type { ExtractionRow } from '../tables/tables';
import { NO_MODEL } from '../provenance';

/** Kind of the marker of a text unit that a model has read; the records of its layer are what it found. */
export const READ = 'read';
/** Kind of the marker of a text unit that a model was asked to read, without a usable reply. */
export const UNREAD = 'unread';

/** Checks for the status of a text unit, as opposed to a record of something found in it. */
export function isMarker({ kind }: Pick<ExtractionRow, 'kind'>): boolean {
  return kind === READ || kind === UNREAD;
}

/** The layer of the current reading of each text unit: that of its last `read` marker. Text units that no model has read are missing. */
export function readingLayers(extractions: readonly ExtractionRow[]): ReadonlyMap<string, string> {
  const layers = new Map<string, string>();
  for (const row of extractions) if (row.kind === READ) layers.set(row.text_unit_id, row.layer);
  return layers;
}

/** Counts the text units of these documents that a model has read. */
export function countUnitsRead(extractions: readonly ExtractionRow[], documents: ReadonlySet<string>): number {
  const read = extractions.filter((row) => row.kind === READ && documents.has(row.document_id));
  return new Set(read.map((row) => row.text_unit_id)).size;
}

/** Text unit and layer of a record, which decide whether it is current. */
type Place = Pick<ExtractionRow, 'text_unit_id' | 'layer'>;

/**
 * A test whether a record is current. Of the readings of a text unit, the last one is current; its records come before its marker. Records of
 * a layer without a marker, such as those made by hand, are always current. No-model records are current where there are neither.
 */
export function isCurrentRecord(extractions: readonly ExtractionRow[]): (row: Place) => boolean {
  const current = readingLayers(extractions);
  const marked = new Set<string>();
  const readByOther = new Set<string>();
  for (const row of extractions) {
    if (isMarker(row)) marked.add(unitAndLayer(row));
    if (row.layer !== NO_MODEL && row.kind !== UNREAD) readByOther.add(row.text_unit_id);
  }
  const superseded = supersededRecords(extractions);
  return (row) => {
    if (superseded.has(row)) return false;
    if (row.layer === NO_MODEL) return !readByOther.has(row.text_unit_id);
    return current.get(row.text_unit_id) === row.layer || !marked.has(unitAndLayer(row));
  };
}

/** Records of a reading that the same layer has repeated since. */
function supersededRecords(extractions: readonly ExtractionRow[]): ReadonlySet<Place> {
  const readings = new Map<string, number>();
  for (const row of extractions)
    if (row.kind === READ) readings.set(unitAndLayer(row), (readings.get(unitAndLayer(row)) ?? 0) + 1);
  const left = new Map([...readings].filter(([, count]) => count > 1));
  const superseded = new Set<Place>();
  if (left.size === 0) return superseded;
  for (const row of extractions) {
    const count = left.get(unitAndLayer(row)) ?? 1;
    if (row.kind === READ) left.set(unitAndLayer(row), count - 1);
    else if (count > 1) superseded.add(row);
  }
  return superseded;
}

const unitAndLayer = ({ text_unit_id, layer }: Place): string => `${text_unit_id}\u001f${layer}`;
