import { isMarker } from '../../extract/extraction-status';
import { indexDocument } from '../../index/pipeline';
import type { DocumentRows } from '../../index/step';
import type { OpenCollection } from '../collections/open-collection';
import type { ExtractionRow } from '../../tables/tables';
import { READING, type ReadingRun } from '../session/index-events';

/** Characters of text whose new rows are committed together. */
const BATCH_CHARACTERS = 2_000_000;

/** Makes text units and records of documents again from their kept text, in resumable batches. */
export async function reindexDocuments({ open, env, signal, progress }: ReadingRun): Promise<void> {
  const total = open.store.state.reindex?.length ?? 0;
  for (;;) {
    const waiting = new Set(open.store.state.reindex);
    if (waiting.size === 0) return;
    const batch: DocumentRows[] = [];
    let characters = 0;
    for (const document of open.tables.documents) {
      if (!waiting.has(document.id) || characters > BATCH_CHARACTERS) continue;
      signal.throwIfAborted();
      batch.push(await indexDocument(document, open.store.state.parameters, { mentions: env.mentions, signal }));
      characters += document.text.length;
      progress(READING, total - waiting.size + batch.length, total);
    }
    await commitBatch(open, batch);
  }
}

/**
 * Replaces the rows of these documents, and keeps what models read in unchanged passages. An empty batch means that the others were
 * deleted meanwhile.
 */
async function commitBatch(open: OpenCollection, batch: readonly DocumentRows[]): Promise<void> {
  const ids = new Set(batch.map(({ document }) => document.id));
  const read = await readByModels(open, batch);
  return open.commit((state) => {
    let next = state.counters['text_units'] ?? -1;
    return {
      removeDocuments: [...ids],
      append: {
        documents: batch.map(({ document }) => document),
        text_units: batch
          .flatMap(({ text_units }) => text_units)
          .map((unit) => ({ ...unit, human_readable_id: ++next })),
        extractions: [...batch.flatMap(({ extractions }) => extractions), ...read],
      },
      state: {
        reindex: ids.size === 0 ? [] : (state.reindex ?? []).filter((id) => !ids.has(id)),
        counters: { ...state.counters, text_units: next },
      },
    };
  });
}

/** Records by models of these documents. They fit the new text units, whose ids name the document and the place in its unchanged text. */
async function readByModels(open: OpenCollection, batch: readonly DocumentRows[]): Promise<readonly ExtractionRow[]> {
  if (!open.store.state.model) return [];
  const units = new Set(batch.flatMap(({ text_units }) => text_units.map(({ id }) => id)));
  const extractions = await open.store.read('extractions');
  const layers = new Set(extractions.filter(isMarker).map(({ layer }) => layer));
  return extractions.filter((row) => layers.has(row.layer) && units.has(row.text_unit_id));
}
