import { topK, type Hit } from '../../vectors/top-k';
import type { Work } from '../../work';
import type { FrozenLists } from './frozen-lists';
import { createKeyedLists, freezeKeyed } from './keyed-lists';

/** Saturation of repeats of a term. */
export const K1 = 1.2;
/** Length normalisation, 0 to 1. */
export const B = 0.75;
/** Most repeats of a query term that count. */
const MOST_REPEATS = 3;

interface LexicalSearch {
  readonly k: number;
  /** Only these texts, when given. */
  readonly allow?: (id: number) => boolean;
  /** Idf of a term, where it is known for more texts than are in the index. */
  readonly idf?: (term: string) => number | undefined;
  /** The average length in terms of all texts, where that is known of more than are in the index. */
  readonly average?: number | undefined;
}

/** A word by its distinct terms in the languages of the documents: one where these agree; never none. */
export type WordTerms = readonly string[];

/** A word by its term, or by its terms in several languages. */
type SearchedWord = string | WordTerms;

/** Texts under other numbers than those of the index: as some rows of a table. */
export interface Renumbering {
  /** By row, its number in the index. */
  readonly numbers: Int32Array;
  /** By number, the row; -1 for a text that is not among the rows. */
  readonly positions: Int32Array;
}

/** A BM25 index over numbered texts, given as their terms. Numbers are whole, under 2^25, best dense, and not reused. */
export interface Bm25 {
  add(id: number, terms: readonly string[]): void;
  /** Forgets a text; its number must not be added again. */
  remove(id: number): void;
  has(id: number): boolean;
  /** Texts that hold at least one of the words, best first; by their rows, where they are renumbered. Of a word's terms the best counts. */
  search(words: readonly SearchedWord[], options: LexicalSearch, positions?: Int32Array): readonly Hit[];
  /** Checks if an allowed text holds the term; by its row, where texts are renumbered. */
  stands(term: string, allow?: (row: number) => boolean, positions?: Int32Array): boolean;
  /** For a text, which of the words it holds: bit n for the n-th; at most 31 words. Made for all texts at once. */
  holders(words: readonly SearchedWord[]): (id: number) => number;
  /** Number of texts that hold the term. */
  documentFrequency(term: string): number;
  /** Numbers of the texts that hold the term, ascending. */
  holding(term: string): readonly number[];
  /** Every term in a text now or before: those of removed texts stay until the next build. */
  terms(): Iterable<string>;
  /** ln(1 + (N - df + .5) / (df + .5)); highest for a term that is nowhere. */
  idf(term: string): number;
  size(): number;
  /** The index of these rows only, each under its row as its number. */
  freeze(rows: Renumbering): Work<FrozenBm25>;
}

/** A BM25 index as arrays. */
export interface FrozenBm25 {
  readonly postings: FrozenLists;
  /** By number, one more than the terms of a text; 0 where there is none. */
  readonly lengths: Float32Array;
}

/** Lookups of a BM25 index. */
export type Bm25Reader = Omit<Bm25, 'add' | 'remove' | 'has' | 'search' | 'stands' | 'freeze'> & {
  search(words: readonly SearchedWord[], options: LexicalSearch): readonly Hit[];
  stands(term: string, allow?: (row: number) => boolean): boolean;
};

/** An index as the rows of one state of a table are asked of it: by rows, and only of those that are there. */
export function renumbered(bm25: Bm25, { numbers, positions }: Renumbering): Bm25Reader {
  return {
    ...bm25,
    search: (words, options) => bm25.search(words, options, positions),
    stands: (term, allow) => bm25.stands(term, allow, positions),
    holders(words) {
      const bitsOf = bm25.holders(words);
      return (row) => bitsOf(numbers[row] ?? -1);
    },
    holding: (term) =>
      bm25
        .holding(term)
        .flatMap((number) => rowAt(positions, number) ?? [])
        .sort((one, other) => one - other),
  };
}

