import type { CallOptions } from '../platform';
import { byteProduct, type ByteVectors } from '../vectors/byte-vectors';
import { topK, type Hit } from '../vectors/top-k';
import type { HostedIndex } from './hosted-index';
import { HOSTED_FIELDS, type HostedField, type NumberedVectors } from './vector-blocks';

/** Rows of an index that are nearest in meaning to a question. */
export interface Nearest {
  /** The best rows of each field by their numbers, best first. */
  readonly hits: { readonly [F in HostedField]?: readonly Hit[] };
  /** All rows that were looked at. */
  readonly rows: { readonly [F in HostedField]?: readonly NumberedVectors[] };
}

/** Clusters that are looked at. More find little more: docs/decisions/16 has the figures. */
const PROBES: Readonly<Record<HostedField, number>> = {
  text_unit_text: 12,
  entity_description: 6,
  community_full_content: 6,
};

/** Rows that are ranked, as search itself ranks text units, entities and reports. */
const RANKED: Readonly<Record<HostedField, number>> = {
  text_unit_text: 100,
  entity_description: 24,
  community_full_content: 24,
};

/** Fetches the clusters nearest to a question, and ranks their rows. Throws as other readings of the index do. */
export async function findNearest(
  index: Pick<HostedIndex, 'centroids' | 'clusters'>,
  question: Float32Array,
  options: CallOptions & { readonly probes?: Partial<typeof PROBES> } = {},
): Promise<Nearest> {
  const { probes, ...call } = options;
  const centroids = await index.centroids();
  const found = await Promise.all(
    HOSTED_FIELDS.map(async (field) => {
      const all = centroids[field];
      if (!all) return { field, rows: [] };
      const near = best(question, [all], probes?.[field] ?? PROBES[field]).map(({ id }) => id);
      return { field, rows: await index.clusters(field, near, call) };
    }),
  );
  const hits = found.map(({ field, rows }) => [field, best(question, rows, RANKED[field])] as const);
  return {
    hits: Object.fromEntries(hits),
    rows: Object.fromEntries(found.map(({ field, rows }) => [field, rows])),
  };
}

/** The rows with the highest inner products, by their numbers, or else by their positions. */
function best(question: Float32Array, parts: readonly (ByteVectors & Partial<NumberedVectors>)[], k: number): Hit[] {
  const ranked = topK(k);
  for (const part of parts) {
    for (let row = 0; row < part.scales.length; row++) {
      ranked.push(part.numbers ? (part.numbers[row] ?? 0) : row, byteProduct(question, part, row));
    }
  }
  return ranked.take();
}
