import { documentRow } from '../../src/core/engine/documents/read-pending-source';
import { createMentionFinders } from '../../src/core/extract/find-mentions';
import { indexDocument } from '../../src/core/index/pipeline';
import type { IndexTables } from '../../src/core/index/index-tables';
import type { DocumentRows } from '../../src/core/index/step';
import { indexRows } from './index-rows';
import type { LabelledPassage } from './recall';

const DAY = '2026-11-01';

/** The index of labelled passages without a model, a document per passage. */
export async function labelledIndex(passages: readonly LabelledPassage[]): Promise<IndexTables> {
  const mentions = createMentionFinders();
  const rows: DocumentRows[] = [];
  for (const { id, title, text } of passages) {
    const read = { title, text, media_type: 'text/plain', page_starts: [], headings: [], attributes: {} };
    const source = { path: title, byte_hash: id, byte_size: text.length };
    rows.push(await indexDocument(documentRow(read, source, `${DAY}T00:00:00.000Z`), {}, { mentions }));
  }
  return indexRows(rows, DAY);
}
