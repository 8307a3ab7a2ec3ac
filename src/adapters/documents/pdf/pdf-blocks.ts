import { commentBlock, type Block } from '../blocks/block';
import { oneLine } from '../text/clean-text';
import type { Box, PageLines } from './layout/box';
import type { HeadingLevels } from './headings';
import { beforeBreak, lexiconOf, lineSpacing } from './layout/joints';
import { tableAt } from './layout/tables';

type Row = Extract<Block, { readonly kind: 'row' }>;
type WrittenRow = { -readonly [Key in keyof Row]: Row[Key] };

/** A block that further lines may be added to. */
interface Open {
  text: string;
  readonly kind: 'heading' | 'paragraph' | 'item' | 'note';
  /** Level of a heading. */
  readonly level: number | undefined;
  readonly marker: string;
  readonly indent: number;
  readonly breaks: { readonly at: number; readonly part: 'page'; readonly number: number; readonly name: string }[];
  last: Box;
  region: readonly Box[];
}

/** Makes blocks of the lines of all pages: headings, paragraphs, items of lists and rows of tables. */
export function pdfBlocks(pages: readonly PageLines[], levels: HeadingLevels): Block[] {
  const lexicon = lexiconOf(pages);
  const spacing = lineSpacing(pages);
  const blocks: Block[] = [];
  let open: Open | undefined;
  let table = 0;
  /** First row of the last table, and its words. */
  let head: { readonly row: WrittenRow; readonly words: string } | undefined;
  let indents: number[] = [];
  const close = (): void => {
    if (open) blocks.push(closed(open, indents));
    if (open?.kind !== 'item') indents = [];
    open = undefined;
  };
  pages.forEach((page, index) => {
    const number = index + 1;
    const part = { part: 'page', number, name: page.label === String(number) ? '' : page.label } as const;
    let isStarted = false;
    const start = (): void => {
      close();
      if (!isStarted) blocks.push({ kind: 'part', ...part });
      isStarted = true;
    };
    for (const region of page.regions)
      for (let at = 0; at < region.length; at += 1) {
        const line = region[at];
        const text = line ? lineText(line) : '';
        if (!line || !text) continue;
        const level = levels.get(line);
        const found =
          level === undefined && !isMarked(line) ? tableAt(region, at, (each) => levels.has(each)) : undefined;
        if (found) {
          const words = found.rows[0]?.join('\t') ?? '';
          const goesOn = !isStarted && !open && continuesTable(blocks, found.rows);
          // A row that begins a table anew on the next page names its columns.
          const isAgain = goesOn && words === head?.words;
          if (isAgain && head) head.row.header = true;
          if (!goesOn) {
            start();
            table += 1;
          }
          for (const cells of isAgain ? found.rows.slice(1) : found.rows) {
            const row: WrittenRow = { kind: 'row', cells, table };
            if (!isStarted) row.breaks = [{ at: 0, ...part }];
            isStarted = true;
            blocks.push(row);
            if (goesOn || head?.row.table === table) continue;
            head = { row, words };
            if (found.hasHead) row.header = true;
          }
          at += found.lines - 1;
          continue;
        }
        const marked = level === undefined ? markerOf(text, region.slice(at + 1, at + LOOK_AHEAD), open) : undefined;
        if (open && !marked && continues(open, { line, text, level, region, spacing })) {
          const isHard = level === undefined && isHardBreak(open.last, line, region);
          open.text = isHard ? `${open.text}\n` : beforeBreak(open.text, text, lexicon);
          if (!isStarted) open.breaks.push({ at: open.text.length, ...part });
          isStarted = true;
          open.text += text;
          Object.assign(open, { last: line, region });
        } else {
          const isNote = line.note !== undefined;
          const kind = isNote ? 'note' : marked ? 'item' : level === undefined ? 'paragraph' : 'heading';
          start();
          const shown = marked?.text ?? text;
          open = {
            kind,
            level,
            marker: line.note ?? marked?.marker ?? '',
            indent: line.x0,
            text: shown,
            breaks: [],
            last: line,
            region,
          };
        }
      }
    if (!isStarted || page.comments.length + page.fields.length > 0) start();
    for (const { name, value } of page.fields) blocks.push({ kind: 'field', name, value });
    for (const text of page.comments) blocks.push(commentBlock(text));
  });
  close();
  return blocks;
}

function closed({ kind, level, marker, indent, text, breaks }: Open, indents: number[]): Block {
  if (kind === 'heading') return { kind, level: level ?? 1, text };
  const words = { text, ...(breaks.length > 0 && { breaks }) };
  if (kind === 'note') return { kind, note: 'foot', mark: marker, ...words };
  return kind === 'paragraph' ? { kind, ...words } : { kind, level: levelIn(indents, indent), marker, ...words };
}

/** A level for each left edge, the outermost first. */
function levelIn(indents: number[], indent: number): number {
  while (indents.length > 0 && indent < (indents.at(-1) ?? 0) - SAME_INDENT) indents.pop();
  if (indent > (indents.at(-1) ?? -Infinity) + SAME_INDENT) indents.push(indent);
  return indents.length - 1;
}

const SAME_INDENT = 3;

