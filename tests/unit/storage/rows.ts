import { bareDocument } from '../../../bench/lib/bare-rows';
import { manifestBytes, emptyManifest } from '../../../src/adapters/storage/collections/manifest/manifest';
import type { StorageContext } from '../../../src/adapters/storage/storage-context';
import type { DocumentRow, EditRow, EntityRow, ExtractionRow } from '../../../src/core/tables/tables';

export function documentRow(id: string, text = `Text of ${id}.`): DocumentRow {
  const row = bareDocument({ id, human_readable_id: 1, title: id, text, text_unit_ids: [], source_path: `${id}.txt` });
  return { ...row, creation_date: '2026-01-01T00:00:00Z', byte_hash: '0'.repeat(64) };
}

export function extractionRow(document_id: string, title: string): ExtractionRow {
  return {
    document_id,
    text_unit_id: `${document_id}-1`,
    layer: 'no-model',
    kind: 'mention',
    key: title.toLowerCase(),
    title,
    target_key: null,
    target: null,
    type: '',
    description: '',
    weight: 1,
    sentences: [0],
    starts: [0],
    ends: [4],
    attributes: '{}',
  };
}

export function entityRow(id: string, title = id): EntityRow {
  const numbers = { human_readable_id: 0, frequency: 1, degree: 0, x: null, y: null };
  const words = {
    type: 'concept',
    description: '',
    key: title.toLowerCase(),
    method: 'no-model',
    description_hash: null,
  };
  return { id, title, text_unit_ids: [], aliases: [], ...numbers, ...words };
}

export function editRow(id: string, sequence = 1): EditRow {
  return { id, sequence, time: '2026-01-01T00:00:00Z', kind: 'rename', key: 'k', value: '{}' };
}

/** Writes generation 0 of a collection. */
export async function startCollection(context: StorageContext, id = 'c'): Promise<void> {
  await context.files.write(`${id}/manifest.json`, manifestBytes(emptyManifest('Papers', 1)));
}
