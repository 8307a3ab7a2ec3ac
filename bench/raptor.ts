// smoke: 120 --no-umap
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../src/core/random';
import { clusterRows, normalise } from '../src/core/raptor/cluster-rows';
import { makeSummaryTree } from '../src/core/raptor/grow-tree';
import type { PassageVectors } from '../src/core/raptor/leaf-vectors';
import type { LeafTables } from '../src/core/raptor/leaves';
import { rowsOfTree } from '../src/core/raptor/summaries';
import { treeChoices, type SummaryTree } from '../src/core/raptor/summary-tree';
import { updatedTree } from '../src/core/raptor/tree-of-rows';
import { makeTextUnits, TEXT_UNIT_DEFAULTS } from '../src/core/text/text-units';
import { finish } from '../src/core/work';
import { mixtureClusters } from './lib/gaussian-mixture';
import { EMBEDDER_HELP, givenEmbedder } from './lib/given-embedder';
import { readLabelledSet } from './lib/recall';
import { table } from './lib/table';
import { holdTo, type Target } from './lib/targets';
import { printPlaces, type Folder } from './lib/tree-places';

const HELP = `Clusters of the tree of summaries (RAPTOR): spherical k-means beside UMAP with a Gaussian mixture, on made-up vectors of 384 numbers
around known directions, and what one changed document changes in the tree of a folder.

  npm run bench -- raptor [ROWS …] [--no-umap] [--folder DIR [--per-article N] [--embedder MODULE]]

--per-article: so many passages of the folder in a row are of one article. Then also the share of leaves in a cluster of mostly their own.
${EMBEDDER_HELP}

umap-js 1.4.0 comes from the registry into a folder of its own, which is gone afterwards. It is left out above 1,000 rows, where it takes
minutes. Fails where k-means is less pure than it, or less than ten times as fast, or takes more than 5 s for 10,000 rows.`;

const DIMS = 384;
const PER_CLUSTER = 12;
const TOKENS = 100;
const MOST_FOR_UMAP = 1000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'no-umap': { type: 'boolean', default: false },
    folder: { type: 'string' },
    'per-article': { type: 'string' },
    embedder: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

interface Labelled {
  readonly vectors: Float32Array;
  readonly labels: readonly number[];
}

/** Unit vectors around random directions, about twelve near each. */
function labelledVectors(rows: number): Labelled {
  const random = randomNumbers(rows);
  const gauss = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centres = Float32Array.from({ length: Math.ceil(rows / PER_CLUSTER) * DIMS }, gauss);
  const labels = Array.from({ length: rows }, () => Math.floor((random() * centres.length) / DIMS));
  const vectors = new Float32Array(rows * DIMS);
  for (const [row, label] of labels.entries()) {
    const vector = vectors.subarray(row * DIMS, (row + 1) * DIMS);
    for (let at = 0; at < DIMS; at++) vector[at] = (centres[label * DIMS + at] ?? 0) + gauss();
    normalise(vector);
  }
  return { vectors, labels };
}

/** Share of rows that are in a cluster of mostly their own label. */
function purityOf(clusters: readonly (readonly number[])[], labels: readonly number[]): number {
  const own = clusters.map((cluster) => {
    const counts = new Map<number, number>();
    for (const row of cluster) counts.set(labels[row] ?? -1, (counts.get(labels[row] ?? -1) ?? 0) + 1);
    return Math.max(0, ...counts.values());
  });
  return own.reduce((sum, one) => sum + one, 0) / Math.max(1, clusters.flat().length);
}

interface Measured {
  readonly seconds: number;
  readonly clusters: readonly (readonly number[])[];
}

function timed(make: () => Measured['clusters']): Measured {
  const from = performance.now();
  const clusters = make();
  return { seconds: (performance.now() - from) / 1000, clusters };
}

function measure(
  rows: number,
  umap: Umap | null,
): { readonly cells: readonly string[]; readonly targets: readonly Target[] } {
  const { vectors, labels } = labelledVectors(rows);
  const order = Array.from({ length: rows }, (_, at) => at);
  const grouped = { vectors, dims: DIMS, tokens: order.map(() => TOKENS), order };
  const own = timed(() => finish(clusterRows(grouped, { budget: PER_CLUSTER * TOKENS, limit: 3500 })));
  const other = umap && rows <= MOST_FOR_UMAP ? timed(() => mixtureClusters(reduced(umap, vectors, rows), 50)) : null;
  const purity = purityOf(own.clusters, labels);
  const targets: readonly Target[] = [
    ...(rows === 10_000 ? [{ name: '10,000 rows, s', value: own.seconds, atMost: 5 }] : []),
    ...(other
      ? [
          { name: `${String(rows)} rows, purity`, value: purity, atLeast: purityOf(other.clusters, labels) },
          { name: `${String(rows)} rows, times as fast`, value: other.seconds / own.seconds, atLeast: 10 },
        ]
      : []),
  ];
  const shown = ({ seconds, clusters }: Measured): readonly string[] => [
    seconds.toFixed(2),
    String(clusters.length),
    purityOf(clusters, labels).toFixed(2),
  ];
  return { cells: [String(rows), ...shown(own), ...(other ? shown(other) : ['', '', ''])], targets };
}

