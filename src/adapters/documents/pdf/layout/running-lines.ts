import type { Box, PageLines } from './box';
import { commonSize } from './lines';

const FEWEST_PAGES = 3;
/** The share of pages, from its first to its last, that a running line is on. It may be on left pages only. */
const SHARE = 0.4;
/** The share of the page's height, at its top and bottom, for running headers and footers. */
const MARGIN = 0.12;

/**
 * Keeps headers and footers once, where they come first, and drops page numbers. They stand at the edge, are not larger
 * than the body, and repeat from page to page but for the number of the page. Lines that count the pages need to repeat
 * only once. In a file of few pages two are enough.
 */
export function withoutRunningLines(pages: readonly PageLines[]): PageLines[] {
  const largest = 1.1 * commonSize(pages.flatMap((page) => page.regions.flat()));
  const found = new Map<string, number[]>();
  const keys = new Map<Box, Keys>();
  pages.forEach((page, at) => {
    for (const line of page.regions.flat()) {
      const ownKeys = line.size <= largest && !line.turned ? keysOf(line, page.height, at) : undefined;
      if (!ownKeys) continue;
      keys.set(line, ownKeys);
      for (const key of new Set(
        [ownKeys.whole, ...ownKeys.counted, ...ownKeys.words, ...ownKeys.counts].filter(Boolean),
      )) {
        const places = found.get(key) ?? [];
        if (places.at(-1) !== at) found.set(key, [...places, at]);
      }
    }
  });
  const isOften = (key: string, at: number): boolean => {
    const places = found.get(key) ?? [];
    return pages.length <= FEWEST_PAGES ? places.length > 1 : runs(places, at);
  };
  const seen = new Set<string>();
  const kept = new Map<Box, Box>();
  const isDropped = (line: Box, at: number): boolean => {
    const own = keys.get(line);
    if (!own) return false;
    const numbered = own.words.find((words, which) => {
      const repeats = (found.get(words)?.length ?? 0) > 1 || own.isNumber;
      return repeats && isOften(own.counts[which] ?? '', at);
    });
    const running = [own.whole, ...own.counted].find((key) => isOften(key, at)) ?? numbered;
    if (own.isNumber) return running !== undefined || (pages.length === 1 && own.counts[0]?.endsWith(' 1') === true);
    if (running === undefined) return false;
    if (seen.has(running)) return true;
    seen.add(running);
    if (!line.cells) kept.set(line, { ...line, running: true });
    return false;
  };
  return pages.map((page, at) => ({
    ...page,
    regions: page.regions
      .map((region) => region.flatMap((line) => (isDropped(line, at) ? [] : [kept.get(line) ?? line])))
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

/** Texts that running lines share, each with its edge of the page. */
interface Keys {
  /** The line as it is, at its height. */
  readonly whole: string;
  /** With one of its numbers as the distance from the number of the page. */
  readonly counted: readonly string[];
  /** Without that number, and that distance alone for one at the beginning or the end. */
  readonly words: readonly string[];
  readonly counts: readonly string[];
  /** Nothing but a number. */
  readonly isNumber: boolean;
}

function keysOf(line: Box, height: number, at: number): Keys | undefined {
  const edge = line.y < height * MARGIN ? 'top' : line.y > height * (1 - MARGIN) ? 'bottom' : undefined;
  if (!edge) return undefined;
  const text = line.text.toLowerCase().replace(/\s+/gu, ' ').trim();
  const isRoman = /^[ivxlc]+$/u.test(text);
  const counted = [...text.matchAll(/\d{1,4}/gu)].slice(0, MOST_NUMBERS).map(({ 0: number, index }) => ({
    words: `${edge} ${text.slice(0, index)}#${text.slice(index + number.length)}`,
    count: `${edge} page ${String(Number(number) - at)}`,
  }));
  return {
    whole: `${edge} ${String(Math.round(line.y / SAME_HEIGHT))} ${isRoman ? 'i' : text}`,
    counted: counted.map(({ words, count }) => `${count} ${words}`),
    words: counted.map(({ words }) => words),
    counts: counted.map(({ words, count }) => (/^\w+ #(?!\S)|(?<!\S)#$/u.test(words) ? count : '')),
    isNumber: isRoman || /^\d+$/u.test(text),
  };
}

/** Points by which the heights of a running line differ at most. */
const SAME_HEIGHT = 4;

/** Numbers of a line that are tried as the number of the page. */
const MOST_NUMBERS = 4;
