import type { ExtractionRow } from '../tables/tables';
import { NO_MODEL } from '../provenance';

/** Kind of the record that says: a model has read this text unit, and the records of this layer are what it found. */
export const READ = 'read';
/** Kind of the record that says: a model was asked to read this text unit and nothing came of it. */
export const UNREAD = 'unread';

/** Whether a record speaks of a text unit rather than of what is in it. */
export function isMarker({ kind }: Pick<ExtractionRow, 'kind'>): boolean {
  return kind === READ || kind === UNREAD;
}

/** The layer whose reading of each text unit stands: that of its last `read` marker. Text units that no model has read are missing. */
export function readingLayers(extractions: readonly ExtractionRow[]): ReadonlyMap<string, string> {
  const layers = new Map<string, string>();
  for (const row of extractions) if (row.kind === READ) layers.set(row.text_unit_id, row.layer);
  return layers;
}

/** How many text units of these documents a model has read. */
export function countUnitsRead(extractions: readonly ExtractionRow[], documents: ReadonlySet<string>): number {
  const read = extractions.filter((row) => row.kind === READ && documents.has(row.document_id));
  return new Set(read.map((row) => row.text_unit_id)).size;
}

/**
 * Tells which records stand. Of the readings of a text unit by models, those of the last one, which come before its marker; records of a layer
 * that left no marker in it, such as those made by hand, always; no-model records where neither of these is there.
 */
export function isCurrentRecord(extractions: readonly ExtractionRow[]): (row: ExtractionRow) => boolean {
  const standing = readingLayers(extractions);
  const marked = new Set<string>();
  const readByOther = new Set<string>();
  for (const row of extractions) {
    if (isMarker(row)) marked.add(place(row));
    if (row.layer !== NO_MODEL && row.kind !== UNREAD) readByOther.add(row.text_unit_id);
  }
  const superseded = supersededRecords(extractions);
  return (row) => {
    if (superseded.has(row)) return false;
    if (row.layer === NO_MODEL) return !readByOther.has(row.text_unit_id);
    return standing.get(row.text_unit_id) === row.layer || !marked.has(place(row));
  };
}

/** Records of layers that have read their text unit once more since. */
function supersededRecords(extractions: readonly ExtractionRow[]): ReadonlySet<ExtractionRow> {
  const readings = new Map<string, number>();
  for (const row of extractions) if (row.kind === READ) readings.set(place(row), (readings.get(place(row)) ?? 0) + 1);
  const left = new Map([...readings].filter(([, count]) => count > 1));
  const superseded = new Set<ExtractionRow>();
  if (left.size === 0) return superseded;
  for (const row of extractions) {
    const count = left.get(place(row)) ?? 1;
    if (row.kind === READ) left.set(place(row), count - 1);
    else if (count > 1) superseded.add(row);
  }
  return superseded;
}

const place = ({ text_unit_id, layer }: ExtractionRow): string => `${text_unit_id}\u001f${layer}`;
