import { remembered } from '../memo';
import type { DocumentRow } from './tables';

/** The headings of a document, put together from its columns, in order of their offsets. */
export function headingsOf(row: HeadingColumns): readonly Heading[] {
  return row.heading_starts.map((start, i) => ({
    start,
    level: row.heading_levels[i] ?? 1,
    text: row.heading_texts[i] ?? '',
  }));
}

/** Checks if text continues behind a heading in its line, as in "Art. 5. The seat is in Corran." */
export function isRunIn(text: string, { start, text: heading }: Pick<Heading, 'start' | 'text'>): boolean {
  if (!text.startsWith(heading, start)) return false;
  const end = start + heading.length;
  const newline = text.indexOf('\n', end);
  return /\S.*\p{L}{2}/u.test(text.slice(end, Math.min(newline < 0 ? text.length : newline, end + RUN_IN)));
}

/** Looked at behind a heading, in UTF-16 code units. */
const RUN_IN = 40;

/** By the offset of each heading, how far a sentence that begins there is no more than it: without end for one that has a line of its own. */
export const headingReach: (row: HeadingColumns & Pick<DocumentRow, 'text'>) => ReadonlyMap<number, number> =
  remembered((row: HeadingColumns & Pick<DocumentRow, 'text'>) => {
    const reach = (heading: Heading): number =>
      isRunIn(row.text, heading) ? heading.start + heading.text.length + MARKS : Infinity;
    return new Map(headingsOf(row).map((heading) => [heading.start, reach(heading)]));
  });

/** Signs that may close a run-in heading. */
const MARKS = 4;

type HeadingColumns = Pick<DocumentRow, 'heading_starts' | 'heading_levels' | 'heading_texts'>;

/** Media types of the formats that may hold a table of rows. */
export const TABULAR_TYPES = { csv: 'text/csv', json: 'application/json', jsonl: 'application/jsonl' } as const;

/** Media type of a document that came with its text units, in the tables of GraphRAG. */
export const GRAPHRAG_TYPE = 'application/x-graphrag';

/** Media type of the document that describes a graph without texts, with the form that this came in. */
export type GraphType = `application/x-graph+${'graphml' | 'gexf' | 'json' | 'csv'}`;

/** Media types of documents from other programs. */
export type ImportedType = typeof GRAPHRAG_TYPE | GraphType;

/** Checks if a document came with its text units, which therefore stay as they are. */
export const hasOwnUnits = ({ media_type }: Pick<DocumentRow, 'media_type'>): boolean =>
  media_type === GRAPHRAG_TYPE || media_type.startsWith('application/x-graph+');

const TABULAR: ReadonlySet<string> = new Set(Object.values(TABULAR_TYPES));

/** Checks if a document's source may be a table of rows. */
export const isTabular = ({ media_type }: Pick<DocumentRow, 'media_type'>): boolean => TABULAR.has(media_type);

/** Checks if a document is a table whose rows are paragraphs with a line by field; rows of prose stand under headings. */
export const isRecordTable = (row: Pick<DocumentRow, 'media_type' | 'heading_starts'>): boolean =>
  isTabular(row) && row.heading_starts.length === 0;

/** A heading within a document, by its offset in UTF-16 units; `level` from 1. */
export interface Heading {
  readonly start: number;
  readonly level: number;
  readonly text: string;
}

export type PartKind = 'page' | 'slide' | 'sheet' | 'chapter' | 'message';

/** Parts of a document, counted as people do: the first is number 1. */
export type DocumentParts = Pick<
  DocumentRow,
  'page_starts' | 'part_kind' | 'part_names' | 'row_starts' | 'row_numbers' | 'table_starts' | 'table_heads'
>;

/** Columns of a document whose parts, if any, are numbered pages, and which has no tables. */
export const PAGES_ALONE = {
  ...{ part_kind: '', part_names: [], row_starts: [], row_numbers: [] },
  ...{ table_starts: [], table_heads: [] },
} as const;

/** Number of a page, or a part of another kind or with a name of its own. */
export type Place = number | NamedPart;

export interface NamedPart {
  readonly kind: PartKind;
  readonly number: number;
  /** Empty for none. */
  readonly name: string;
  /** Row of a sheet as people count it; null elsewhere. */
  readonly row: number | null;
  /** Tells that its words were recognised in a picture. */
  readonly picture?: true;
}

/** The part of a document at an offset; null in one without parts. */
export function partAt(document: DocumentParts & Pick<DocumentRow, 'text'>, offset: number): Place | null {
  const number = pageOf(document.page_starts, offset);
  if (number === null) return null;
  const name = document.part_names[number - 1] ?? '';
  const kind = partKind(document);
  return kind === 'page' && name === '' ? number : { kind, number, name, row: rowAt(document, offset) };
}

const PART_KINDS: readonly PartKind[] = ['page', 'slide', 'sheet', 'chapter', 'message'];

const partKind = ({ part_kind }: DocumentParts): PartKind => PART_KINDS.find((kind) => kind === part_kind) ?? 'page';

/** Number of a sheet's row at an offset: each line behind the start of a run of rows is the next row. */
export function rowAt(document: DocumentParts & Pick<DocumentRow, 'text'>, offset: number): number | null {
  const run = pageOf(document.row_starts, offset);
  const first = run === null ? undefined : document.row_numbers[run - 1];
  const start = run === null ? undefined : document.row_starts[run - 1];
  if (first === undefined || start === undefined || offset < start) return null;
  return first + document.text.slice(start, offset).split('\n').length - 1;
}

/** Counts the pages of a document; 0 where its parts are of another kind. */
export const pagesIn = (document: DocumentParts): number =>
  partKind(document) === 'page' ? pageCount(document.page_starts) : 0;

/** Counts the pages. In a part of a document all pages before it begin at 0: of these only the last one is there. */
export const pageCount = (pageStarts: readonly number[]): number =>
  Math.min(1, pageStarts.length) + pageStarts.filter((start) => start > 0).length;

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

/** Makes a lookup of the headings above an offset, highest level first; offsets must rise. */
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
