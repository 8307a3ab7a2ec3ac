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
  /** Counts a sentence. Later counts of the same one are ignored. */
  count(sentence: number): void;
  vector(sentence: number): Vector;
  /** Scratch space with an entry per term, all 0. Users clear what they write. */
  scratch(): Float64Array;
}

interface Counted {
  readonly terms: readonly number[];
  readonly counts: readonly number[];
}

/** Weighs the terms of sentences by (1 + ln tf) · ln(1 + N/df) over the counted sentences, normalised to length 1. */
export function sentenceVectors(pool: SentencePool): SentenceVectors {
  const numbers = new Map<string, number>();
  const frequency: number[] = [];
  const counted = new Map<number, Counted>();
  const vectors = new Map<number, Vector>();
  let room = new Float64Array(0);
  const count = (sentence: number): Counted => {
    const known = counted.get(sentence);
    if (known) return known;
    const counts = new Map<number, number>();
    for (const term of terms(pool.text(sentence))) {
      const number = numbers.get(term) ?? numbers.size;
      numbers.set(term, number);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    for (const number of counts.keys()) frequency[number] = (frequency[number] ?? 0) + 1;
    const made = { terms: [...counts.keys()], counts: [...counts.values()] };
    counted.set(sentence, made);
    return made;
  };
  const vector = (sentence: number): Vector => {
    const known = vectors.get(sentence);
    if (known) return known;
    const made = weigh(count(sentence), frequency, counted.size);
    vectors.set(sentence, made);
    return made;
  };
  return {
    count,
    vector,
    scratch: () => {
      if (room.length < numbers.size) room = new Float64Array(2 * numbers.size);
      return room;
    },
  };
}

function weigh({ terms: numbers, counts }: Counted, frequency: readonly number[], sentences: number): Vector {
  const weights = numbers.map((number, i) => {
    const idf = Math.log(1 + sentences / (frequency[number] ?? 1));
    return (1 + Math.log(counts[i] ?? 1)) * idf;
  });
  const length = Math.sqrt(weights.reduce((square, weight) => square + weight * weight, 0)) || 1;
  return { terms: numbers, weights: weights.map((weight) => weight / length) };
}
