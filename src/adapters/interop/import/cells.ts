import { isRecord } from '../../../core/shapes/read-fields';
import type { Finding } from '../../../core/tables/schema';

/** A row from a file: numbers, strings, lists and objects, whatever its writer took. */
export type LooseRow = Readonly<Record<string, unknown>>;

/** The first of some columns that a row has a value in: versions name them differently. */
export function cell(row: LooseRow, ...columns: readonly string[]): unknown {
  for (const column of columns) if (row[column] !== undefined && row[column] !== null) return row[column];
  return null;
}

/** A text, or several as lines; anything else as JSON, nothing as ''. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n');
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Checks if most names stand in quotation marks, as GraphRAG 0, LightRAG and nano-graphrag write them: these are no part of a name. */
export const areQuoted = (names: readonly string[]): boolean =>
  2 * names.filter((name) => /^"[^"]+"$/u.test(name.trim())).length > names.length;

/** A text without quotation marks around it. One with others inside stays as it is. */
export const withoutQuotes = (words: string): string => words.trim().replace(/^"([^"]*)"$/u, '$1');

export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : text(value);

/** A whole number within ±2^53, also where it was written as text or with a fraction; else the other one. */
export function whole(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return otherwise;
  const rounded = Math.trunc(number);
  return Number.isSafeInteger(rounded) ? rounded : otherwise;
}

/** A finite number; else the other one. */
export function decimal(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise;
}

/** A list of texts, also where it was written as `['a', 'b']` or separated by commas, as GraphRAG's CSV tables do. */
export function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(text).filter((one) => one !== '');
  if (typeof value !== 'string') return [];
  return value
    .replace(/^\s*\[|\]\s*$/gu, '')
    .split(/[,\n]/u)
    .map((part) => part.trim().replace(/^(['"])(.*)\1$/u, '$2'))
    .filter((part) => part !== '');
}

export const wholes = (value: unknown): readonly number[] =>
  texts(value).flatMap((one) => (Number.isSafeInteger(Number(one)) ? [Number(one)] : []));

/** Findings as structs, or as the JSON of a list of them. */
export function findings(value: unknown): readonly Finding[] {
  const list: unknown = typeof value === 'string' ? parsed(value) : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => {
    if (typeof one === 'string') return [{ summary: one, explanation: '' }];
    return isRecord(one) ? [{ explanation: text(one['explanation']), summary: text(one['summary']) }] : [];
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
