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
