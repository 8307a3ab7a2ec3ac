import { terms } from '../text/terms';
import type { SentencePool } from './sentence-pool';

/** A unit vector over terms: parallel arrays, plain ones, since a typed array costs more than the few numbers of a sentence. */
export interface Vector {
  readonly terms: readonly number[];
  readonly weights: readonly number[];
}

export interface SentenceVectors {
  /** Counts a sentence; once is enough, more does no harm. */
  count(sentence: number): void;
  vector(sentence: number): Vector;
  /** An entry per term known, all 0; whoever writes to it clears it again. */
  scratch(): Float64Array;
}

interface Counted {
  readonly terms: readonly number[];
  readonly counts: readonly number[];
}

/** Counts the terms of sentences, then weighs them: (1 + ln tf) · ln(1 + N/df) over the counted sentences, length 1. */
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
