import type { EmbeddedRows, PublishedVectors } from '../../scripts/lib/publish-vectors';
import { HOSTED_FIELDS } from '../../src/core/hosted/vector-blocks';
import { compareFields, embeddingField } from '../../src/core/index/embeddings';
import type { IndexTables } from '../../src/core/tables/tables';
import type { Embedder } from '../../src/core/models/encoders';
import { byteVectors } from '../../src/core/vectors/byte-vectors';
import { finish } from '../../src/core/work';

/** Embeds all texts whose vectors a hosted index publishes. */
export async function embeddedTables(tables: IndexTables, embedder: Embedder): Promise<PublishedVectors> {
  const { id, title, dims } = embedder.info;
  const fields: Record<string, EmbeddedRows> = {};
  for (const field of HOSTED_FIELDS) {
    const about = embeddingField(field);
    const [status] = about ? finish(compareFields([about], tables, () => undefined)) : [];
    const rows = status?.missing ?? [];
    const vectors = await embedder.embed(
      rows.map(({ text }) => text),
      'passage',
    );
    fields[field] = {
      ids: rows.map((row) => row.id),
      hashes: rows.map(({ hash }) => hash),
      vectors: byteVectors(vectors, dims),
    };
  }
  return { model: id, title, dims, fields };
}
