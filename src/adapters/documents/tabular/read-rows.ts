import { ParseError } from '../../../core/errors';
import type { ReadDocument, ReadResult, TabularShape } from '../../../core/ports/documents';
import { CAPS } from '../caps';
import { mediaTypeOf, titleFromPath, type FormatId } from '../formats';
import { oneDocument, type OpenSource } from '../read-result';
import { cleanText } from '../text/clean-text';
import { textBuilder } from '../text/text-builder';
import { createRowTitle, createRowWriter, fieldLines, type RowsChoice } from './row-text';
import { PROSE, tabularShape } from './tabular-shape';

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
      ? rowDocuments(source, format, { table, tabular, choice: source.choice })
      : wholeTable(source, format, { table, tabular }).documents;
  return { kind: 'documents', documents, tabular };
}

/** Rows of prose are sections under their titles, all others are records. */
function wholeTable(source: OpenSource, format: FormatId, { table, tabular }: Omit<ChosenRows, 'choice'>) {
  const builder = textBuilder();
  const isProse = tabular.columns.some(
    ({ averageLength, name }) => averageLength >= PROSE && tabular.suggestion.textColumns.includes(name),
  );
  const writeProse = isProse ? createRowWriter(table, tabular, { kind: 'rows', ...tabular.suggestion }) : undefined;
  table.rows.forEach((row, index) => {
    if (writeProse) writeProse(builder, row);
    else builder.paragraph(fieldLines(table.columns, row));
    if (index % 1000 === 0) source.onProgress();
  });
  return oneDocument(source, format, builder.finish(), { title: titleFromPath(source.path) });
}

interface ChosenRows {
  readonly table: Rows;
  readonly tabular: TabularShape;
  readonly choice: RowsChoice;
}

function rowDocuments(source: OpenSource, format: FormatId, { table, tabular, choice }: ChosenRows): ReadDocument[] {
  if (table.rows.length > CAPS.rows)
    throw new ParseError(
      `It has ${table.rows.length} rows; one document per row works up to ${CAPS.rows}. Split it up, or read it as one document.`,
    );
  const writeRow = createRowWriter(table, tabular, choice);
  const titleOf = createRowTitle(source.path, table, choice);
  const taken = new Set([...choice.textColumns, choice.titleColumn]);
  const documents = table.rows.flatMap((row, index) => {
    if (index % 1000 === 0) source.onProgress();
    const builder = textBuilder();
    writeRow(builder, row);
    const { text, headings, page_starts } = builder.finish();
    if (!text) return [];
    return {
      title: titleOf(row, index),
      text,
      media_type: mediaTypeOf(format),
      page_starts,
      headings,
      attributes: otherColumns(table.columns, row, taken),
      source_row: index,
      raw_data: JSON.stringify(table.raw(index)).toWellFormed(),
    };
  });
  if (documents.length === 0) throw new ParseError('No row has text in it.');
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
