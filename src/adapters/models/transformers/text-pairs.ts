import type { TokenRow } from './token-batch';

/** Two texts that a model reads together. */
export interface PairRow extends TokenRow {
  /** Index of its pair. */
  readonly pair: number;
}

/** Special tokens, and which of the two texts they count to. */
type Special = readonly (readonly [token: number, type: number])[];

/** What a tokenizer puts around and between two texts. */
export interface PairFrame {
  readonly before: Special;
  readonly between: Special;
  readonly after: Special;
  /** What the tokens of the two texts count to; undefined where the tokenizer does not tell. */
  readonly types: readonly [first: number, second: number] | undefined;
}

/** A tokenizer's output for a pair, as far as it is needed here. */
export interface EncodedPair {
  readonly input_ids: readonly number[];
  readonly token_type_ids?: readonly number[];
}

/** Finds what stands around and between two texts, by their own tokens in the tokens of the pair. Throws Error where they are not there. */
export function readPairFrame(
  { input_ids: ids, token_type_ids: types }: EncodedPair,
  first: readonly number[],
  second: readonly number[],
): PairFrame {
  const start = indexOf(ids, first, 0);
  const next = start < 0 ? -1 : indexOf(ids, second, start + first.length);
  if (next < 0) throw new Error('The tokenizer changes two texts when it frames them');
  const special = (from: number, to: number): Special =>
    ids.slice(from, to).map((token, i) => [token, types?.[from + i] ?? 0] as const);
  return {
    before: special(0, start),
    between: special(start + first.length, next),
    after: special(next + second.length, ids.length),
    types: types && [types[start] ?? 0, types[next] ?? 0],
  };
}

/**
 * The tokens of two texts (without special ones) in their frame, at most `maxTokens`. What is too long is cut at the end of the longer
 * text; each keeps half of the room at least, so a sentence beside a long passage stays whole.
 */
export function framePair(
  pair: number,
  texts: readonly [first: readonly number[], second: readonly number[]],
  frame: PairFrame,
  maxTokens: number,
): PairRow {
  const { before, between, after, types } = frame;
  const room = Math.max(2, maxTokens - before.length - between.length - after.length);
  const first = texts[0].slice(0, Math.max(room - texts[1].length, Math.floor(room / 2)));
  const second = texts[1].slice(0, room - first.length);
  const row = [
    ...before,
    ...first.map((token) => [token, types?.[0] ?? 0] as const),
    ...between,
    ...second.map((token) => [token, types?.[1] ?? 0] as const),
    ...after,
  ];
  return { pair, tokens: row.map(([token]) => token), types: types && row.map(([, type]) => type) };
}

function indexOf(all: readonly number[], part: readonly number[], from: number): number {
  for (let at = from; at + part.length <= all.length; at++) {
    if (part.every((token, i) => all[at + i] === token)) return at;
  }
  return -1;
}
