import { ParseError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { oneDocument, type OpenSource } from '../format-reader';
import { cleanText } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { readRows } from './read-rows';
import { LIMITS } from '../limits';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an array of objects as a table, anything else as text with one line per value. */
export function readJson(source: OpenSource): ReadResult {
  const value = parse(decodeText(source.bytes).replace(/^\ufeff/u, ''), message`It is not valid JSON`);
  const columns = Array.isArray(value) && value.every(isObject) ? sharedColumns(value) : undefined;
  if (columns) return readObjects(source, value as readonly JsonObject[], columns);
  return oneDocument(source, { text: cleanText(jsonText(value)) });
}

/** Reads one JSON value per line; objects make a table. */
export function readJsonLines(source: OpenSource): ReadResult {
  const lines = decodeText(source.bytes)
    .replace(/^\ufeff/u, '')
    .split(/\r?\n/u);
  const values = lines.flatMap((line, index) =>
    line.trim() ? [parse(line, message`Line ${index + 1} is not valid JSON`)] : [],
  );
  const columns = values.every(isObject) ? sharedColumns(values) : undefined;
  if (columns) return readObjects(source, values as readonly JsonObject[], columns);
  return oneDocument(source, { text: cleanText(values.map(jsonText).join('\n\n')) });
}

/** Times as many cells as values that a table may have: objects with names of their own are none. */
const SPARSEST = 50;

/** The names in objects that make a table; undefined where there are none, or most cells would be empty. */
function sharedColumns(objects: readonly JsonObject[]): readonly string[] | undefined {
  const columns = new Set<string>();
  let values = 0;
  for (const object of objects)
    for (const name of Object.keys(object)) {
      columns.add(name);
      values += 1;
    }
  return objects.length > 0 && columns.size * objects.length <= SPARSEST * values ? [...columns] : undefined;
}

function readObjects(source: OpenSource, objects: readonly JsonObject[], columns: readonly string[]): ReadResult {
  const rows = objects.map((object) =>
    columns.map((column) => (Object.hasOwn(object, column) ? cellText(object[column]) : '')),
  );
  return readRows(source, { columns, rows, raw: (row) => objects[row] });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.map(String).join(', ');
  return typeof value === 'string' ? value : jsonText(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string, complaint: Message): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    const exact = withExactNumbers(text);
    return exact === text ? value : (JSON.parse(exact) as unknown);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/ \(line \d+ column \d+\)/u, '') : String(cause);
    throw new ParseError(
      message`${complaint}: ${reason.slice(0, 160)}. Correct it, or save it as .txt to have it read as text.`,
      { cause },
    );
  }
}

/** Valid JSON in which numbers that a program would write in other digits are texts: `12.50`, an id of 19 digits. */
const withExactNumbers = (json: string): string =>
  json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gu, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
  );

/** A JSON value as indented `name: value` lines, without braces and quotation marks. Throws ParseError when nested too deep. */
export function jsonText(value: unknown): string {
  return lines(value, 0).join('\n');
}

function lines(value: unknown, depth: number): string[] {
  if (depth > LIMITS.jsonDepth)
    throw new ParseError(
      message`Its values are nested more than ${LIMITS.jsonDepth} deep. Save it with less nesting, or as a table.`,
    );
  if (Array.isArray(value)) return value.flatMap((item) => listItem(item, depth));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => field(name, item, depth));
  return isBlank(value) ? [] : [scalar(value)];
}

function listItem(item: unknown, depth: number): string[] {
  const [first, ...others] = lines(item, depth + 1);
  return first === undefined ? [] : [`- ${first}`, ...others.map((line) => `  ${line}`)];
}

function field(name: string, item: unknown, depth: number): string[] {
  if (isBlank(item)) return [];
  if (typeof item !== 'object') return [`${name}: ${scalar(item)}`];
  if (Array.isArray(item) && item.every(isScalar)) {
    const list = item.filter((each) => !isBlank(each)).map(scalar);
    return list.length > 0 ? [`${name}: ${list.join(', ')}`] : [];
  }
  const inner = lines(item, depth + 1);
  return inner.length > 0 ? [`${name}:`, ...inner.map((line) => `  ${line}`)] : [];
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}
