import { ParseError } from '../errors';
import { parseJson } from './parse-json';
import { parseLines, type Line } from './parse-lines';
import { readDecision } from './read-decision';
import { fillRecord, isRecord, listOf, readRecord } from './read-fields';
import { Repairs, type Repair } from './repairs';
import type { LinesShape, ListShape, RecordShape, Shape, ShapeValue } from './shape';
import { trimAscii } from './trim';

/** Characters, more than any window of a model here allows for a reply; what runs on is cut before anything is done with it. */
export const LONGEST = 200_000;

interface ParsedReply<S extends Shape> {
  readonly value: ShapeValue<S>;
  /** What had to be forgiven, once per case. */
  readonly repairs: readonly Repair[];
}

/**
 * Reads a model's reply of a shape, whatever engine wrote it: JSON or lines, in a fence or between words, cut or slightly wrong.
 * Throws ParseError with the reply when nothing of the shape is in it.
 */
export function parseReply<S extends Shape>(shape: S, reply: string): ParsedReply<S> {
  const repairs = new Repairs();
  const text = withoutThoughts(reply.slice(0, LONGEST), repairs);
  const value = read(shape, text, repairs);
  if (value === undefined) {
    throw new ParseError('The reply has not the form that was asked for.', { detail: reply });
  }
  return { value: value as ShapeValue<S>, repairs: repairs.list };
}

function read(shape: Shape, text: string, repairs: Repairs): unknown {
  switch (shape.kind) {
    case 'record':
      return readRoot(shape, parseJson(text, repairs), repairs);
    case 'list':
      return readList(shape, parseJson(text, repairs), repairs);
    case 'choice':
      return readDecision(shape, text, repairs);
    case 'lines':
      return readLines(shape, text, repairs);
  }
}

const OPEN = '<think>';
const CLOSE = '</think>';

/** Without what a model thought aloud before it answered; a thought that never ends leaves no answer. */
export function withoutThoughts(reply: string, repairs: Repairs): string {
  const begun = reply.trimStart();
  if (!begun.startsWith(OPEN)) return trimAscii(reply);
  const end = begun.indexOf(CLOSE);
  if (end < 0) return '';
  if (begun.slice(OPEN.length, end).trim() !== '') repairs.note('unwrapped');
  return trimAscii(begun.slice(end + CLOSE.length));
}

function readRoot(shape: RecordShape, json: unknown, repairs: Repairs): unknown {
  const value = Array.isArray(json) ? (json as readonly unknown[])[0] : json;
  if (!isRecord(value)) return undefined;
  const known = new Repairs();
  const record = fillRecord(shape, value, known);
  const filled = known.list.filter((repair) => repair === 'filled').length;
  if (filled > 0 && filled === Object.keys(shape.fields).length) return undefined;
  for (const repair of known.list) repairs.note(repair);
  return record;
}

function readList({ of, min, max }: ListShape, json: unknown, repairs: Repairs): unknown {
  const array = isRecord(json) ? (Object.values(json).find(Array.isArray) ?? [json]) : json;
  const items = listOf(array, max, repairs, (one) => readRecord(of, one, repairs));
  return items && items.length >= Math.min(min, 1) ? items : undefined;
}

function readLines(shape: LinesShape, text: string, repairs: Repairs): readonly Line[] | undefined {
  if (!/^\s*(?:```\w*\s*)?[[{]/u.test(text)) return parseLines(shape, text, repairs);
  const json = parseJson(text, repairs);
  return isRecord(json) ? linesOfJson(shape, json, repairs) : undefined;
}

/** Without the tag of a line in front of a text: some models put the whole line into the JSON. */
function untagged<R extends Readonly<Record<string, unknown>>>(record: R, tag: string, repairs: Repairs): R {
  const tagged = Object.entries(record).filter(([, value]) => typeof value === 'string' && value.startsWith(`${tag}|`));
  if (tagged.length === 0) return record;
  repairs.note('unwrapped');
  return {
    ...record,
    ...Object.fromEntries(tagged.map(([name, value]) => [name, String(value).slice(tag.length + 1)])),
  };
}

function linesOfJson(
  { records, max }: LinesShape,
  json: Readonly<Record<string, unknown>>,
  repairs: Repairs,
): readonly Line[] | undefined {
  const lists = Object.entries(records).map(([tag, { fields }]) => {
    const shape: RecordShape = { kind: 'record', fields };
    return listOf(json[tag], max, repairs, (one) => {
      const record = readRecord(shape, one, repairs);
      return record && { ...untagged(record, tag, repairs), tag };
    });
  });
  if (lists.every((list) => list === undefined)) return undefined;
  const lines = lists.flatMap((list) => list ?? []);
  if (lines.length > max) repairs.note('cut');
  return lines.slice(0, max);
}
