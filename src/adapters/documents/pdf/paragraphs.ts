import { oneLine } from '../text/clean-text';
import type { TextBuilder } from '../text/text-builder';
import type { HeadingLevels } from './headings';
import type { Box, PageLines } from './box';

interface Open {
  text: string;
  level: number | undefined;
  /** Offsets in `text` at which a page starts. */
  pageStarts: number[];
  last: Box;
  region: readonly Box[];
}

/** Writes the lines of all pages as headings and paragraphs; words broken at line ends are joined. */
export function writeParagraphs(pages: readonly PageLines[], levels: HeadingLevels, builder: TextBuilder): void {
  const hyphenated = wordsWithHyphen(pages);
  const spacing = lineSpacing(pages);
  let open: Open | undefined;
  const close = (): void => {
    if (open?.level !== undefined) builder.heading(open.level, open.text);
    else if (open) builder.paragraph(open.text, { pageStarts: open.pageStarts });
    open = undefined;
  };
  for (const page of pages) {
    let startsPage = true;
    for (const region of page.regions) {
      for (const line of region) {
        const text = lineText(line);
        if (!text) continue;
        const level = levels.get(line);
        if (open && continues(open, { line, text, level, region, spacing })) {
          const joint = jointOf(open.text, text, hyphenated);
          open.text = joint.before;
          if (startsPage) open.pageStarts.push(open.text.length);
          open.text += text;
          Object.assign(open, { last: line, region });
        } else {
          close();
          if (startsPage) builder.page();
          open = { text, level, pageStarts: [], last: line, region };
        }
        startsPage = false;
      }
    }
    if (page.sideways.length > 0 || startsPage) {
      close();
      if (startsPage) builder.page();
      builder.paragraph(page.sideways.join(' '));
    }
  }
  close();
}

function lineText(line: Box): string {
  const cells = line.text.split('\t').map(oneLine).filter(Boolean);
  return cells.join('\t').replace(/\s?(?:[.·…]\s?){5,}/gu, LEADER);
}

/** Replaces the dots that lead to a page number in a table of contents. */
const LEADER = ' … ';

interface Next {
  readonly line: Box;
  readonly text: string;
  readonly level: number | undefined;
  readonly region: readonly Box[];
  readonly spacing: number;
}

const SENTENCE_END = /[.!?:;…。！？：；]["'”’»)\]]*$/u;
const BULLET = /^[•‣◦▪●■]/u;
/** A dash or a number, which may also begin a line that is no list item. */
const ITEM = /^([–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])[\s\t]/u;

function continues(open: Open, next: Next): boolean {
  const { last } = open;
  if (open.level !== next.level || Math.abs(last.size - next.line.size) > 0.08 * last.size) return false;
  const gap = next.line.y - last.y;
  const isClose = gap <= next.spacing * 1.3 * last.size;
  if (next.level !== undefined) return isClose && gap > 0;
  if (open.region !== next.region) return /^\p{Ll}/u.test(next.text) && !SENTENCE_END.test(open.text);
  if (!isClose) return false;
  if (BULLET.test(next.text)) return false;
  if (ITEM.test(next.text) && (ITEM.test(open.text) || SENTENCE_END.test(open.text))) return false;
  return !(SENTENCE_END.test(open.text) && endsOrStartsParagraph(last, next.line, next.region));
}

/** The line before stops well short of the margin, or this one is set in. */
function endsOrStartsParagraph(last: Box, line: Box, region: readonly Box[]): boolean {
  const left = region.reduce((least, each) => Math.min(least, each.x0), Infinity);
  const right = region.reduce((most, each) => Math.max(most, each.x1), -Infinity);
  const short = line.rtl ? last.x0 > left + 0.15 * (right - left) : last.x1 < right - 0.15 * (right - left);
  const indented = line.rtl ? line.x1 < last.x1 - line.size : line.x0 > last.x0 + line.size;
  return short || indented;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** The text before a line break, with its hyphen removed or a separator added. */
function jointOf(before: string, after: string, hyphenated: ReadonlySet<string>): { before: string } {
  const head = /(\p{L}+)[-\u2010\u00ad]$/u.exec(before.slice(-80))?.[1];
  const tail = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after)?.[0];
  if (head && tail) return { before: hyphenated.has(`${head}-${tail}`.toLowerCase()) ? before : before.slice(0, -1) };
  if (/\t| … /u.test(before) || /\t| … /u.test(after)) return { before: `${before}\n` };
  const isWide = WIDE.test(before.at(-1) ?? '') && WIDE.test(after.charAt(0));
  return { before: isWide ? before : `${before} ` };
}

/** Words that are written with a hyphen within a line keep it at a line's end too. */
function wordsWithHyphen(pages: readonly PageLines[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const page of pages)
    for (const line of page.regions.flat())
      for (const [word] of line.text.matchAll(/\p{L}{1,40}-\p{Ll}{1,40}/gu)) words.add(word.toLowerCase());
  return words;
}

/** Usual distance of baselines within a paragraph, in multiples of the letter size: the lower third of what is seen. */
function lineSpacing(pages: readonly PageLines[]): number {
  const ratios = pages.flatMap((page) =>
    page.regions.flatMap((region) =>
      region.slice(1).flatMap((line, index) => {
        const gap = line.y - (region[index]?.y ?? line.y);
        return gap > 0 && gap < 4 * line.size ? [gap / line.size] : [];
      }),
    ),
  );
  ratios.sort((a, b) => a - b);
  return Math.max(1, ratios[Math.floor(ratios.length / 3)] ?? 1.3);
}
