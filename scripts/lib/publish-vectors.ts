import { compareFields, embeddingField } from '../../src/core/index/embeddings';
import type { IndexTables } from '../../src/core/tables/tables';
import { byteVectors, pickRows, type ByteVectors } from '../../src/core/vectors/byte-vectors';
import { clusterVectors, type Cluster } from '../../src/core/vectors/clusters';
import { finish } from '../../src/core/work';
import { writeSection, type Packing, type TakeFile } from '../../src/core/hosted/block-files';
import type { IndexFile } from '../../src/core/hosted/title-page';
import {
  CENTROIDS,
  clusterSizes,
  HOSTED_FIELDS,
  packCentroids,
  packVectorBlock,
  VECTOR_SECTIONS,
  type HostedField,
  type VectorsPage,
} from '../../src/core/hosted/vector-blocks';

/** The vectors of a collection, all of one embedder. */
export interface PublishedVectors {
  /** The embedder's id and its title. */
  readonly model: string;
  readonly title: string;
  readonly dims: number;
  readonly fields: { readonly [F in HostedField]?: EmbeddedRows };
}

/** Vectors of a field, with the ids of their rows, and the hashes of the texts that were embedded. Of an id that is there twice, the later one counts. */
export interface EmbeddedRows {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  readonly vectors: ByteVectors;
}

const SEED = 1;

/**
 * Writes the vectors of rows whose texts are as they were embedded. They lie in blocks by cluster, with the centroids in a file of their own (an
 * inverted file, Jégou, Douze and Schmid 2011). A row's number is its position; that of a report, its community's. Without rows, nothing is written.
 */
export async function publishVectors(
  published: PublishedVectors | undefined,
  tables: IndexTables,
  { packing, take }: { readonly packing: Packing; readonly take: TakeFile },
): Promise<{ readonly files: readonly IndexFile[]; readonly page?: VectorsPage }> {
  if (!published) return { files: [] };
  const { model, title, dims } = published;
  const files: IndexFile[] = [];
  const centroids: { [F in HostedField]?: ByteVectors } = {};
  const fields: { [F in HostedField]?: { readonly rows: number; readonly clusters: number } } = {};
  for (const field of HOSTED_FIELDS) {
    const embedded = published.fields[field];
    const rows = embedded ? currentRows(field, embedded, tables) : [];
    if (!embedded || rows.length === 0) continue;
    const vectors = pickRows(
      embedded.vectors,
      Uint32Array.from(rows, ({ row }) => row),
    );
    const numbers = Uint32Array.from(rows, ({ number }) => number);
    const clusters = clusterVectors(vectors, { ...clusterSizes(rows.length, dims), seed: SEED });
    files.push(
      ...(await writeSection(VECTOR_SECTIONS[field], blocksOf(clusters, vectors, numbers), { packing, take })),
    );
    centroids[field] = byteVectors(joined(clusters, dims), dims);
    fields[field] = { rows: rows.length, clusters: clusters.length };
  }
  if (files.length === 0) return { files };
  const bytes = await packing.pack(packCentroids(centroids));
  await take(CENTROIDS, bytes);
  return { files: [...files, { name: CENTROIDS, bytes: bytes.length }], page: { model, title, dims, fields } };
}

/** Rows whose text is as it was embedded: the places of their vectors, and their numbers. */
function currentRows(
  field: HostedField,
  { ids, hashes }: EmbeddedRows,
  tables: IndexTables,
): readonly { readonly row: number; readonly number: number }[] {
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  const about = embeddingField(field);
  const hashOf = (_: unknown, id: string): string | undefined => hashes[rowOf.get(id) ?? -1];
  const [status] = about ? finish(compareFields([about], tables, hashOf)) : [];
  const places = new Map(tables.communities.map(({ community }, at) => [community, at]));
  const numberOf = new Map<string, number>(
    field === 'community_full_content'
      ? tables.community_reports.map(({ id, community }) => [id, places.get(community) ?? -1])
      : (field === 'text_unit_text' ? tables.text_units : tables.entities).map(({ id }, at) => [id, at]),
  );
  return (status?.current ?? []).flatMap((id) => {
    const [row, number] = [rowOf.get(id), numberOf.get(id)];
    return row === undefined || number === undefined ? [] : [{ row, number }];
  });
}

function* blocksOf(clusters: readonly Cluster[], vectors: ByteVectors, numbers: Uint32Array) {
  for (const [first, { rows }] of clusters.entries()) {
    const own = { numbers: rows.map((row) => numbers[row] ?? 0), ...pickRows(vectors, rows) };
    yield { first, bytes: packVectorBlock(own) };
  }
}

function joined(clusters: readonly Cluster[], dims: number): Float32Array {
  const all = new Float32Array(clusters.length * dims);
  for (const [at, { centroid }] of clusters.entries()) all.set(centroid, at * dims);
  return all;
}
