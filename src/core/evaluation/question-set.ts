import { ParseError } from '../errors';
import { message } from '../message';
import { BYTE_ORDER_MARK, csvLine, withoutFormulaMark } from '../tables/csv';
import type { EvaluationQuestion } from './evaluation';
import { readItem, type ImportedItem } from './imported-item';

const COLUMNS = ['id', 'question', 'class', 'answer', 'assertions', 'evidence', 'approved'] as const;
const LISTS: ReadonlySet<string> = new Set(['assertions', 'evidence']);

/**
 * Reads questions from the rows of a CSV file; its first row names the columns. Only `question` is needed. Cells of `assertions` and
 * `evidence` hold a value a line, or a JSON list. Throws ParseError that names the row.
 */
export function readQuestionRows([header = [], ...rows]: readonly (readonly string[])[]): readonly ImportedItem[] {
  const columns = header.map((name) => name.trim().toLowerCase());
  // The only answer in a table by hand is the right one, whatever its ids are called.
  const isRight = !columns.includes('reference') && !columns.includes('gt_answer');
  const names = columns.map((name) => (isRight && name === 'answer' ? 'reference' : name));
  if (!names.includes('question'))
    throw new ParseError(message`The first row names no column “question”, but: ${header.join(', ')}.`);
  // The means of Burrow's results stand on rows without a question, and are none.
  const isMean = (row: readonly string[]): boolean => names.includes('measure') && !row[names.indexOf('question')];
  return rows.flatMap((row, at) =>
    isMean(row)
      ? []
      : readItem(
          Object.fromEntries(
            names.map((name, column) => [name, cellValue(name, withoutFormulaMark(row[column] ?? ''))]),
          ),
          message`Row ${at + 2}`,
        ),
  );
}

const cellValue = (name: string, cell: string): unknown => (LISTS.has(name) ? listInCell(cell) : cell);

function listInCell(cell: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(cell);
    if (Array.isArray(list)) return list;
  } catch {
    // Plain lines are no JSON.
  }
  return cell.split('\n').flatMap((line) => line.trim() || []);
}

/** Writes a set as CSV that {@link readQuestionRows} reads, evidence by ids of text units. */
export const questionsCsv = (questions: readonly EvaluationQuestion[]): string =>
  BYTE_ORDER_MARK +
  [
    COLUMNS,
    ...questions.map(({ id, question, questionClass, reference, assertions, evidence, isApproved }) => [
      ...[id, question, questionClass, reference],
      ...[assertions.map(({ statement }) => statement), evidence].map((list) => (list.length ? list : null)),
      String(isApproved),
    ]),
  ]
    .map((cells) => csvLine(cells))
    .join('');

/** Writes a set as JSON that `readEvaluationJson` reads. */
export const questionsJson = (questions: readonly EvaluationQuestion[]): string =>
  json(
    questions.map(({ id, question, questionClass, reference, assertions, evidence, isApproved }) => ({
      ...{ id, question, class: questionClass, answer: reference, evidence, approved: isApproved },
      assertions: assertions.map(({ statement, importance, textUnitIds }) => ({
        statement,
        score: importance,
        sources: textUnitIds,
      })),
    })),
  );

/** JSON as files for people have it. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
