import type { DocumentView } from '../../core/engine/documents/document-view';
import { headingPaths, isRunIn, partAt, type DocumentParts, type Place } from '../../core/tables/documents';

export { pagesIn, partAt } from '../../core/tables/documents';
export { isRecord } from '../../core/text/blocks';

/** Part of a document's text, cut into what is drawn. Offsets are of the whole document. */
export interface TextRun {
  readonly start: number;
  readonly text: string;
  readonly marked: boolean;
  /** Id of the note that is about it; missing for none. */
  readonly note?: string;
}

export interface DocumentBlock {
  readonly kind: 'page' | 'heading' | 'paragraph' | 'item';
  readonly start: number;
  /** Heading level or depth of a list item from 0; 0 for others. */
  readonly value: number;
  /** The part that begins here, for one that does. */
  readonly place?: Place;
  /** Mark before a list item's words: `-` or `2.`; empty otherwise. */
  readonly marker: string;
  readonly runs: readonly TextRun[];
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Words that a note is about. */
export interface NotedRange extends TextRange {
  readonly note: string;
}

type Readable = Pick<DocumentView, 'text' | 'headings' | keyof DocumentParts>;

const ITEM = /^([ \t]*)([-*•‣◦▪]|\d{1,3}[.)])[ \t]+(?=\S)/;
const ITEMS = /(?<=^|\n)[ \t]*(?:[-*•‣◦▪]|\d{1,3}[.)])[ \t]+(?=\S)/g;
const DEEPEST = 8;
const BREAK = /\n[ \t]*\n\s*/g;

/** The window of `radius` characters around a range, moved outwards to paragraph borders that are near. */
export function windowAround(text: string, range: TextRange, radius: number): TextRange {
  const from = Math.max(0, range.start - radius);
  const to = Math.min(text.length, range.end + radius);
  const before = from === 0 ? 0 : text.lastIndexOf('\n', from) + 1;
  const after = to === text.length ? to : text.indexOf('\n', to);
  return {
    start: from - before > 2000 ? from : before,
    end: after === -1 || after - to > 2000 ? to : after,
  };
}

/** Text of a range, cut into runs at the borders of what is cited and of what notes are about; both may overlap. */
function runsOf(
  text: string,
  range: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[],
): readonly TextRun[] {
  const isNear = ({ start, end }: TextRange): boolean => start < range.end && end > range.start;
  const [cited, notes] = [marks.filter(isNear), noted.filter(isNear)];
  const borders = new Set([range.start, range.end]);
  for (const { start, end } of [...cited, ...notes]) {
    if (start > range.start) borders.add(start);
    if (end < range.end) borders.add(end);
  }
  const cuts = [...borders].sort((a, b) => a - b);
  return cuts.slice(1).map((end, at) => {
    const start = cuts[at] ?? range.start;
    const covers = (one: TextRange): boolean => one.start <= start && one.end >= end;
    const note = notes.find(covers)?.note;
    return { start, text: text.slice(start, end), marked: cited.some(covers), ...(note !== undefined && { note }) };
  });
}

function paragraphRanges(text: string, window: TextRange, cuts: readonly number[]): readonly TextRange[] {
  const borders = new Set<number>([window.start]);
  for (const match of text.slice(window.start, window.end).matchAll(BREAK)) {
    borders.add(window.start + match.index + match[0].length);
  }
  const isLineStart = window.start === 0 || text[window.start - 1] === '\n';
  for (const match of text.slice(window.start, window.end).matchAll(ITEMS)) {
    if (match.index > 0 || isLineStart) borders.add(window.start + match.index);
  }
  for (const cut of cuts) if (cut > window.start && cut < window.end) borders.add(cut);
  const starts = [...borders].sort((a, b) => a - b);
  return starts
    .map((start, index) => ({ start, end: starts[index + 1] ?? window.end }))
    .filter((range) => range.end > range.start);
}

/** The end of the line on which a heading ends; its source may hold a Markdown marker that its text lacks. Of a run-in heading, the end of its words. */
function endOfHeading(text: string, heading: Readable['headings'][number]): number {
  const least = heading.start + heading.text.length;
  if (isRunIn(text, heading)) return least + (/^\S*\s*/u.exec(text.slice(least, least + 20))?.[0].length ?? 0);
  const end = text.indexOf('\n', least);
  return end === -1 || end > least + 200 ? least : end;
}

const markerLength = (text: string, start: number): number =>
  /^#{1,6}[ \t]+/.exec(text.slice(start, start + 20))?.[0].length ?? 0;

