import { packArrays, unpackArrays } from '../retrieval/indexes/image-bytes';
import { isRecord } from '../shapes/read-fields';
import type { ByteVectors } from '../vectors/byte-vectors';
import type { VectorField } from '../vectors/vector-store';

/** Fields that are searched by meaning in a hosted index, each with the section of its blocks. */
export const VECTOR_SECTIONS = {
  text_unit_text: 'text_unit_vectors',
  entity_description: 'entity_vectors',
  community_full_content: 'report_vectors',
} as const satisfies Partial<Record<VectorField, string>>;
export type HostedField = keyof typeof VECTOR_SECTIONS;
export const HOSTED_FIELDS = Object.keys(VECTOR_SECTIONS) as readonly HostedField[];

/** The file with the centroids of all clusters. */
export const CENTROIDS = 'centroids.bin';

/** Part of the title page about vectors. */
export interface VectorsPage {
  /** The embedder's id and its title. */
  readonly model: string;
  readonly title: string;
  readonly dims: number;
  readonly fields: { readonly [F in HostedField]?: { readonly rows: number; readonly clusters: number } };
}

/** Numbers of a vector at most. */
const MOST_DIMS = 16_384;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Checks the part of a title page about vectors. */
export function isVectorsPage(value: unknown): value is VectorsPage {
  if (!isRecord(value)) return false;
  const { model, title, dims, fields } = value;
  return (
    [model, title].every((one) => typeof one === 'string' && one !== '' && one.length < 1000) &&
    isCount(dims) &&
    dims <= MOST_DIMS &&
    isRecord(fields) &&
    HOSTED_FIELDS.every((field) => {
      const counts = fields[field];
      return counts === undefined || (isRecord(counts) && isCount(counts.rows) && isCount(counts.clusters));
    })
  );
}

/** Bytes of a block of vectors, before packing. */
const LARGEST = 65_536;
/** Intended share of a block's limit. */
const AIMED = 0.6;
/** Bytes of the centroids of a field: a reader fetches all of them. Where that is not enough for blocks of this size, blocks are larger. */
const CENTROID_BYTES = 8_000_000;
/** Bytes of a row beside its codes: its number and its scale. */
const HEAD = 8;
/** Bytes of the outline of a block, with what aligns its arrays. */
const OUTLINE = 512;

/** About the square root of the rows, and so many that each fits into a block, while there is room for their centroids. */
export function clusterSizes(rows: number, dims: number): { readonly count: number; readonly largest: number } {
  const fitting = Math.max(1, Math.floor(LARGEST / (dims + HEAD)));
  const wanted = Math.ceil(Math.max(Math.sqrt(rows), rows / (AIMED * fitting)));
  const count = Math.min(wanted, Math.max(1, Math.floor(CENTROID_BYTES / (dims + HEAD))));
  return { count, largest: Math.max(fitting, Math.ceil(rows / (AIMED * count))) };
}

/** Bytes of the largest block of vectors of a field, before packing: its rows, and an outline of their arrays. */
export const largestVectorBlock = (rows: number, dims: number): number =>
  OUTLINE + clusterSizes(rows, dims).largest * (dims + HEAD);

/** Bytes of all centroids, before packing. */
export const largestCentroids = ({ dims, fields }: VectorsPage): number =>
  HOSTED_FIELDS.reduce((sum, field) => sum + OUTLINE + (fields[field]?.clusters ?? 0) * (dims + HEAD), 0);

/** The rows of a cluster with their numbers: of text units and entities, and of the communities of reports. */
export interface NumberedVectors extends ByteVectors {
  readonly numbers: Uint32Array;
}

/** A block: packed arrays of `numbers`, `scales` and `codes`. */
export const packVectorBlock = ({ numbers, scales, codes }: NumberedVectors): Uint8Array<ArrayBuffer> =>
  packArrays({ numbers, scales, codes });

/** The rows of a block. Throws RangeError for bytes that are none. */
export function unpackVectorBlock(bytes: Uint8Array<ArrayBuffer>, dims: number): NumberedVectors {
  const block = unpackArrays(bytes);
  const { numbers } = block as Partial<NumberedVectors>;
  if (!(numbers instanceof Uint32Array)) throw new RangeError('The numbers of vectors are missing.');
  return { numbers, ...readVectors(block, numbers.length, dims) };
}

export type Centroids = { readonly [F in HostedField]?: ByteVectors };

/** The file of centroids: packed arrays of `scales` and `codes` by field. */
export function packCentroids(centroids: Centroids): Uint8Array<ArrayBuffer> {
  const packed = Object.entries(centroids).map(([field, { scales, codes }]) => [field, { scales, codes }]);
  return packArrays(Object.fromEntries(packed) as object);
}

/** The centroids that a title page promises. Throws RangeError where they are others. */
export function unpackCentroids(bytes: Uint8Array<ArrayBuffer>, { dims, fields }: VectorsPage): Centroids {
  const all = unpackArrays(bytes) as Readonly<Record<string, unknown>>;
  const read = HOSTED_FIELDS.flatMap((field) => {
    const counts = fields[field];
    return counts ? [[field, readVectors(all[field], counts.clusters, dims)] as const] : [];
  });
  return Object.fromEntries(read);
}

function readVectors(value: unknown, rows: number, dims: number): ByteVectors {
  const { scales, codes } = isRecord(value) ? value : {};
  if (!(scales instanceof Float32Array) || !(codes instanceof Int8Array)) throw new RangeError('Vectors are missing.');
  if (scales.length !== rows || codes.length !== rows * dims) throw new RangeError('There are other vectors.');
  if (!scales.every((scale) => Number.isFinite(scale) && scale >= 0)) throw new RangeError('A scale is no number.');
  return { dims, scales, codes };
}
