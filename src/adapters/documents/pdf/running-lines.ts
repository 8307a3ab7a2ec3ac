import { commonSize } from './lines';
import type { Box } from './box';
import type { PageLines } from './read-pdf';

const FEWEST_PAGES = 4;
const SHARE = 0.6;
/** Part of the page's height at its top and bottom in which running headers and footers stand. */
const MARGIN = 0.12;

/** Drops headers, footers and page numbers: lines at the edge, not larger than the body, that most pages share, numbers aside. */
export function withoutRunningLines(pages: readonly PageLines[]): PageLines[] {
  if (pages.length < FEWEST_PAGES) return [...pages];
  const largest = 1.1 * commonSize(pages.flatMap((page) => page.regions.flat()));
  const counts = new Map<string, number>();
  for (const page of pages) {
    const keys = new Set(page.regions.flat().flatMap((line) => edgeKey(line, page.height) ?? []));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRunning = (line: Box, height: number): boolean =>
    line.size <= largest && (counts.get(edgeKey(line, height) ?? '') ?? 0) >= pages.length * SHARE;
  return pages.map((page) => ({
    ...page,
    regions: page.regions
      .map((region) => region.filter((line) => !isRunning(line, page.height)))
      .filter((region) => region.length > 0),
  }));
}

function edgeKey(line: Box, height: number): string | undefined {
  const edge = line.y < height * MARGIN ? 'top' : line.y > height * (1 - MARGIN) ? 'bottom' : undefined;
  return edge && `${edge} ${line.text.toLowerCase().replace(/\d+/gu, '#').replace(/\s+/gu, ' ').trim()}`;
}
