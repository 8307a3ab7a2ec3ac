import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { NO_MODEL } from '../../provenance';
import { inSteps, type Work } from '../../work';
import type { EditedKeys } from '../edits/fold-edits';
import { isMarker, isCurrentRecord } from '../../extract/extraction-status';

/** The records of one document that count: of each of its text units, those of one reading. */
export interface DocumentRecords {
  readonly documentId: string;
  readonly rows: readonly ExtractionRow[];
  /** Holds those of the rows whose entity a person merged into another. */
  readonly merged: ReadonlySet<ExtractionRow>;
}

/**
 * Groups records by document, in the order of its text units where these are given, and keeps those that stand: in a text unit that a
 * model has read, the last reading; no-model records only where nobody else has read. Keys are replaced by what the edits say; records
 * of deleted entities are dropped.
 */
export function* currentRecords(
  extractions: readonly ExtractionRow[],
  keys: EditedKeys,
  units: readonly TextUnitRow[] = [],
): Work<readonly DocumentRecords[]> {
  const stands = isCurrentRecord(extractions);
  const byDocument = new Map<string, ExtractionRow[]>();
  const merged = new Set<ExtractionRow>();
  const add = (row: ExtractionRow): void => {
    if (isMarker(row) || !stands(row)) return;
    const standing = withEditedKeys(row, keys);
    if (!standing) return;
    if (keys.isMergedByHand(row.key, row.title)) merged.add(standing);
    const rows = byDocument.get(row.document_id);
    if (rows) rows.push(standing);
    else byDocument.set(row.document_id, [standing]);
  };
  yield* inSteps(extractions, add, 2048);
  const startOf = new Map(units.map((unit) => [unit.id, unit.start]));
  const records: DocumentRecords[] = [];
  yield* inSteps([...byDocument], ([documentId, rows]) => {
    records.push({ documentId, rows: inReadingOrder(rows, startOf), merged });
  });
  return records.sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

/** By text unit, then no-model records first; those of one reading keep their order. A model reads the central text units first. */
function inReadingOrder(
  rows: readonly ExtractionRow[],
  startOf: ReadonlyMap<string, number>,
): readonly ExtractionRow[] {
  const start = (row: ExtractionRow): number => startOf.get(row.text_unit_id) ?? 0;
  return rows.toSorted((a, b) => start(a) - start(b) || layerOrder(a, b));
}

function layerOrder({ layer: a }: ExtractionRow, { layer: b }: ExtractionRow): number {
  if (a === b) return 0;
  return a === NO_MODEL || (b !== NO_MODEL && a < b) ? -1 : 1;
}

function withEditedKeys(row: ExtractionRow, keys: EditedKeys): ExtractionRow | null {
  const key = keys.resolve(row.key, row.title);
  if (key === null) return null;
  if (row.target_key === null) return key === row.key ? row : { ...row, key };
  const target = keys.resolve(row.target_key, row.target ?? undefined);
  if (target === null) return row.kind === 'claim' ? { ...row, key, target_key: null } : null;
  if (target === key && row.kind === 'relationship') return null;
  return key === row.key && target === row.target_key ? row : { ...row, key, target_key: target };
}
