import { tablesIn, type TextTable } from '../../core/tables/document-tables';
import type { DocumentView } from '../../core/engine/documents/document-view';
import { withPicture } from '../../core/tables/recognition';
import { headingPaths, isRunIn, partAt, type DocumentParts, type Place } from '../../core/tables/documents';
import { knownTable, type DocumentTable } from './document-tables';
import { runsOf, type NotedRange, type TextRange, type TextRun } from './text-runs';

export type { NotedRange, TextRange, TextRun } from './text-runs';
export { pagesIn, partAt } from '../../core/tables/documents';
export { withPicture } from '../../core/tables/recognition';
export { isRecord } from '../../core/text/blocks';

export interface DocumentBlock {
  readonly kind: 'page' | 'heading' | 'paragraph' | 'item' | 'table';
  readonly start: number;
  /** Heading level or depth of a list item from 0; 0 for others. */
  readonly value: number;
  /** The part that begins here, for one that does. */
  readonly place?: Place;
  /** Mark before a list item's words: `-` or `2.`; empty otherwise. */
  readonly marker: string;
  readonly runs: readonly TextRun[];
  /** The rows of a table. */
  readonly table?: DocumentTable;
}

type Readable = Pick<DocumentView, 'text' | 'headings' | keyof DocumentParts> &
  Partial<Pick<DocumentView, 'recognition'>>;

/** Confidence below which a recognised word is marked as uncertain. */
const SURE = 70;

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

/** The window of a document as pages, headings, paragraphs and tables, with what is marked or noted cut out as runs of their own. */
export function documentBlocks(
  document: Readable,
  window: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[] = [],
): readonly DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let at = window.start;
  for (const found of tablesIn(document, window)) {
    for (const piece of piecesByPage(document, found, window)) {
      const { start, end, table } = knownTable(document, found, piece, marks, noted);
      blocks.push(...proseBlocks(document, { start: at, end: start }, marks, noted), ...placeBlocks(document, start));
      blocks.push({ kind: 'table', start, value: 0, marker: '', runs: [], table });
      at = end;
    }
  }
  return [...blocks, ...proseBlocks(document, { start: at, end: window.end }, marks, noted)];
}

/** The part of a table in a window, cut where pages begin in it. */
function piecesByPage({ page_starts }: Readable, table: TextTable, window: TextRange): readonly TextRange[] {
  const end = Math.min(table.end, window.end);
  const starts = [Math.max(table.start, window.start)];
  starts.push(...page_starts.filter((start) => start > (starts[0] ?? 0) && start < end));
  return starts.map((start, at) => ({ start, end: (starts[at + 1] ?? end + 1) - 1 }));
}

/** The part that starts at an offset, for one that does. */
function placeBlocks(document: Readable, start: number): readonly DocumentBlock[] {
  if (!document.page_starts.includes(start)) return [];
  const part = withPicture(partAt(document, start), document.recognition ?? null);
  const place = typeof part === 'object' && part ? { ...part, row: null } : part;
  return place === null ? [] : [{ kind: 'page', start, value: 0, place, marker: '', runs: [] }];
}

function proseBlocks(
  document: Readable,
  window: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[],
): readonly DocumentBlock[] {
  const { text, page_starts: pages, headings } = document;
  const headingAt = new Map(headings.map((heading) => [heading.start, heading]));
  const near = headings.filter((heading) => heading.start >= window.start && heading.start < window.end);
  const unsure = unsureWords(document, window);
  const headingEnds = near.map((heading) => endOfHeading(text, heading));
  return paragraphRanges(text, window, [...headingAt.keys(), ...headingEnds, ...pages]).flatMap((range) => {
    const heading = headingAt.get(range.start);
    const end = range.start + text.slice(range.start, range.end).trimEnd().length;
    const item = heading ? null : itemAt(text, range);
    const skip = heading ? markerLength(text, range.start) : (item?.length ?? 0);
    const runs = runsOf(text, { start: Math.min(range.start + skip, end), end }, marks, noted, unsure);
    const kind = heading ? 'heading' : item ? 'item' : 'paragraph';
    const value = heading?.level ?? item?.depth ?? 0;
    const block: DocumentBlock = { kind, start: range.start, value, marker: item?.marker ?? '', runs };
    return [...placeBlocks(document, range.start), ...(runs.length === 0 ? [] : [block])];
  });
}

/** Words in a window that were recognised with little confidence. */
function unsureWords({ recognition }: Pick<Readable, 'recognition'>, window: TextRange): readonly TextRange[] {
  const words = recognition?.words ?? [];
  return words.filter(({ start, end, confidence }) => confidence < SURE && start < window.end && end > window.start);
}
