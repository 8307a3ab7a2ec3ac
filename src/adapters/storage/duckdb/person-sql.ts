import type { Table } from 'apache-arrow';
import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import { csvLine } from '../../../core/tables/csv';
import type { SqlOutcome, SqlRows } from '../../../core/ports/collections';
import type { QueryDatabase } from './query-database';

/** A result, whose rows the database keeps. */
export type SqlResult = Extract<SqlOutcome, { kind: 'result' }>;

/** Rows of a result that are kept. */
export const MOST_ROWS = 100_000;

/** The table that holds the last result, every value as DuckDB writes it. In a schema of its own it is not listed beside the collection's tables. */
const SCHEMA = 'burrow';
const RESULT = `${SCHEMA}.result`;

/**
 * Runs a person's query and keeps its result. It is put in brackets as a part of another query, so that only one query
 * that reads is valid: DuckDB prepares a single statement, and refuses anything else there. Throws only where the
 * database itself fails.
 */
export async function keepResult(db: QueryDatabase, query: string): Promise<SqlOutcome> {
  const inner = `(\n${query.replace(/[\s;]+$/u, '')}\n)`;
  try {
    const described = textsOf(await db.select(`SELECT column_name, column_type FROM (DESCRIBE FROM ${inner})`, []));
    const columns = described.map(([name, type]) => ({ name: name ?? '', type: type ?? '' }));
    const values = `SELECT COLUMNS(*)::VARCHAR FROM ${inner} LIMIT ${MOST_ROWS + 1}`;
    await db.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await db.select(`CREATE OR REPLACE TABLE ${RESULT} AS ${values}`, []);
    const [[total] = []] = textsOf(await db.select(`SELECT count(*)::VARCHAR FROM ${RESULT}`, []));
    const count = Math.min(MOST_ROWS, Number(total));
    return { kind: 'result', columns, count, isCut: Number(total) > MOST_ROWS };
  } catch (error) {
    if (!(await isAlive(db))) throw error;
    return isSyntaxError(error) ? syntaxRefusal(db, query) : refusal(error, 1);
  }
}

/** Rows of the kept result. */
export async function resultRows(
  db: QueryDatabase,
  { count }: SqlResult,
  offset: number,
  limit: number,
): Promise<SqlRows> {
  const most = Math.max(0, Math.min(limit, count - offset));
  return textsOf(await db.select(`SELECT * FROM ${RESULT} LIMIT ${most} OFFSET ${offset}`, []));
}

/** A number as DuckDB writes it. With anything behind it, such as `-2+3`, a spreadsheet would calculate. */
const isNumeral = (cell: unknown): boolean => typeof cell === 'string' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/u.test(cell);

const ROWS_PER_PART = 2_000;

/** The kept result as CSV, written in parts. */
export async function resultCsv(db: QueryDatabase, result: SqlResult, signal: AbortSignal | undefined): Promise<Blob> {
  const parts = [csvLine(result.columns.map(({ name }) => name))];
  for (let at = 0; at < result.count; at += ROWS_PER_PART) {
    signal?.throwIfAborted();
    const rows = await resultRows(db, result, at, ROWS_PER_PART);
    parts.push(rows.map((row) => csvLine(row, isNumeral)).join(''));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** The last result. Throws StorageError without one. */
export function mustHave(result: SqlResult | null): SqlResult {
  if (result) return result;
  throw new StorageError(message`The result is gone. Run the query again.`);
}

/** A query that went wrong leaves the database as it was; one that took all memory does not. */
async function isAlive(db: QueryDatabase): Promise<boolean> {
  try {
    return (await db.select('SELECT 1', [])).numRows === 1;
  } catch {
    return false;
  }
}

const isSyntaxError = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Parser Error:');

/** Explains the syntax error of a query without our brackets. Preparing it runs nothing. */
async function syntaxRefusal(db: QueryDatabase, query: string): Promise<SqlOutcome> {
  try {
    await db.prepare(query);
  } catch (error) {
    if (isSyntaxError(error)) return refusal(error, 0);
  }
  const words = message`Only one query that reads (SELECT, FROM, WITH …) can be run here.`;
  return { kind: 'refused', words, line: null };
}

/** DuckDB's first sentence, and the line of the query, before which so many lines are ours. */
function refusal(error: unknown, linesBefore: number): SqlOutcome {
  const text = error instanceof Error ? error.message : String(error);
  const [words = ''] = text.split(/\n\s*(?:\n|LINE \d)/u, 1);
  const line = /^LINE (\d+):/mu.exec(text)?.[1];
  return {
    kind: 'refused',
    words: words.trim(),
    line: line === undefined ? null : Math.max(1, Number(line) - linesBefore),
  };
}

function textsOf(table: Table): SqlRows {
  const columns = table.schema.fields.map((_, at) => table.getChildAt(at));
  return Array.from({ length: table.numRows }, (_, row) =>
    columns.map((column) => {
      const value: unknown = column?.get(row);
      return typeof value === 'string' ? value : null;
    }),
  );
}
