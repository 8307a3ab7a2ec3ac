import { ParseError } from '../../../core/errors';
import type { ReadChoice, ReadDocument, ReadResult } from '../../../core/ports';
import { CAPS } from '../caps';
import { mediaTypeOf, titleFromPath, type FormatId } from '../formats';
import { oneDocument, type OpenSource } from '../read-result';
import { cleanText, oneLine } from '../text/clean-text';
import { textBuilder } from '../text/text-builder';
import { tabularShape } from './tabular-shape';

/** A table in memory. Rows may be shorter than `columns`; `raw` is what `raw_data` keeps of a row. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  raw(row: number): unknown;
}

/** Makes documents of a table, the way the person chose: one for the whole table, or one per row. */
export function readRows(source: OpenSource, format: FormatId, table: Rows): ReadResult {
  const tabular = tabularShape(table);
  const documents =
    source.choice?.kind === 'rows'
      ? rowDocuments(source, format, table, source.choice)
      : wholeTable(source, format, table).documents;
  return { kind: 'documents', documents, tabular };
}

function wholeTable(source: OpenSource, format: FormatId, table: Rows) {
  const builder = textBuilder();
  table.rows.forEach((row, index) => {
    const lines = table.columns.flatMap((column, position) => {
      const value = oneLine(row[position] ?? '');
      return value ? [`${column}: ${value}`] : [];
    });
    builder.paragraph(lines.join('\n'));
    if (index % 1000 === 0) source.onProgress();
  });
  return oneDocument(source, format, builder.finish());
}

type RowsChoice = ReadChoice & { readonly kind: 'rows' };

function rowDocuments(source: OpenSource, format: FormatId, table: Rows, choice: RowsChoice): ReadDocument[] {
  if (table.rows.length > CAPS.rows)
    throw new ParseError(
      `It has ${table.rows.length} rows; one document per row works up to ${CAPS.rows}. Split it up, or read it as one document.`,
    );
  const positions = choice.textColumns.map((name) => positionOf(table.columns, name));
  if (positions.length === 0) throw new ParseError('Choose at least one text column to read it one document per row.');
  const titlePosition = choice.titleColumn === undefined ? -1 : positionOf(table.columns, choice.titleColumn);
  const documents = table.rows.flatMap((row, index) => {
    if (index % 1000 === 0) source.onProgress();
    const text = cleanText(
      positions
        .map((position) => row[position] ?? '')
        .filter((part) => part.trim())
        .join('\n\n'),
    );
    if (!text) return [];
    return {
      title: oneLine(row[titlePosition] ?? '').slice(0, 300) || `${titleFromPath(source.path)}, row ${index + 1}`,
      text,
      media_type: mediaTypeOf(format),
      page_starts: [],
      headings: [],
      attributes: otherColumns(table.columns, row, [...positions, titlePosition]),
      source_row: index,
      raw_data: JSON.stringify(table.raw(index)).toWellFormed(),
    };
  });
  if (documents.length === 0) throw new ParseError('No row has text in the chosen columns. Choose other columns.');
  return documents;
}

function positionOf(columns: readonly string[], name: string): number {
  const position = columns.indexOf(name);
  if (position < 0)
    throw new ParseError(`It has no column "${name}". Its columns are: ${columns.slice(0, 30).join(', ')}.`);
  return position;
}

function otherColumns(
  columns: readonly string[],
  row: readonly string[],
  taken: readonly number[],
): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((column, position) => {
      const value = cleanText(row[position] ?? '');
      return value && !taken.includes(position) ? [[column, value] as const] : [];
    }),
  );
}
