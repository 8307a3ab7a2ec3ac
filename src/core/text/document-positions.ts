import type { Heading } from '../tables/documents';

/** One-based number of the last page that starts at or before the offset; null without pages. */
export function pageOf(pageStarts: readonly number[], offset: number): number | null {
  if (pageStarts.length === 0) return null;
  let low = 0;
  let high = pageStarts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pageStarts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}

/** Gives for offsets asked in rising order the headings in force there, highest level first. */
export function headingPaths(headings: readonly Heading[]): (offset: number) => readonly string[] {
  const sorted = [...headings].sort((a, b) => a.start - b.start);
  const stack: Heading[] = [];
  let next = 0;
  let path: readonly string[] = [];
  return (offset) => {
    for (let heading = sorted[next]; heading && heading.start <= offset; heading = sorted[++next]) {
      while (stack.length > 0 && (stack.at(-1)?.level ?? 0) >= heading.level) stack.pop();
      stack.push(heading);
      path = stack.map(({ text }) => text);
    }
    return path;
  };
}
