import type { Tensor } from '@huggingface/transformers';
import type { Library } from './library';

/** Input of a network: tokens, special ones included. */
export interface TokenRow {
  readonly tokens: readonly number[];
  /** Text that each token is of, for networks that take two. */
  readonly types?: readonly number[] | undefined;
}

/** The rows as a network takes them, padded to the longest one. */
export function tokenBatch(
  library: Pick<Library, 'Tensor'>,
  rows: readonly TokenRow[],
  padding = 0,
): Readonly<Record<string, Tensor>> {
  const longest = Math.max(...rows.map(({ tokens }) => tokens.length));
  const fill = (valueOf: (row: TokenRow, i: number) => number, rest: number): Tensor => {
    const values = new BigInt64Array(rows.length * longest).fill(BigInt(rest));
    rows.forEach((row, r) => {
      for (let i = 0; i < row.tokens.length; i++) values[r * longest + i] = BigInt(valueOf(row, i));
    });
    return new library.Tensor('int64', values, [rows.length, longest]);
  };
  return {
    input_ids: fill(({ tokens }, i) => tokens[i] ?? 0, padding),
    attention_mask: fill(() => 1, 0),
    ...(rows.every(({ types }) => types) && { token_type_ids: fill(({ types }, i) => types?.[i] ?? 0, 0) }),
  };
}

/** Sorts rows by length, so that a batch needs little padding. */
export function longestFirst<T extends TokenRow>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => b.tokens.length - a.tokens.length);
}

interface BatchWork<T, R> {
  /** Speed of this machine, learnt from batch to batch. */
  readonly pace: Pace;
  /** Between two batches: hears a stop, and throws its reason. */
  breathe(): Promise<void>;
  /** Runs one batch when it is its turn; `timed` around the work itself, not around the waiting. */
  run(batch: readonly T[], timed: <V>(work: () => Promise<V>) => Promise<V>): Promise<readonly R[]>;
  /** Called with the number of rows done. */
  onBatch?(done: number): void;
}

/** One result per row, the longest rows first, in batches of about the same time. */
export async function runBatches<T extends TokenRow, R>(
  sorted: readonly T[],
  { pace, breathe, run, onBatch }: BatchWork<T, R>,
): Promise<R[]> {
  const lengths = sorted.map(({ tokens }) => tokens.length);
  const results: R[] = [];
  while (results.length < sorted.length) {
    await breathe();
    const batch = sorted.slice(results.length, results.length + batchSize(lengths, results.length, pace.batchTokens));
    const padded = batch.length * Math.max(...batch.map(({ tokens }) => tokens.length));
    const made = await run(batch, async (work) => {
      const began = performance.now();
      const done = await work();
      pace.batchTokens = nextBatchTokens(pace.batchTokens, padded, performance.now() - began);
      return done;
    });
    results.push(...made);
    onBatch?.(results.length);
  }
  return results;
}

/** Rows of a batch at most, however short they are. */
const MOST_ROWS = 64;
const FEWEST_TOKENS = 512;
const MOST_TOKENS = 16_384;
/** A batch should not take longer, so that a stop is heard and progress is seen. */
const TARGET_MS = 1000;

const FIRST_BATCH_TOKENS = 2048;

/** Speed of this machine, learnt from call to call. */
export interface Pace {
  batchTokens: number;
}

export const newPace = (): Pace => ({ batchTokens: FIRST_BATCH_TOKENS });

/**
 * Counts the `lengths` from `start` that go into one batch of at most `maxTokens`, padding included; at least one. With
 * the longest first, neighbours are of about the same length and little is padded.
 */
export function batchSize(lengths: readonly number[], start: number, maxTokens: number): number {
  let longest = 0;
  let size = 0;
  while (size < MOST_ROWS && start + size < lengths.length) {
    longest = Math.max(longest, lengths[start + size] ?? 0);
    if (size > 0 && longest * (size + 1) > maxTokens) break;
    size++;
  }
  return Math.max(1, size);
}

/** The limit for the next batch, from how long the last one took: `TARGET_MS` of work, within bounds, at most twice the last limit. */
export function nextBatchTokens(limit: number, tokens: number, milliseconds: number): number {
  const fitting = (tokens / Math.max(1, milliseconds)) * TARGET_MS;
  return Math.round(Math.min(MOST_TOKENS, limit * 2, Math.max(FEWEST_TOKENS, fitting)));
}
