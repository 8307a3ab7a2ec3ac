import type { SentenceVectors, Vector } from './sentence-vectors';

/** Weight of relevance against novelty (maximal marginal relevance). */
const RELEVANCE = 0.7;
/** Similarity from which two sentences say the same. */
const SAME = 0.75;

export interface Chooser {
  /** The best sentence left by centroid + MMR, undefined when all that is left repeats what was taken. */
  next(): number | undefined;
  /** Up to `count` sentences left that are closest to a taken one, best first; they count as taken. */
  like(sentence: number, count: number, least: number): readonly number[];
}

/**
 * Chooses among candidate sentences: cosine to their centroid, times `factor`, less likeness to those taken before.
 */
export function sentenceChooser(
  candidates: readonly number[],
  vectors: SentenceVectors,
  factor: (sentence: number) => number,
): Chooser {
  const rows = candidates.map((sentence) => vectors.vector(sentence));
  const scratch = vectors.scratch();
  const score = centralities(rows, scratch).map((value, i) => value * factor(candidates[i] ?? 0));
  const likeness = candidates.map(() => 0);
  const taken = candidates.map(() => 0);
  const take = (index: number): number => {
    taken[index] = 1;
    const similar = similarities(rows, rows[index], scratch);
    for (let i = 0; i < similar.length; i++) likeness[i] = Math.max(likeness[i] ?? 0, similar[i] ?? 0);
    return candidates[index] ?? 0;
  };
  return {
    next: () => {
      const value = (i: number): number => RELEVANCE * (score[i] ?? 0) - (1 - RELEVANCE) * (likeness[i] ?? 0);
      const best = bestIndex(rows, (i) => (taken[i] === 1 || (likeness[i] ?? 0) >= SAME ? -Infinity : value(i)));
      return best < 0 ? undefined : take(best);
    },
    like: (sentence, count, least) => {
      const similar = similarities(rows, vectors.vector(sentence), scratch);
      const found: number[] = [];
      while (found.length < count) {
        const fits = (i: number): boolean =>
          taken[i] === 0 && (similar[i] ?? 0) >= least && (likeness[i] ?? 0) < SAME && (score[i] ?? 0) > 0;
        const best = bestIndex(rows, (i) => (fits(i) ? (similar[i] ?? 0) : -Infinity));
        if (best < 0) break;
        found.push(take(best));
      }
      return found;
    },
  };
}

function bestIndex(rows: readonly Vector[], value: (index: number) => number): number {
  let best = -1;
  let highest = -Infinity;
  for (let i = 0; i < rows.length; i++) {
    const found = value(i);
    if (found <= highest) continue;
    best = i;
    highest = found;
  }
  return best;
}

function centralities(rows: readonly Vector[], scratch: Float64Array): readonly number[] {
  for (const row of rows) add(scratch, row);
  let square = 0;
  for (const row of rows) square += dot(scratch, row);
  const length = Math.sqrt(square) || 1;
  const result = rows.map((row) => dot(scratch, row) / length);
  for (const row of rows) clear(scratch, row);
  return result;
}

function similarities(rows: readonly Vector[], to: Vector | undefined, scratch: Float64Array): readonly number[] {
  if (!to) return rows.map(() => 0);
  add(scratch, to);
  const result = rows.map((row) => dot(scratch, row));
  clear(scratch, to);
  return result;
}

function add(dense: Float64Array, { terms, weights }: Vector): void {
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] ?? 0;
    dense[term] = (dense[term] ?? 0) + (weights[i] ?? 0);
  }
}

function clear(dense: Float64Array, { terms }: Vector): void {
  for (let i = 0; i < terms.length; i++) dense[terms[i] ?? 0] = 0;
}

function dot(dense: Float64Array, { terms, weights }: Vector): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += (dense[terms[i] ?? 0] ?? 0) * (weights[i] ?? 0);
  return sum;
}