/** The row of a number; undefined where it is not among the rows. */
export function rowAt(positions: Int32Array, number: number): number | undefined {
  const row = positions[number] ?? -1;
  return row < 0 ? undefined : row;
}

/** ln(1 + (N - df + .5) / (df + .5)) */
const inverseFrequency = (texts: number, frequency: number): number =>
  Math.log(1 + (texts - frequency + 0.5) / (frequency + 0.5));

/**
 * An index of a part of the texts that weighs terms as one of all `texts` does. `frequencyOf` counts how many of these
 * have a term, where that is known.
 */
export function asPartOf(
  bm25: Bm25Reader,
  { texts, average }: { readonly texts: number; readonly average?: number | undefined },
  frequencyOf: (term: string) => number | undefined,
): Bm25Reader {
  const idf = (term: string): number | undefined => {
    const frequency = frequencyOf(term);
    return frequency === undefined ? undefined : inverseFrequency(texts, frequency);
  };
  return {
    ...bm25,
    search: (words, options) => bm25.search(words, { ...options, idf, average }),
    documentFrequency: (term) => frequencyOf(term) ?? bm25.documentFrequency(term),
    idf: (term) => idf(term) ?? bm25.idf(term),
    size: () => texts,
  };
}

const TF_BITS = 7;
const MAX_BITS = 31;
const MAX_TF = (1 << TF_BITS) - 1;
/** Postings that a text may have: one for each frequency. */
export const POSTINGS_OF_A_TEXT = MAX_TF + 1;

