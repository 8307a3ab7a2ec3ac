import { terms } from '../../text/terms';
import type { SentencePool } from '../context/sentence-pool';

/** Weight of relevance against novelty (maximal marginal relevance). */
const RELEVANCE = 0.7;
/** Similarity from which two sentences count as the same. */
const SAME = 0.75;

export interface Chooser {
  /** Takes the best sentence by centroid and MMR. Undefined when all that is left repeats what was taken. */
  next(): number | undefined;
  /** Takes up to `count` sentences that are most similar to a taken one, best first. */
  like(sentence: number, count: number, least: number): readonly number[];
}

/** Chooses sentences by their cosine to the centroid, times `factor`, less their similarity to those taken before. */
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

/** A unit vector over terms. Plain arrays, since typed ones cost more for the few numbers of a sentence. */
interface Vector {
  readonly terms: readonly number[];
  readonly weights: readonly number[];
}

export interface SentenceVectors {
  vector(sentence: number): Vector;
  /** Scratch space with an entry per term, all 0. Users clear what they write. */
  scratch(): Float64Array;
}

/** Weighs the terms of sentences by (1 + ln tf) · idf, normalised to length 1. */
export function sentenceVectors(
  pool: Pick<SentencePool, 'text' | 'language'>,
  idf: (term: string) => number,
): SentenceVectors {
  const numbers = new Map<string, number>();
  const vectors = new Map<number, Vector>();
  let room = new Float64Array(0);
  const numberOf = (term: string): number => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  return {
    vector: (sentence) => {
      const known = vectors.get(sentence);
      if (known) return known;
      const counts = new Map<string, number>();
      for (const term of terms(pool.text(sentence), pool.language(sentence)))
        counts.set(term, (counts.get(term) ?? 0) + 1);
      const weights = Array.from(counts, ([term, count]) => (1 + Math.log(count)) * idf(term));
      const length = Math.sqrt(weights.reduce((square, weight) => square + weight * weight, 0)) || 1;
      const made = { terms: [...counts.keys()].map(numberOf), weights: weights.map((weight) => weight / length) };
      vectors.set(sentence, made);
      return made;
    },
    scratch: () => {
      if (room.length < numbers.size) room = new Float64Array(2 * numbers.size);
      return room;
    },
  };
}
