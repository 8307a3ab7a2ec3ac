import type { Box, PageLines } from './box';
import { commonSize } from './lines';

const FEWEST_PAGES = 3;
/** The share of pages, from its first to its last, that a running line is on. It may be on left pages only. */
const SHARE = 0.4;
/** The share of the page's height, at its top and bottom, for running headers and footers. */
const MARGIN = 0.12;

/**
 * Drops headers, footers and page numbers: lines at the edge, not larger than the body, that repeat from page to page except for their numbers.
 * Lines that count the pages need to repeat only once. With too few pages, only bare numbers that count all of them are dropped.
 */
export function withoutRunningLines(pages: readonly PageLines[]): PageLines[] {
  const largest = 1.1 * commonSize(pages.flatMap((page) => page.regions.flat()));
  const found = new Map<string, number[]>();
  pages.forEach((page, at) => {
    const lines = page.regions.flat().filter((line) => line.size <= largest);
    for (const key of new Set(lines.flatMap((line) => keysOf(line, page.height, at)))) {
      const places = found.get(key);
      if (places) places.push(at);
      else found.set(key, [at]);
    }
  });
  const isRunning = (line: Box, height: number, at: number): boolean => {
    if (line.size > largest) return false;
    const keys = keysOf(line, height, at);
    const [words = [], ...counts] = keys.map((key) => found.get(key) ?? []);
    if (pages.length <= FEWEST_PAGES) {
      const isFirst = pages.length > 1 || keys[1]?.endsWith(' page 1') === true;
      return keys[0]?.endsWith(' #') === true && counts[0]?.length === pages.length && isFirst;
    }
    return runs(words, at) || (words.length > 1 && counts.some((places) => runs(places, at)));
  };
  return pages.map((page, at) => ({
    ...page,
    regions: page.regions
      .map((region) => region.filter((line) => !isRunning(line, page.height, at)))
      .filter((region) => region.length > 0),
  }));
}

/** Checks for enough equal lines close by: some chapters have a head of their own. */
function runs(places: readonly number[], at: number): boolean {
  const near = places.filter((place) => Math.abs(place - at) <= NEAR);
  const span = (near.at(-1) ?? 0) - (near[0] ?? 0) + 1;
  return near.length >= FEWEST_PAGES && near.length >= SHARE * span;
}

const NEAR = 12;

/** Keys that running lines share: the edge with the words, and with the distance of the first and last number from the page number. */
function keysOf(line: Box, height: number, at: number): string[] {
  const edge = line.y < height * MARGIN ? 'top' : line.y > height * (1 - MARGIN) ? 'bottom' : undefined;
  if (!edge) return [];
  const text = line.text.toLowerCase().replace(/\s+/gu, ' ').trim();
  const words = text.replace(/\d+/gu, '#').replace(/^[ivxlc]+$/u, '#');
  const counts = [/^(\d{1,4})(?!\S)/u, /(?<!\S)(\d{1,4})$/u].flatMap((number) => {
    const count = number.exec(text)?.[1];
    return count === undefined ? [] : [`${edge} page ${Number(count) - at}`];
  });
  return [`${edge} ${words}`, ...counts];
}