/** A table goes on at the top of a page with as many columns as at the end of the page before. */
function continuesTable(blocks: readonly Block[], rows: readonly (readonly string[])[]): boolean {
  const last = blocks.at(-1);
  return last?.kind === 'row' && last.cells.length === rows[0]?.length;
}

function lineText(line: Box): string {
  const cells = line.text.split('\t').map(oneLine).filter(Boolean);
  return cells.join('\t').replace(/\s?(?:[.·…]\s?){5,}/gu, LEADER);
}

/** Replaces the dots that lead to a page number in a table of contents. */
const LEADER = ' … ';

/** A wide gap behind the marker of an item. */
const isMarked = ({ text, cells, parts = cells }: Box): boolean =>
  parts?.length === 2 && (BULLET.test(text) || ITEM.test(text));

const BULLET = /^([•‣◦▪●■○□➢✓])\s*/u;
/** A dash, a number or a letter, which may also begin a line that is no list item. */
const ITEM = /^([–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[ivx]{1,5}[.)])[\s\t]+(?=\S)/u;
/** Lines in which another item of the same list is looked for. */
const LOOK_AHEAD = 8;

/** Marker and text of a list item. A marker that may be none needs another one above or below. */
function markerOf(
  text: string,
  below: readonly Box[],
  open: Open | undefined,
): { marker: string; text: string } | undefined {
  const bullet = BULLET.exec(text);
  if (bullet) return { marker: '-', text: text.slice(bullet[0].length) };
  const item = ITEM.exec(text);
  if (!item?.[1] || text.includes('\t', item[0].length)) return undefined;
  const isListed = open?.kind === 'item' || below.some((line) => ITEM.test(line.text));
  if (!isListed || (open?.kind === 'paragraph' && !SENTENCE_END.test(open.text))) return undefined;
  return { marker: /^[–—*-]/u.test(item[1]) ? '-' : item[1], text: text.slice(item[0].length) };
}

interface Next {
  readonly line: Box;
  readonly text: string;
  readonly level: number | undefined;
  readonly region: readonly Box[];
  readonly spacing: number;
}

const SENTENCE_END = /[.!?:;…。！？：；]["'”’»)\]]*$/u;

function continues(open: Open, next: Next): boolean {
  const { last } = open;
  if (next.line.note !== undefined || last.running || next.line.running || last.filled || next.line.filled)
    return false;
  if (open.level !== next.level || Math.abs(last.size - next.line.size) > 0.08 * last.size) return false;
  const gap = next.line.y - last.y;
  const isClose = gap <= next.spacing * 1.3 * last.size;
  if (next.level !== undefined) return isClose && gap > 0;
  if (open.region !== next.region) return /^\p{Ll}/u.test(next.text) && !SENTENCE_END.test(open.text);
  if (!isClose) return false;
  const mayEnd = SENTENCE_END.test(open.text) || (open.kind === 'item' && next.line.x0 <= open.indent + SAME_INDENT);
  return !(mayEnd && endsOrStartsParagraph(last, next.line, next.region));
}

/** Lines above and below by which the edges of a paragraph are told. */
const AROUND = 4;

/** The line before ends where the first word of this one had room: somebody ended it there, as in a list or an address. */
function isHardBreak(last: Box, line: Box, region: readonly Box[]): boolean {
  if (line.turned || /^\p{Ll}/u.test(line.text) || /[-\u2010\u00ad]$/u.test(last.text)) return false;
  const at = region.indexOf(line);
  const near = region.slice(Math.max(0, at - AROUND), at + AROUND);
  const room = line.rtl
    ? last.x0 - near.reduce((least, { x0 }) => Math.min(least, x0), Infinity)
    : near.reduce((most, { x1 }) => Math.max(most, x1), -Infinity) - last.x1;
  return room > firstWidth(line) + line.size;
}

/** Width in points of a line's first word, by its part of the line: places of recognised words are in pixels, and may be turned. */
function firstWidth({ words = [], x0, x1 }: Box): number {
  const across = words.map(({ place: [x, , width] }) => ({ start: x, length: width }));
  const down = words.map(({ place: [, y, , height] }) => ({ start: y, length: height }));
  const along = extentOf(across) >= extentOf(down) ? across : down;
  const [first] = along;
  return first ? ((x1 - x0) * first.length) / extentOf(along) : Infinity;
}

const extentOf = (pieces: readonly { readonly start: number; readonly length: number }[]): number =>
  pieces.reduce((most, { start, length }) => Math.max(most, start + length), -Infinity) -
  pieces.reduce((least, { start }) => Math.min(least, start), Infinity);

/** The line before stops well short of the margin, or this one is set in. */
function endsOrStartsParagraph(last: Box, line: Box, region: readonly Box[]): boolean {
  const at = region.indexOf(line);
  const near = region.slice(Math.max(0, at - AROUND), at + AROUND);
  const left = near.reduce((least, each) => Math.min(least, each.x0), Infinity);
  const right = near.reduce((most, each) => Math.max(most, each.x1), -Infinity);
  const short = line.rtl ? last.x0 > left + 0.15 * (right - left) : last.x1 < right - 0.15 * (right - left);
  const indented = line.rtl ? line.x1 < last.x1 - line.size : line.x0 > last.x0 + line.size;
  return short || indented;
}
