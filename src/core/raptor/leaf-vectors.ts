import { inSteps, type Work } from '../work';
import { normalise } from './cluster-rows';
import type { Leaf } from './leaves';

/** Numbers of a vector. Terms share them by hash: few enough to compare quickly, many enough that few terms of a leaf meet. */
export const TERM_DIMS = 384;

const ROWS_PER_STEP = 256;

/** Unit vectors by which leaves are grouped, row-major. */
export interface LeafVectors {
  readonly vectors: Float32Array;
  readonly dims: number;
}

/** Embeddings of passages. */
export interface PassageVectors {
  readonly dims: number;
  /** The vector of a text unit by its id. */
  vectorOf(id: string): Float32Array | undefined;
}

/** Weight of words beside an embedding. Chosen on XQuAD in English among .25, .5, 1 and 2. */
const WORDS_BESIDE_MEANING = 0.5;

/**
 * Places leaves by their words and those of their passages, and by the embeddings of these where they are given: then numbers of both stand side by
 * side. `texts`: index terms of each leaf.
 */
export function* leafVectors(
  leaves: readonly Leaf[],
  texts: readonly (readonly string[])[],
  passages?: PassageVectors,
): Work<LeafVectors> {
  const units = leaves.map(({ unit }) => unit.id);
  const words = yield* addSurroundings(yield* termVectors(texts), units);
  if (!passages) return { vectors: words, dims: TERM_DIMS };
  const meaning = meaningOf(units, passages);
  const dims = TERM_DIMS + passages.dims;
  const vectors = new Float32Array(leaves.length * dims);
  for (const [row, unit] of units.entries()) {
    const vector = vectors.subarray(row * dims, (row + 1) * dims);
    addTo(vector, words.subarray(row * TERM_DIMS, (row + 1) * TERM_DIMS), WORDS_BESIDE_MEANING);
    vector.set(meaning.get(unit) ?? [], TERM_DIMS);
    normalise(vector);
    if ((row + 1) % ROWS_PER_STEP === 0) yield { done: row + 1, total: leaves.length };
  }
  return { vectors, dims };
}

/** Unit vectors of passages around their mean, since embeddings of one collection all lean the same way. */
function meaningOf(units: readonly string[], { dims, vectorOf }: PassageVectors): ReadonlyMap<string, Float32Array> {
  const own = new Map([...new Set(units)].sort().map((id) => [id, Float32Array.from(vectorOf(id) ?? [])]));
  const mean = new Float32Array(dims);
  for (const vector of own.values()) addTo(mean, vector, 1 / own.size);
  for (const vector of own.values()) normalise(addTo(vector, mean, -1));
  return own;
}

/**
 * Unit vectors of texts, row-major, by their terms: (1 + ln tf) · idf, each term at a place and with a sign by its hash (Weinberger and others
 * 2009). Terms of one text alone count nothing. Idf is rounded, and the number of texts taken as the next power of two, so that a few texts
 * more change few vectors.
 */
export function* termVectors(texts: readonly (readonly string[])[]): Work<Float32Array> {
  const frequencies = new Map<string, number>();
  yield* inSteps(texts, (terms) => countText(frequencies, terms), ROWS_PER_STEP);
  const total = 2 ** Math.ceil(Math.log2(Math.max(2, texts.length)));
  const vectors = new Float32Array(texts.length * TERM_DIMS);
  for (const [row, terms] of texts.entries()) {
    const vector = vectors.subarray(row * TERM_DIMS, (row + 1) * TERM_DIMS);
    for (const [term, count] of countTerms(terms)) {
      const frequency = frequencies.get(term) ?? 0;
      if (frequency < 2) continue;
      const hash = hashOf(term);
      const place = hash % TERM_DIMS;
      const weight = (1 + Math.log(count)) * rounded(Math.log(total / frequency));
      vector[place] = (vector[place] ?? 0) + (hash >= SIGN ? weight : -weight);
    }
    normalise(vector);
    if ((row + 1) % ROWS_PER_STEP === 0) yield { done: row + 1, total: texts.length };
  }
  return vectors;
}

/** In halves and never 0, so that one text more or less changes the weight of few terms. */
const rounded = (idf: number): number => Math.max(0.5, Math.round(2 * idf) / 2);

/** FNV-1a, 32 bits without a sign. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Half of the hashes are below. */
const SIGN = 2 ** 31;

/** Weight of a leaf's passage beside its own words. More keep leaves of one subject together, and a change of one document to fewer clusters. */
const SURROUNDINGS = 2;

/** Adds to each vector that of all in its group, so that few words are placed by those around them. Vectors stay unit vectors. */
function* addSurroundings(vectors: Float32Array, groups: readonly string[]): Work<Float32Array> {
  const vectorOf = (matrix: Float32Array, row: number): Float32Array =>
    matrix.subarray(row * TERM_DIMS, (row + 1) * TERM_DIMS);
  const sums = new Map<string, Float32Array>();
  for (const [row, group] of groups.entries()) {
    const sum = sums.get(group) ?? new Float32Array(TERM_DIMS);
    sums.set(group, addTo(sum, vectorOf(vectors, row), 1));
    if ((row + 1) % ROWS_PER_STEP === 0) yield { done: row + 1, total: 2 * groups.length };
  }
  for (const sum of sums.values()) normalise(sum);
  const placed = vectors.slice();
  for (const [row, group] of groups.entries()) {
    const sum = sums.get(group);
    if (sum) normalise(addTo(vectorOf(placed, row), sum, SURROUNDINGS));
    if ((row + 1) % ROWS_PER_STEP === 0) yield { done: groups.length + row + 1, total: 2 * groups.length };
  }
  return placed;
}

function addTo(vector: Float32Array, other: Float32Array, weight: number): Float32Array {
  for (let at = 0; at < other.length; at++) vector[at] = (vector[at] ?? 0) + weight * (other[at] ?? 0);
  return vector;
}

/** Counts the texts that have each term. */
export function countTexts(texts: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const terms of texts) countText(counts, terms);
  return counts;
}

function countText(counts: Map<string, number>, terms: readonly string[]): void {
  for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
}

function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
