import { indexRows } from '../../bench/lib/index-rows';
import { readSource } from '../../src/adapters/documents/read-source';
import { documentRow } from '../../src/core/engine/documents/read-pending-source';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import { indexDocument } from '../../src/core/index/pipeline';
import { searchTables } from '../../src/core/index/index-tables';
import type { DocumentRows } from '../../src/core/index/step';
import { buildSearchIndex, type SearchIndex } from '../../src/core/retrieval/index';
import { finish } from '../../src/core/work';

const DAY = '2026-11-01';

/** The index of files by name, read and indexed as Burrow does without a model; a document's id is that of its row. */
export async function indexedTexts(files: Readonly<Record<string, string>>): Promise<SearchIndex> {
  const mentions = createMentionFinders();
  const rows: DocumentRows[] = [];
  for (const [path, text] of Object.entries(files)) {
    const bytes = new Blob([text]);
    const openPdf = () => Promise.reject(new Error('There are no PDFs here.'));
    const result = await readSource({ path, bytes }, { openPdf });
    if (result.kind !== 'documents') throw new Error(`${path} is an archive`);
    const source = { path, byte_hash: path, byte_size: text.length };
    for (const read of result.documents) {
      rows.push(await indexDocument(documentRow(read, source, `${DAY}T00:00:00.000Z`), {}, { mentions }));
    }
  }
  return finish(buildSearchIndex(searchTables(indexRows(rows, DAY))));
}
