import { loadHnswlib } from 'hnswlib-wasm';
import { loadTimes } from './load-times';
import { madeUpVectors } from './made-up-vectors';
import { median, plainSearch, timed, vectorTimes } from './vector-times';

const M = 16;
const EF_CONSTRUCTION = 100;
const EF = 50;

/** The library that people take for this, at a size that it can build in seconds. */
async function hnswTimes(rows: number, dims: number, k: number) {
  const { vectors, queries } = madeUpVectors(rows, dims, 50);
  const lib = await loadHnswlib();
  const index = new lib.HierarchicalNSW('ip', dims, '');
  index.initIndex(rows, M, EF_CONSTRUCTION, 1);
  const build = timed(() => {
    for (let row = 0; row < rows; row++) index.addPoint(vectors.subarray(row * dims, (row + 1) * dims), row, false);
  });
  index.setEfSearch(EF);
  let found = 0;
  const times = queries.map((query) => {
    let near: readonly number[] = [];
    const time = timed(() => (near = index.searchKnn(query, k, undefined).neighbors));
    const exact = new Set(plainSearch(vectors, query, k));
    found += near.filter((row) => exact.has(row)).length;
    return time;
  });
  return { rows, build, query: median(times), recall: found / (k * queries.length) };
}

const page = { vectorTimes, hnswTimes, loadTimes };
export type VectorsPage = typeof page;
Object.assign(globalThis, { bench: page });