interface ItemHead {
  readonly marker: string;
  readonly depth: number;
  /** Characters before the item's words. */
  readonly length: number;
}

function itemAt(text: string, { start, end }: TextRange): ItemHead | null {
  const found = (start === 0 || text[start - 1] === '\n') && ITEM.exec(text.slice(start, Math.min(end, start + 80)));
  if (!found) return null;
  const [head, indent = '', marker = ''] = found;
  return {
    marker,
    depth: Math.min(DEEPEST, Math.floor(indent.replaceAll('\t', '  ').length / 2)),
    length: head.length,
  };
}

/** Blocks with those of a list, which follow one another, together. */
export function withLists(blocks: readonly DocumentBlock[]): readonly (DocumentBlock | readonly DocumentBlock[])[] {
  const groups: (DocumentBlock | DocumentBlock[])[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== 'item') groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Headings above an offset, highest first. */
export function headingPath(headings: Readable['headings'], offset: number): readonly string[] {
  return headingPaths(headings)(offset);
}

/** The window of a document as pages, headings and paragraphs, with what is marked or noted cut out as runs of their own. */
export function documentBlocks(
  document: Readable,
  window: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[] = [],
): readonly DocumentBlock[] {
  const { text, page_starts: pages, headings } = document;
  const headingAt = new Map(headings.map((heading) => [heading.start, heading]));
  const near = headings.filter((heading) => heading.start >= window.start && heading.start < window.end);
  const headingEnds = near.map((heading) => endOfHeading(text, heading));
  const partStarts = new Set(pages);
  const blocks: DocumentBlock[] = [];
  for (const range of paragraphRanges(text, window, [...headingAt.keys(), ...headingEnds, ...pages])) {
    const part = partStarts.has(range.start) ? partAt(document, range.start) : null;
    const place = typeof part === 'object' && part ? { ...part, row: null } : part;
    if (place !== null) blocks.push({ kind: 'page', start: range.start, value: 0, place, marker: '', runs: [] });
    const heading = headingAt.get(range.start);
    const end = range.start + text.slice(range.start, range.end).trimEnd().length;
    const item = heading ? null : itemAt(text, range);
    const skip = heading ? markerLength(text, range.start) : (item?.length ?? 0);
    const runs = runsOf(text, { start: Math.min(range.start + skip, end), end }, marks, noted);
    if (runs.length === 0) continue;
    const kind = heading ? 'heading' : item ? 'item' : 'paragraph';
    const value = heading?.level ?? item?.depth ?? 0;
    blocks.push({ kind, start: range.start, value, marker: item?.marker ?? '', runs });
  }
  return blocks;
}

/** Rows of a table that was read as one document, with the marked parts cut out. */
export interface DocumentTable {
  readonly columns: readonly string[];
  readonly rows: readonly DocumentTableRow[];
}

interface DocumentTableRow {
  /** Offset of the row in the document. */
  readonly start: number;
  readonly marked: boolean;
  /** By column; a blank cell is missing. */
  readonly cells: ReadonlyMap<string, readonly TextRun[]>;
}

const ROW = /[^\n]+(?:\n[^\n]+)*/gu;
const CELL = /(.*?): (.*(?:\n {2}.*)*)/gu;

/** The rows in a window of a document as a table; null where it is none, as where rows are prose under headings. */
export function documentTable(
  { text, tabular, headings }: Pick<DocumentView, 'text' | 'tabular' | 'headings'>,
  window: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[] = [],
): DocumentTable | null {
  if (!tabular || headings.length > 0) return null;
  const columns: string[] = [];
  const rows: DocumentTableRow[] = [];
  const first = text.lastIndexOf('\n\n', window.start) + 1;
  const last = text.indexOf('\n\n', window.end);
  for (const { 0: words, index } of text.slice(first, last === -1 ? text.length : last).matchAll(ROW)) {
    const start = first + index;
    const cells = new Map<string, readonly TextRun[]>();
    let read = 0;
    for (const { 0: line, 1: column = '', 2: value = '', index: at } of words.matchAll(CELL)) {
      const end = start + at + line.length;
      cells.set(column, runsOf(text, { start: end - value.length, end }, marks, noted));
      read += line.length + 1;
    }
    if (read !== words.length + 1) return null; // a line without a column
    const following = [...cells.keys()].filter((column) => !columns.includes(column));
    columns.push(...following);
    const marked = marks.some((mark) => mark.start < start + words.length && mark.end > start);
    rows.push({ start, marked, cells });
  }
  return rows.length > 0 ? { columns, rows } : null;
}
