import { addTo } from '../../arrays';
import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';
import type { EditedKeys } from '../edits/fold-edits';
import { layerOrder } from '../records/document-block';
import { isMarker, isCurrentRecord } from '../../extract/extraction-status';

/** The current records of one document: for each of its text units, the records of one reading. */
export interface DocumentRecords {
  readonly documentId: string;
  readonly rows: readonly ExtractionRow[];
  /** The rows whose entity a person merged into another. */
  readonly merged: ReadonlySet<ExtractionRow>;
}

/**
 * The current records by document, in the order of its text units where these are given. A text unit that a model has read has the records of
 * its last reading; no-model records count only where nobody else has read. Edits replace keys, and drop records of deleted entities.
 */
export function* currentRecords(
  extractions: readonly ExtractionRow[],
  keys: EditedKeys,
  units: readonly TextUnitRow[] = [],
): Work<readonly DocumentRecords[]> {
  const isCurrent = isCurrentRecord(extractions);
  const byDocument = new Map<string, ExtractionRow[]>();
  const merged = new Set<ExtractionRow>();
  const add = (row: ExtractionRow): void => {
    if (isMarker(row) || !isCurrent(row)) return;
    const edited = withEditedKeys(row, keys);
    if (!edited) return;
    if (keys.isMergedByHand(row.key, row.title)) merged.add(edited);
    addTo(byDocument, row.document_id, edited);
  };
  yield* inSteps(extractions, add, 2048);
  const startOf = new Map(units.map((unit) => [unit.id, unit.start]));
  const records: DocumentRecords[] = [];
  yield* inSteps([...byDocument], ([documentId, rows]) => {
    records.push({ documentId, rows: inReadingOrder(rows, startOf), merged });
  });
  return records.sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

/** Sorts by text unit, no-model records first. Records of one reading keep their order: a model reads the central text units first. */
function inReadingOrder(
  rows: readonly ExtractionRow[],
  startOf: ReadonlyMap<string, number>,
): readonly ExtractionRow[] {
  const start = (row: ExtractionRow): number => startOf.get(row.text_unit_id) ?? 0;
  return rows.toSorted((a, b) => start(a) - start(b) || layerOrder(a, b));
}

/** A record under the keys that edits give it; null where an edit takes it away. */
export function withEditedKeys(row: ExtractionRow, keys: EditedKeys): ExtractionRow | null {
  const key = keys.resolve(row.key, row.title);
  if (key === null) return null;
  if (row.target_key === null) return key === row.key ? row : { ...row, key };
  const target = keys.resolve(row.target_key, row.target ?? undefined);
  if (target === null) return row.kind === 'claim' ? { ...row, key, target_key: null } : null;
  if (target === key && row.kind === 'relationship') return null;
  return key === row.key && target === row.target_key ? row : { ...row, key, target_key: target };
}