interface Umap {
  readonly UMAP: new (options: object) => { fit(rows: readonly (readonly number[])[]): readonly (readonly number[])[] };
}

/** As RAPTOR reduces a whole layer: cosine, √(n−1) neighbours, ten dimensions. */
function reduced({ UMAP }: Umap, vectors: Float32Array, rows: number): readonly (readonly number[])[] {
  const all = Array.from({ length: rows }, (_, row) => [...vectors.subarray(row * DIMS, (row + 1) * DIMS)]);
  const distanceFn = (a: readonly number[], b: readonly number[]): number =>
    1 - a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);
  const nNeighbors = Math.floor(Math.sqrt(rows - 1));
  return new UMAP({ nComponents: 10, nNeighbors, minDist: 0, distanceFn, random: randomNumbers(7) }).fit(all);
}

function withUmap<T>(use: (umap: Umap) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'umap-'));
  try {
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, 'umap-js@1.4.0'], {
      stdio: 'inherit',
    });
    return use(createRequire(join(folder, 'package.json'))('umap-js') as Umap);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The passages of a labelled folder as documents, with the text units of each. */
function documentsIn(folder: string) {
  const documents = readLabelledSet(folder).passages.map(({ title, text }, at) => ({
    ...{ id: String(at), title, text, language: 'en', page_starts: [], headings: [] },
    ...{ heading_starts: [], heading_levels: [], heading_texts: [] },
  }));
  const units = documents.map((document) => makeTextUnits(document, TEXT_UNIT_DEFAULTS));
  return { documents, units } as unknown as Folder;
}

/** Embeddings of all text units of a folder, by the embedder that was given. */
async function vectorsOf({ units }: Folder): Promise<PassageVectors | undefined> {
  if (values.embedder === undefined) return undefined;
  const embed = await givenEmbedder(values.embedder);
  const all = units.flat();
  const vectors = await embed(all.map(({ text }) => text));
  const byId = new Map(all.map(({ id }, at) => [id, vectors[at]]));
  return { dims: vectors[0]?.length ?? 0, vectorOf: (id) => byId.get(id) };
}

/** Prints what a document that goes or comes changes in the tree of a folder. */
function measureChange(folder: string, { documents, units }: Folder): void {
  const without = (gone: number): LeafTables => {
    const text_units = units.filter((_, at) => at !== gone).flat();
    return { documents, text_units };
  };
  const treeOf = (tables: LeafTables): SummaryTree => finish(makeSummaryTree(tables, treeChoices()));
  const from = performance.now();
  const whole = treeOf(without(-1));
  const made = performance.now() - from;
  let updating = 0;
  /** Summaries that are due again by layer, where the tree of some tables follows to others. */
  const due = (tree: SummaryTree, after: LeafTables): string => {
    const summaries = rowsOfTree(tree, []);
    const start = performance.now();
    const { nodes = [], levels = 0 } = finish(updatedTree({ ...after, summaries }, treeChoices())) ?? {};
    updating = Math.max(updating, performance.now() - start);
    const ids = new Set(summaries.map(({ id }) => id));
    const perLevel = Array.from({ length: levels }, (_, at) => {
      const own = nodes.filter(({ level }) => level === at + 1);
      return `${String(own.filter(({ id }) => !ids.has(id)).length)} of ${String(own.length)}`;
    });
    return perLevel.join(', ');
  };
  const some = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => Math.floor(part * documents.length));
  const rows = some.map((at) => [String(at), due(whole, without(at)), due(treeOf(without(at)), without(-1))]);
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  console.log(
    `\n${folder}: ${String(whole.leaves.length)} leaves, made in ${seconds(made)} s, updated in at most ${seconds(updating)} s`,
  );
  console.log(table(['document', 'summaries due where it goes, by layer', 'where it comes'], rows));
}

if (values.help) console.log(HELP);
else {
  const sizes = positionals.length > 0 ? positionals.map(Number) : [100, 300, 1000, 10_000];
  const all = (umap: Umap | null) => sizes.map((rows) => measure(rows, umap));
  const measured = values['no-umap'] ? all(null) : withUmap(all);
  const head = ['rows', 'k-means, s', 'clusters', 'purity', 'UMAP + mixture, s', 'clusters', 'purity'];
  console.log(
    table(
      head,
      measured.map(({ cells }) => cells),
    ),
  );
  if (values.folder !== undefined) {
    const folder = documentsIn(values.folder);
    measureChange(values.folder, folder);
    if (values['per-article']) printPlaces(folder, Number(values['per-article']), await vectorsOf(folder));
  }
  holdTo(measured.flatMap(({ targets }) => targets));
}
