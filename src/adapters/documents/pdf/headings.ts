import { commonSize } from './layout/lines';
import type { Box, PageLines } from './layout/box';
import type { OutlineItem } from './open-pdf';
import type { Tag } from './layout/page-tags';

/** Level of each line that is part of a heading. */
export type HeadingLevels = ReadonlyMap<Box, number>;

/** Finds headings by the outline if its titles are on the pages, or by the tags of the file; by the size and weight of the letters where these show more. */
export function headingLevels(pages: readonly PageLines[], outline: readonly OutlineItem[]): HeadingLevels {
  const byOutline = outlineLevels(pages, outline);
  const byTags = tagLevels(pages);
  const isOutlined = byOutline.found >= Math.max(1, outline.length / 2);
  const otherwise = isOutlined ? byOutline.levels : looksLevels(pages);
  return byTags.size > 0 && byTags.size >= otherwise.size ? byTags : otherwise;
}

/** Lines that are tagged as headings; none where most of the text is, as some programs have it. */
function tagLevels(pages: readonly PageLines[]): Map<Box, number> {
  const lines = pages.flatMap(({ regions }) => regions.flat());
  const tagged = lines.flatMap((line) => {
    const tag = tagOf(line);
    return typeof tag === 'number' ? [[line, tag] as const] : [];
  });
  const isMost = lettersIn(tagged.map(([line]) => line)) > MOST_BOLD * lettersIn(lines);
  return new Map(isMost ? [] : tagged);
}

/** The tag of all words of a line. */
function tagOf({ words = [] }: Box): Tag | undefined {
  const [first] = words;
  return words.every(({ tag }) => tag === first?.tag) ? first?.tag : undefined;
}

const lettersIn = (lines: readonly Box[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

function outlineLevels(
  pages: readonly PageLines[],
  outline: readonly OutlineItem[],
): { levels: Map<Box, number>; found: number } {
  const levels = new Map<Box, number>();
  const body = commonSize(pages.flatMap((page) => page.regions.flat()));
  let found = 0;
  for (const item of outline) {
    const lines = (pages[item.page]?.regions ?? []).flat();
    const title = key(item.title);
    const exact = title ? findLines(lines, title, levels) : [];
    const matched = exact.length > 0 ? exact : findLabelled(lines, withoutNumber(title), body);
    if (matched.length > 0) found += 1;
    for (const line of matched) levels.set(line, item.level);
  }
  return { levels, found };
}

/**
 * The lines, up to four in a row, that together equal an entry of the outline; a section number may be on one side
 * only.
 */
function findLines(lines: readonly Box[], title: string, taken: ReadonlyMap<Box, number>): readonly Box[] {
  const bare = withoutNumber(title);
  for (let start = 0; start < lines.length; start += 1) {
    let text = '';
    for (let end = start; end < Math.min(lines.length, start + 4); end += 1) {
      const line = lines[end];
      if (!line || taken.has(line)) break;
      text += key(line.text);
      if (text === title || text === bare || withoutNumber(text) === title) return lines.slice(start, end + 1);
      if (!title.startsWith(text) && !bare.startsWith(text) && !title.startsWith(withoutNumber(text))) break;
    }
  }
  return [];
}

/** A larger or bold line that ends with the title, after a label that the outline leaves out: "Appendix A Sources". */
function findLabelled(lines: readonly Box[], title: string, body: number): readonly Box[] {
  const found = lines.find((line) => {
    if (title === '' || !(line.bold === true || line.size >= body * 1.05)) return false;
    const text = key(line.text);
    return text.endsWith(title) && text.length - title.length <= MOST_LABEL;
  });
  return found ? [found] : [];
}

/** Letters and digits of a label before a title, at most. */
const MOST_LABEL = 12;

function key(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.\u00ad]+/gu, '');
}

function withoutNumber(text: string): string {
  return /\p{L}/u.test(text) ? text.replace(/^\d+/u, '') : text;
}

function looksLevels(pages: readonly PageLines[]): Map<Box, number> {
  const regions = pages.flatMap((page) => page.regions.filter(([first]) => !first?.turned));
  const lines = regions.flat();
  const body = commonSize(lines);
  const hasWords = (line: Box): boolean =>
    line.text.length <= 200 && /\p{L}{2}/u.test(line.text) && tagOf(line) !== 'cell';
  const isLarge = (line: Box): boolean => line.size >= body * 1.12 && hasWords(line);
  const isMarked = (line: Box): boolean => line.bold === true && line.size >= body * 0.97 && hasWords(line);
  const sizes = distinctSizes(lines.filter(isLarge));
  const levels = new Map<Box, number>();
  for (const run of regions.flatMap((region) => runsOf(region, isLarge))) {
    if (run.length > 4) continue;
    for (const line of run) levels.set(line, 1 + sizes.findIndex((size) => line.size >= size * 0.97));
  }
  if (lettersIn(lines.filter(isMarked)) > MOST_BOLD * lettersIn(lines)) return levels;
  for (const [at, region] of regions.entries())
    for (const run of runsOf(region, (line) => isMarked(line) && !isLarge(line)))
      if (standsAlone(run, region, regions[at + 1]))
        for (const line of run) levels.set(line, Math.min(6, sizes.length + 1));
  return levels;
}

/** Part of the letters that are bold, above which bold marks nothing. */
const MOST_BOLD = 0.3;

/** One or two bold lines that end no sentence, with other words below them, and that are no row of a table. */
function standsAlone(run: readonly Box[], region: readonly Box[], next: readonly Box[] | undefined): boolean {
  const last = run.at(-1);
  const after = last && (region[region.indexOf(last) + 1] ?? next?.[0]);
  const text = run.map((line) => line.text).join(' ');
  return run.length <= 2 && !!after && !after.bold && !/[.!?:;,。]$/u.test(text) && run.every((line) => !line.cells);
}

/** At most six sizes, the largest first; sizes within 3 % are one. */
function distinctSizes(lines: readonly Box[]): number[] {
  const sizes: number[] = [];
  for (const size of lines.map((line) => line.size).sort((a, b) => b - a)) {
    const last = sizes.at(-1);
    if (last === undefined || size < last * 0.97) sizes.push(size);
  }
  return sizes.length > 6 ? [...sizes.slice(0, 5), sizes.at(-1) ?? 0] : sizes;
}

function runsOf(region: readonly Box[], belongs: (line: Box) => boolean): Box[][] {
  const runs: Box[][] = [];
  let before: Box | undefined;
  for (const line of region) {
    if (belongs(line)) {
      if (before && belongs(before) && Math.abs(before.size - line.size) < 0.03 * line.size) runs.at(-1)?.push(line);
      else runs.push([line]);
    }
    before = line;
  }
  return runs;
}

/** The largest text of the first page, if it is clearly larger than the body: a reader takes it for the title. */
export function titleByLook(pages: readonly PageLines[]): string | undefined {
  const lines = (pages[0]?.regions ?? []).flat();
  const body = commonSize(pages.flatMap((page) => page.regions.flat()));
  const isWords = (line: Box): boolean => /\p{L}{2}/u.test(line.text);
  const largest = lines.reduce((most, line) => (isWords(line) ? Math.max(most, line.size) : most), 0);
  const [run] = runsOf(lines, (line) => isWords(line) && line.size >= largest * 0.97);
  return largest >= body * 1.3 && run && run.length <= 4 ? run.map((line) => line.text).join(' ') : undefined;
}
