import type { Nearest } from '../../hosted/nearest';
import { SHORT_ID } from '../../hosted/short-ids';
import { HOSTED_FIELDS, type HostedField, type NumberedVectors, type VectorsPage } from '../../hosted/vector-blocks';
import { embeddingField, textHash, type EmbeddingTables } from '../../index/embeddings';
import type { IndexTables } from '../../tables/tables';
import type { CallOptions, Clock } from '../../platform';
import type { EmbeddingState } from '../../ports/index-state';
import { writeUnitRow } from '../../vectors/byte-vectors';
import type { VectorChange } from '../../vectors/vector-store';
import type { EmbeddedCollection } from '../collections/projections/vectors';

/** Changes of vectors, committed together with the fetched rows. */
interface FetchedVectors {
  readonly vectors: readonly VectorChange[];
  /** State of embeddings after the commit; missing where there are none. */
  readonly embedding?: EmbeddingState | undefined;
}

/** The vectors of rows that are here and had none, of those that came with a question. Nothing is left to embed here, whatever is missing. */
export async function fetchedVectors(
  { store, vectors: kept }: EmbeddedCollection,
  made: VectorsPage | undefined,
  nearest: Nearest | undefined,
  tables: IndexTables,
  options: CallOptions & { readonly clock: Clock },
): Promise<FetchedVectors> {
  const { embedding } = store.state;
  if (!made || !nearest) return { vectors: [], embedding };
  const { model, title, dims } = made;
  const { fields } = await kept.of(model, options);
  const vectors = HOSTED_FIELDS.flatMap((field): VectorChange | readonly [] => {
    const before = fields.get(field);
    const fresh = freshRows(field, nearest.rows[field] ?? [], tables, (id) => before?.rowOf(id) !== undefined);
    if (fresh.length === 0) return [];
    const all = new Float32Array(fresh.length * dims);
    for (const [at, { part, row }] of fresh.entries()) writeUnitRow(part, row, all, at * dims);
    const append = {
      ids: fresh.map(({ id }) => id),
      hashes: fresh.map(({ hash }) => hash),
      ...(field === 'text_unit_text' && { documents: fresh.map(({ document }) => document) }),
      vectors: all,
    };
    return { field, model, dims, append };
  });
  return { vectors, embedding: vectors.length > 0 ? { model, title, dims, complete: true } : embedding };
}

interface FreshRow {
  readonly id: string;
  readonly hash: string;
  readonly document: string;
  readonly part: NumberedVectors;
  readonly row: number;
}

function freshRows(
  field: HostedField,
  parts: readonly NumberedVectors[],
  tables: IndexTables,
  isKnown: (id: string) => boolean,
): readonly FreshRow[] {
  const places = new Map<string, { readonly part: NumberedVectors; readonly row: number }>();
  for (const part of parts) {
    for (const [row, number] of part.numbers.entries()) {
      const id = `${SHORT_ID[field]}${String(number)}`;
      if (!isKnown(id)) places.set(id, { part, row });
    }
  }
  const isCome = ({ id }: { readonly id: string }): boolean => places.has(id);
  const come: EmbeddingTables = {
    text_units: field === 'text_unit_text' ? tables.text_units.filter(isCome) : tables.text_units,
    entities: tables.entities.filter(isCome),
    relationships: [],
    community_reports: tables.community_reports.filter(isCome),
    summaries: [],
  };
  return [...(embeddingField(field)?.rows(come) ?? [])].flatMap(({ id, text, document = '' }) => {
    const place = places.get(id);
    return place ? [{ id, hash: textHash(text), document, ...place }] : [];
  });
}