/** A BM25 index (Robertson and Zaragoza 2009), with postings in typed arrays; empty, but for what is frozen. */
export function createBm25(frozen?: FrozenBm25): Bm25 {
  const postings = createKeyedLists(frozen?.postings);
  let lengths = Float32Array.from(frozen?.lengths ?? new Float32Array(1024));
  let scores = new Float64Array(lengths.length);
  /** Frequency in the new text of the term of each list. */
  let counts = new Uint8Array(1024);
  let alive = 0;
  let total = 0;
  let removed = 0;
  for (const length of frozen?.lengths ?? []) {
    if (length > 0) alive++;
    total += length;
  }

  const lengthOf = (id: number): number => lengths[id] ?? 0;

  /** The postings of living texts, in a buffer that the next call uses again. */
  const living = (term: string): Uint32Array => {
    const all = postings.values(term);
    if (removed === 0) return all;
    let kept = 0;
    for (const posting of all) if (lengthOf(posting >>> TF_BITS) > 0) all[kept++] = posting;
    return all.subarray(0, kept);
  };
  const frequencyOf = (term: string): number => (removed > 0 ? living(term).length : postings.count(term));
  const idfOf = (frequency: number): number => inverseFrequency(alive, frequency);

  const scoreWord = (
    terms: WordTerms,
    repeats: number,
    touched: number[],
    { allow, idf, average = total / Math.max(1, alive) }: Omit<LexicalSearch, 'k'>,
    positions: Int32Array | undefined,
  ): void => {
    const known = terms.filter((term) => frequencyOf(term) > 0);
    const isKnown = new Set(known);
    // Of a part, terms that only other parts hold count for how rare the word is, too.
    const rarities = terms.flatMap((term) => idf?.(term) ?? (isKnown.has(term) ? idfOf(frequencyOf(term)) : []));
    const rarity = Math.min(...rarities);
    const weight = repeats * rarity * (K1 + 1);
    const base = K1 * (1 - B);
    const slope = (K1 * B) / average;
    /** Score of a text from the terms before, of which the best counts. */
    const counted = known.length > 1 ? new Map<number, number>() : undefined;
    for (const term of known) {
      for (const posting of living(term)) {
        const id = posting >>> TF_BITS;
        const before = scores[id] ?? 0;
        if (before === 0) {
          const row = positions ? (positions[id] ?? -1) : id;
          if (row < 0 || (allow && !allow(row))) continue;
          touched.push(id);
        }
        const tf = posting & MAX_TF;
        const gain = (weight * tf) / (tf + base + slope * lengthOf(id));
        const earlier = counted?.get(id) ?? 0;
        if (gain <= earlier) continue;
        scores[id] = before + gain - earlier;
        counted?.set(id, gain);
      }
    }
  };

  return {
    add(id, terms) {
      if (id >= lengths.length) {
        lengths = grown(lengths, id + 1);
        scores = new Float64Array(lengths.length);
      }
      if (lengthOf(id) > 0) throw new RangeError(`Text ${String(id)} is already in the index.`);
      // One more than the terms, so that a text without terms counts as present.
      lengths[id] = terms.length + 1;
      alive += 1;
      total += terms.length + 1;
      const ownLists: number[] = [];
      for (const term of terms) {
        const list = postings.open(term);
        if (list >= counts.length) counts = doubled(counts);
        const count = counts[list] ?? 0;
        if (count === 0) ownLists.push(list);
        if (count < MAX_TF) counts[list] = count + 1;
      }
      for (const list of ownLists) {
        postings.append(list, id * POSTINGS_OF_A_TEXT + (counts[list] ?? 0));
        counts[list] = 0;
      }
    },
    remove(id) {
      const length = lengthOf(id);
      if (length === 0) return;
      lengths[id] = 0;
      alive -= 1;
      removed += 1;
      total -= length;
    },
    has: (id) => lengthOf(id) > 0,
    search(words, { k, ...choice }, positions) {
      const touched: number[] = [];
      for (const { terms, repeats } of countWords(words, MOST_REPEATS)) {
        scoreWord(terms, repeats, touched, choice, positions);
      }
      const best = topK(k);
      for (const id of touched) {
        best.push(positions ? (positions[id] ?? -1) : id, scores[id] ?? 0);
        scores[id] = 0;
      }
      return best.take();
    },
    stands: (term, allow, positions) =>
      living(term).some((posting) => {
        const id = posting >>> TF_BITS;
        const row = positions ? (positions[id] ?? -1) : id;
        return row >= 0 && (!allow || allow(row));
      }),
    holders(words) {
      const bits = new Int32Array(lengths.length);
      for (const [bit, word] of words.slice(0, MAX_BITS).entries()) {
        for (const term of termsOf(word)) {
          for (const posting of living(term)) {
            const id = posting >>> TF_BITS;
            bits[id] = (bits[id] ?? 0) | (1 << bit);
          }
        }
      }
      return (id) => bits[id] ?? 0;
    },
    documentFrequency: frequencyOf,
    holding(term) {
      const ids = Array.from(living(term), (posting) => posting >>> TF_BITS);
      return ids.sort((one, other) => one - other);
    },
    terms: () => postings.keys(),
    idf: (term) => idfOf(frequencyOf(term)),
    size: () => alive,
    *freeze({ numbers, positions }) {
      const rowOf = (posting: number): number | undefined => {
        const row = positions[posting >>> TF_BITS] ?? -1;
        return row < 0 ? undefined : row * (MAX_TF + 1) + (posting & MAX_TF);
      };
      return { postings: yield* freezeKeyed(postings, rowOf), lengths: Float32Array.from(numbers, lengthOf) };
    },
  };
}

const termsOf = (word: SearchedWord): WordTerms => (typeof word === 'string' ? [word] : word);

interface CountedWord {
  readonly terms: WordTerms;
  readonly repeats: number;
}

function countWords(words: readonly SearchedWord[], most: number): Iterable<CountedWord> {
  const counts = new Map<string, CountedWord>();
  for (const word of words) {
    const terms = termsOf(word);
    const key = terms.join(' ');
    counts.set(key, { terms, repeats: Math.min(most, (counts.get(key)?.repeats ?? 0) + 1) });
  }
  return counts.values();
}

function doubled(counts: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(counts.length * 2);
  larger.set(counts);
  return larger;
}

function grown(lengths: Float32Array<ArrayBuffer>, least: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(Math.max(least, lengths.length * 2));
  larger.set(lengths);
  return larger;
}
