import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadDocument, ReadResult, TabularShape, ReadChoice } from '../../../core/ports/documents';
import { detectLanguage } from '../../../core/text/language';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { LIMITS } from '../limits';
import { titleFromPath } from '../paths';
import { toDocument, type OpenSource } from '../format-reader';
import { cleanText, oneLine } from '../text/clean-text';
import { isKey, PROSE, tabularShape, type Rows } from './tabular-shape';

type RowsChoice = ReadChoice & { readonly kind: 'rows' };

/** The part of the time after which the rows are known. */
export const PARSED = 0.5;

/** Makes documents of a table, the way the person chose: one for the whole table, or one per row. */
export function readRows(source: OpenSource, table: Rows): ReadResult {
  const { choice } = source;
  const tabular = tabularShape(table);
  const documents =
    choice?.kind === 'rows' ? rowDocuments(source, table, tabular, choice) : [tableDocument(source, table, tabular)];
  return { kind: 'documents', documents, tabular };
}

/** Rows of prose are sections under their titles, all others are records. */
function tableDocument(source: OpenSource, table: Rows, tabular: TabularShape): ReadDocument {
  const isProse = tabular.columns.some(
    ({ averageLength, name }) => averageLength >= PROSE && tabular.suggestion.textColumns.includes(name),
  );
  const blocksOf: RowBlocks = isProse
    ? createRowBlocks(table, tabular, { kind: 'rows', ...tabular.suggestion })
    : (row) => [{ kind: 'paragraph', text: fieldLines(table.columns, row) }];
  return toDocument(source, render(tableBlocks(source, table, blocksOf)), { title: titleFromPath(source.path) });
}

function* tableBlocks(source: OpenSource, { rows, preamble = [] }: Rows, blocksOf: RowBlocks): Generator<Block> {
  yield { kind: 'paragraph', text: preamble.join('\n') };
  for (const [index, row] of rows.entries()) {
    yield* blocksOf(row);
    if (index % 1000 === 0) source.onProgress(PARSED + ((1 - PARSED) * index) / rows.length);
  }
}

function rowDocuments(source: OpenSource, table: Rows, tabular: TabularShape, choice: RowsChoice): ReadDocument[] {
  if (table.rows.length > LIMITS.rows)
    throw new ParseError(
      message`It has ${table.rows.length} rows; one document per row works up to ${LIMITS.rows}. Split it up, or read it as one document.`,
    );
  const blocksOf = createRowBlocks(table, tabular, choice);
  const titleOf = createRowTitle(source.path, table, choice);
  const taken = new Set([...choice.textColumns, choice.titleColumn]);
  const documents = table.rows.flatMap((row, index) => {
    if (index % 1000 === 0) source.onProgress(PARSED + ((1 - PARSED) * index) / table.rows.length);
    const { text, headings, page_starts } = render(blocksOf(row));
    if (!text) return [];
    return {
      title: titleOf(row, index),
      text,
      media_type: source.mediaType,
      language: detectLanguage(text),
      page_starts,
      headings,
      attributes: otherColumns(table.columns, row, taken),
      source_row: index,
      raw_data: JSON.stringify(table.raw(index)).toWellFormed(),
    };
  });
  if (documents.length === 0) throw new ParseError(message`No row has text in it.`);
  return documents;
}

function otherColumns(
  columns: readonly string[],
  row: readonly string[],
  taken: ReadonlySet<string | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column, position) => {
      const value = cleanText(row[position] ?? '');
      return value && !taken.has(column) ? [[column, value] as const] : [];
    }),
  );
}

type RowBlocks = (row: readonly string[]) => readonly Block[];

/** A row's cells as `column: value` lines, blank cells left out; further lines of a value are set in. */
function fieldLines(columns: readonly string[], row: readonly string[], skip: ReadonlySet<number> = NONE): string {
  const lines = columns.flatMap((column, position) => {
    const value = skip.has(position)
      ? ''
      : cleanText(row[position] ?? '')
          .trim()
          .replace(/\s*\n\s*/gu, '\n  ');
    return value ? [`${column}: ${value}`] : [];
  });
  return lines.join('\n');
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Makes blocks of rows so that each cell can be found and cited: the title as a heading, the chosen prose bare, and the other cells below it as
 * `column: value` lines, but for a key that was not chosen. Throws ParseError when a chosen column is missing.
 */
function createRowBlocks(table: Rows, shape: TabularShape, choice: RowsChoice): RowBlocks {
  const names = table.columns;
  const chosen = choice.textColumns.map((name) => positionOf(names, name));
  if (chosen.length === 0)
    throw new ParseError(message`Choose at least one text column to read it one document per row.`);
  const isProse = (position: number): boolean => (shape.columns[position]?.averageLength ?? 0) >= PROSE;
  const bare = new Set(chosen.length === 1 ? chosen : chosen.filter(isProse));
  const isField = (position: number): boolean => bare.size === 0 && chosen.includes(position);
  const title = names.findIndex((name, at) => name === choice.titleColumn && !bare.has(at) && !isField(at));
  const keys = names.flatMap((_, at) => (isKey(table, at) && !chosen.includes(at) ? [at] : []));
  const skip = new Set([...bare, ...keys, title]);
  return (row) => [
    { kind: 'heading', level: 2, text: row[title] ?? '' },
    ...[...bare].map((position): Block => ({ kind: 'paragraph', text: row[position] ?? '' })),
    { kind: 'paragraph', text: fieldLines(names, row, skip) },
  ];
}

/** Names a row by its title column; by its number, too, where rows share a title or have none. */
function createRowTitle(
  path: string,
  table: Rows,
  { titleColumn }: RowsChoice,
): (row: readonly string[], index: number) => string {
  const position = titleColumn === undefined ? -1 : positionOf(table.columns, titleColumn);
  const own = (row: readonly string[]): string => oneLine(row[position] ?? '').slice(0, 300);
  const counts = new Map<string, number>();
  for (const row of table.rows) counts.set(own(row), (counts.get(own(row)) ?? 0) + 1);
  return (row, index) => {
    const title = own(row);
    return title && counts.get(title) === 1 ? title : `${title || titleFromPath(path)}, row ${index + 1}`;
  };
}

function positionOf(columns: readonly string[], name: string): number {
  const position = columns.indexOf(name);
  if (position < 0)
    throw new ParseError(message`It has no column "${name}". Its columns are: ${columns.slice(0, 30).join(', ')}.`);
  return position;
}
