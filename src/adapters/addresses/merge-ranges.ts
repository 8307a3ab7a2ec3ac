import type { ByteRange } from '../../core/ports/addresses';

/** Bytes between two parts of a file up to which both are asked for at once: a further request costs more. */
const NEAR = 32 * 1024;

/** A stretch of a file that is asked for by one request, and the parts that it covers, by their places in the list. */
export interface MergedRange extends ByteRange {
  readonly parts: readonly number[];
}

/** Joins ranges that overlap or are near each other. Empty ones belong to none. Throws RangeError for what is no range. */
export function mergeRanges(ranges: readonly ByteRange[], near = NEAR): readonly MergedRange[] {
  for (const { start, end } of ranges) {
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
      throw new RangeError(`${String(start)}–${String(end)} is no range of bytes`);
  }
  const sorted = ranges
    .map((range, part) => ({ ...range, part }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number; parts: number[] }[] = [];
  for (const { start, end, part } of sorted) {
    const last = merged.at(-1);
    if (last && start - last.end <= near) {
      last.end = Math.max(last.end, end);
      last.parts.push(part);
    } else merged.push({ start, end, parts: [part] });
  }
  return merged;
}

/** Bytes of their own for a range of a file, out of those that begin at `from`. */
export const cutOut = (bytes: Uint8Array<ArrayBuffer>, { start, end }: ByteRange, from = 0): Uint8Array<ArrayBuffer> =>
  bytes.slice(start - from, end - from);
