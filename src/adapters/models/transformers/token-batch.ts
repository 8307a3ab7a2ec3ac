import type { Tensor } from '@huggingface/transformers';
import { batchSize, nextBatchTokens, type Pace } from './batches';
import type { Library } from './library';

/** What a network reads at once: tokens, special ones included. */
export interface TokenRow {
  readonly tokens: readonly number[];
  /** Which of two texts each token is of, for networks that are told. */
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

/** Rows of about the same length stand together then, and little is padded. */
export function longestFirst<T extends TokenRow>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => b.tokens.length - a.tokens.length);
}

interface BatchWork<T, R> {
  /** How fast this machine is, learnt from batch to batch. */
  readonly pace: Pace;
  /** Between two batches: hears a stop, and throws its reason. */
  breathe(): Promise<void>;
  /** Runs one batch when it is its turn; `timed` around the work itself, not around the waiting. */
  run(batch: readonly T[], timed: <V>(work: () => Promise<V>) => Promise<V>): Promise<readonly R[]>;
  /** Told how many rows are done. */
  onBatch?(done: number): void;
}

/** One result per row, the longest rows first, in batches that take about as long as `batches` says. */
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
