/** Rows of a batch at most, however short they are. */
const MOST_ROWS = 64;
const FEWEST_TOKENS = 512;
const MOST_TOKENS = 16_384;
/** A batch should not take longer, so that a stop is heard and progress is seen. */
const TARGET_MS = 1000;

const FIRST_BATCH_TOKENS = 2048;

/** How fast this machine is, learnt from call to call. */
export interface Pace {
  batchTokens: number;
}

export const newPace = (): Pace => ({ batchTokens: FIRST_BATCH_TOKENS });

/**
 * How many of `lengths` from `start` go into one batch of at most `maxTokens`, padding included; at least one. With the longest first,
 * neighbours are of about the same length and little is padded.
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
