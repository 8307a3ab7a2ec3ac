import { documentRow } from '../../src/core/engine/documents/read-pending-source';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import { indexDocument } from '../../src/core/index/pipeline';
import type { IndexTables } from '../../src/core/tables/tables';
import type { DocumentRows } from '../../src/core/index/step';
import { indexRows } from './index-rows';
import type { LabelledPassage } from './recall';
import { detectLanguage } from '../../src/core/text/language';

const DAY = '2026-11-01';

/** The index of labelled passages without a model, a document per passage. */
export async function labelledIndex(passages: readonly LabelledPassage[]): Promise<IndexTables> {
  const mentions = createMentionFinders();
  const rows: DocumentRows[] = [];
  for (const { id, title, text } of passages) {
    const facts = { media_type: 'text/plain', language: detectLanguage(text), attributes: {} };
    const read = { title, text, ...facts, page_starts: [], headings: [] };
    const source = { path: title, byte_hash: id, byte_size: text.length };
    rows.push(await indexDocument(documentRow(read, source, `${DAY}T00:00:00.000Z`), {}, { mentions }));
  }
  return indexRows(rows, DAY);
}
