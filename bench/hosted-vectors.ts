// needs: FOLDER [--megabytes N] [--questions N] [--embedder FILE] | --rows N
// smoke: --rows 2000
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openHostedIndex } from '../src/core/hosted/hosted-index';
import { findNearest } from '../src/core/hosted/nearest';
import { publishVectors, type EmbeddedRows } from '../scripts/lib/publish-vectors';
import { INDEX_VERSION, TITLE_PAGE, type TitlePage } from '../src/core/hosted/title-page';
import type { IndexTables, TextUnitRow } from '../src/core/tables/tables';
import { EMPTY_TABLES } from '../src/core/index/index-tables';
import { textHash } from '../src/core/index/embeddings';
import { byteVectors } from '../src/core/vectors/byte-vectors';
import { createVectorTable } from '../src/core/vectors/vector-table';
import { finish } from '../src/core/work';
import { zlibPacking } from '../scripts/lib/zlib-packing';
import { indexedTexts } from '../tests/helpers/indexed-texts';
import { wordHashEmbedder } from '../tests/helpers/word-hash-embedder';
import { givenEmbedder, type Embed } from './lib/given-embedder';
import { madeUpVectors } from './lib/made-up-vectors';
import { quantile } from './lib/quantile';
import { filesUpTo, givenFiles } from './lib/scale/given-folder';
import { slowHost } from './lib/slow-host';
import { table } from './lib/table';

/**
 * Recall of the ten text units nearest to a question, by the number of clusters of a hosted index that are looked at. Also what is fetched for these.
 * The file of centroids is fetched once, and told apart. Questions are eight words from the middle of a text unit. Vectors are by the words' hashes,
 * by a given embedder, or made up around 500 centres.
 */
const K = 10;
const DIMS = 384;
const PROBES = [1, 2, 4, 6, 8, 12, 16, 24, 32];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    megabytes: { type: 'string', default: '10' },
    questions: { type: 'string', default: '100' },
    embedder: { type: 'string' },
    rows: { type: 'string' },
  },
});
const asked = Number(values.questions);
const { vectors, questions, dims } = values.rows === undefined ? await ofTexts() : ofNothing(Number(values.rows));
const rows = vectors.length / dims;

const files = new Map<string, Uint8Array<ArrayBuffer>>();
const units = Array.from({ length: rows }, (_, at) => ({ id: String(at), text: `text ${String(at)}`, context: '' }));
const embedded: EmbeddedRows = {
  ids: units.map(({ id }) => id),
  hashes: units.map(({ text }) => textHash(text)),
  vectors: byteVectors(vectors, dims),
};
const tables: IndexTables = { ...EMPTY_TABLES, text_units: units as unknown as readonly TextUnitRow[] };
const take = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => void files.set(name, bytes);
const began = performance.now();
const published = await publishVectors(
  { model: 'bench', title: 'Bench', dims, fields: { text_unit_text: embedded } },
  tables,
  { packing: zlibPacking, take },
);
const seconds = (performance.now() - began) / 1000;
const title: TitlePage = {
  ...{ format: 'burrow-index', version: INDEX_VERSION, name: 'Bench', created: 0, edition: '' },
  ...{ language: 'en', languages: ['en'] },
  counts: { documents: 0, text_units: rows, entities: 0, relationships: 0, communities: 0, summaries: 0 },
  ...{
    mostUnits: 0,
    broadest: [],
    broadestSummaries: [],
    files: published.files,
    ...(published.page && { vectors: published.page }),
  },
};
await take(TITLE_PAGE, new TextEncoder().encode(JSON.stringify(title)));
const host = await slowHost(files, { roundTripMs: 0, megabits: 100_000, atOnce: 100 });

const exact = createVectorTable(dims, { expected: rows });
finish(exact.append(vectors));
const wanted = questions.map((question) => exact.search(question, { k: K }).map(({ id }) => id));
const lines: (readonly string[])[] = [];
for (const probes of PROBES) {
  const [recalls, bytes, requests]: number[][] = [[], [], []];
  for (const [at, question] of questions.entries()) {
    const index = await openHostedIndex(host.url, { addresses: host.addresses, packing: zlibPacking });
    await index.centroids();
    host.take();
    const { hits } = await findNearest(index, question, { probes: { text_unit_text: probes } });
    const taken = host.take();
    const found = new Set(hits.text_unit_text?.slice(0, K).map(({ id }) => id));
    recalls?.push((wanted[at] ?? []).filter((id) => found.has(id)).length / K);
    bytes?.push(taken.bytes / 1000);
    requests?.push(taken.requests);
  }
  const mean = (recalls ?? []).reduce((sum, one) => sum + one, 0) / questions.length;
  const at = (list: number[] | undefined, share: number): string => quantile(list ?? [], share).toFixed(0);
  lines.push([
    String(probes),
    mean.toFixed(3),
    quantile(recalls ?? [], 0.1).toFixed(1),
    at(bytes, 0.5),
    at(bytes, 0.95),
    at(requests, 0.5),
  ]);
}
host.close();
const size = published.files.reduce((sum, file) => sum + file.bytes, 0);
const { clusters = 0 } = published.page?.fields.text_unit_text ?? {};
const centroids = files.get('centroids.bin')?.length ?? 0;
console.log(
  `${rows} vectors of ${dims} numbers in ${clusters} clusters: ${(size / 1e6).toFixed(1)} MB, made in ${seconds.toFixed(1)} s. ` +
    `Centroids and the index of blocks: ${((centroids + (files.get('text_unit_vectors.index')?.length ?? 0)) / 1000).toFixed(0)} kB.`,
);
console.log(table(['clusters', 'recall@10', 'worst tenth', 'kB, p50', 'kB, p95', 'requests, p50'], lines));

async function ofTexts() {
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Give a folder of text: npm run bench -- hosted-vectors FOLDER');
  const given = filesUpTo(await givenFiles(folder), Number(values.megabytes));
  const texts = await Promise.all(given.map(async ({ path }) => [path, await readFile(path, 'utf8')] as const));
  const { tables } = await indexedTexts(Object.fromEntries(texts));
  const all = tables.textUnits.map(({ text }) => text);
  const step = Math.ceil(all.length / asked);
  const chosen = all.filter((_, at) => at % step === step >> 1);
  const words = wordHashEmbedder({ dims: DIMS });
  const byWords: Embed = async (some) => Promise.all(some.map((text) => words.embed([text], 'question')));
  const embed = values.embedder === undefined ? byWords : await givenEmbedder(values.embedder);
  const made = await embed(all);
  const dims = made[0]?.length ?? DIMS;
  const vectors = new Float32Array(made.length * dims);
  for (const [at, one] of made.entries()) vectors.set(one, at * dims);
  const middle = (text: string): string => text.split(/\s+/u).slice(6, 14).join(' ');
  return { vectors, dims, questions: await embed(chosen.map(middle)) };
}

function ofNothing(count: number) {
  const { vectors, queries } = madeUpVectors(count, DIMS, asked);
  return { vectors, dims: DIMS, questions: queries };
}
