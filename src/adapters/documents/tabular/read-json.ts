import { ParseError } from '../../../core/errors';
import type { ReadResult } from '../../../core/ports/documents';
import { oneDocument, type OpenSource } from '../read-result';
import { cleanText } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { jsonText } from './json-text';
import { readRows } from './read-rows';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads an array of objects as a table, anything else as text with one line per value. */
export function readJson(source: OpenSource): ReadResult {
  const value = parse(decodeText(source.bytes).replace(/^\ufeff/u, ''), 'It is not valid JSON');
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return objectTable(source, 'json', value);
  return oneDocument(source, 'json', { text: cleanText(jsonText(value)) });
}

/** Reads one JSON value per line; objects make a table. */
export function readJsonLines(source: OpenSource): ReadResult {
  const lines = cleanText(decodeText(source.bytes)).split('\n');
  const values = lines.flatMap((line, index) =>
    line.trim() ? [parse(line, `Line ${index + 1} is not valid JSON`)] : [],
  );
  if (values.length > 0 && values.every(isObject)) return objectTable(source, 'jsonl', values);
  return oneDocument(source, 'jsonl', { text: cleanText(values.map(jsonText).join('\n\n')) });
}

function objectTable(source: OpenSource, format: 'json' | 'jsonl', objects: readonly JsonObject[]): ReadResult {
  const columns = [...new Set(objects.flatMap((object) => Object.keys(object)))].slice(0, 2000);
  const rows = objects.map((object) =>
    columns.map((column) => (Object.hasOwn(object, column) ? cellText(object[column]) : '')),
  );
  return readRows(source, format, { columns, rows, raw: (row) => objects[row] });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.map(String).join(', ');
  return typeof value === 'string' ? value : jsonText(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replace(/ \(line \d+ column \d+\)/u, '') : undefined;
    throw new ParseError(
      `${complaint}${detail ? `: ${detail.slice(0, 160)}` : ''}. Correct it, or save it as .txt to have it read as text.`,
      { cause },
    );
  }
}
