import { NO_MODEL } from '../extract/mention-records';
import type { ExtractionRow } from '../tables/tables';
import type { EditedKeys } from './edits';

/** The records of one document that count: of its text units, either the model's or the no-model ones. */
export interface DocumentRecords {
  readonly documentId: string;
  readonly rows: readonly ExtractionRow[];
}

/**
 * Groups records by document and keeps those that stand: where another layer has read a text unit, the no-model records
 * of that unit are left out. Keys are replaced by what the edits say; records of deleted entities are dropped.
 */
export function standingRecords(extractions: readonly ExtractionRow[], keys: EditedKeys): readonly DocumentRecords[] {
  const readByOther = new Set<string>();
  for (const row of extractions) if (row.layer !== NO_MODEL) readByOther.add(row.text_unit_id);
  const byDocument = new Map<string, ExtractionRow[]>();
  for (const row of extractions) {
    if (row.layer === NO_MODEL && readByOther.has(row.text_unit_id)) continue;
    const standing = withEditedKeys(row, keys);
    if (!standing) continue;
    const rows = byDocument.get(row.document_id);
    if (rows) rows.push(standing);
    else byDocument.set(row.document_id, [standing]);
  }
  return [...byDocument]
    .map(([documentId, rows]) => ({ documentId, rows }))
    .sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

function withEditedKeys(row: ExtractionRow, keys: EditedKeys): ExtractionRow | null {
  const key = keys.resolve(row.key, row.title);
  if (key === null) return null;
  if (row.target_key === null) return key === row.key ? row : { ...row, key };
  const target = keys.resolve(row.target_key);
  if (target === null) return row.kind === 'claim' ? { ...row, key, target_key: null } : null;
  if (target === key && row.kind === 'relationship') return null;
  return key === row.key && target === row.target_key ? row : { ...row, key, target_key: target };
}
