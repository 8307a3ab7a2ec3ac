import { ParseError } from '../errors';
import { message } from '../message';
import { stripReasoning } from './reasoning';
import { readLastFit, type Fit } from './last-fit';
import { Repairs, type Repair, trimAscii } from './repairs';
import { readDecision } from './read-decision';
import { fillRecord, isRecord, listOf, readField, readItem } from './read-fields';
import type { LinesShape, RecordShape, Shape, ShapeValue, LineShape } from './shape';

/** Characters of a reply that are read, more than any model's window allows. */
export const LONGEST = 200_000;

interface ParsedReply<S extends Shape> {
  readonly value: ShapeValue<S>;
  /** One entry per repair. */
  readonly repairs: readonly Repair[];
}

/**
 * Reads a model's reply of a shape: JSON or lines, in a code fence or between words, cut or slightly wrong. Throws ParseError with the reply
 * when nothing of the shape is in it.
 */
export function parseReply<S extends Shape>(shape: S, reply: string): ParsedReply<S> {
  const repairs = new Repairs();
  const text = withoutThoughts(reply.slice(0, LONGEST), repairs);
  const value = read(shape, text, repairs);
  if (value === undefined) {
    throw new ParseError(message`The reply has not the form that was asked for.`, { detail: reply });
  }
  return { value: value as ShapeValue<S>, repairs: repairs.list };
}

/** Reads a reply as `parseReply` does. Null when nothing of the shape is in it. */
export function tryParseReply<S extends Shape>(shape: S, reply: string): ParsedReply<S> | null {
  try {
    return parseReply(shape, reply);
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

function read(shape: Shape, text: string, repairs: Repairs): unknown {
  switch (shape.kind) {
    case 'record':
      return readLastFit(text, (value, own) => fitRecord(shape, value, own), repairs);
    case 'choice':
      return readDecision(shape, text, repairs);
    case 'lines':
      return readLines(shape, text, repairs);
  }
}

/** A reply without its reasoning and the marks of templates; white space around it is taken off. */
export function withoutThoughts(reply: string, repairs: Repairs): string {
  const { text, thought } = stripReasoning(reply);
  if (thought.trim() !== '') repairs.note('unwrapped');
  return trimAscii(text);
}

/** An answer has more than half of its fields; a draft, an empty form or a part of an answer has not. */
function fitRecord(shape: RecordShape, json: unknown, repairs: Repairs): Fit<Values> | undefined {
  const value = isRecord(json) ? json : onlyListOf(shape, json);
  if (!value) return undefined;
  const { record, given } = fillRecord(shape, value, repairs);
  const filled = repairs.list.filter((repair) => repair === 'filled').length;
  if (filled > 0 && filled === Object.keys(shape.fields).length) return undefined;
  return { value: record, given, isWhole: given > Object.keys(shape.fields).length / 2 };
}

/** A bare list as the record that it should be the only field of. */
function onlyListOf({ fields }: RecordShape, json: unknown): Values | undefined {
  const [only, ...others] = Object.entries(fields);
  const isOnly = only?.[1].kind === 'records' && others.length === 0;
  return isOnly && Array.isArray(json) && json.some(isRecord) ? { [only[0]]: json } : undefined;
}

function readLines(shape: LinesShape, text: string, repairs: Repairs): readonly Line[] | undefined {
  const asJson = (own: Repairs) => readLastFit(text, (value, inner) => fitLines(shape, value, inner), own);
  const asLines = (own: Repairs) => parseLines(shape, text, own);
  const isJson = /^\s*(?:```\w*\s*)?[[{]/u.test(text);
  for (const readAs of isJson ? [asJson, asLines] : [asLines, asJson]) {
    const own = new Repairs();
    const lines = readAs(own);
    if (!lines) continue;
    for (const repair of own.list) repairs.note(repair);
    return lines;
  }
  return undefined;
}

/** Removes the tag of a line in front of a text, since some models put the whole line into the JSON. */
function untagged<R extends Readonly<Record<string, unknown>>>(record: R, tag: string, repairs: Repairs): R {
  const tagged = Object.entries(record).filter(([, value]) => typeof value === 'string' && value.startsWith(`${tag}|`));
  if (tagged.length === 0) return record;
  repairs.note('unwrapped');
  return {
    ...record,
    ...Object.fromEntries(tagged.map(([name, value]) => [name, String(value).slice(tag.length + 1)])),
  };
}

function fitLines({ records, max }: LinesShape, json: unknown, repairs: Repairs): Fit<readonly Line[]> | undefined {
  if (!isRecord(json)) return undefined;
  const lists = Object.entries(records).map(([tag, { fields }]) =>
    listOf(json[tag], max, repairs, (one) => {
      const record = readItem({ kind: 'record', fields }, one, repairs);
      return record ? { ...untagged(record, tag, repairs), tag } : lineOf(records, tag, one, repairs);
    }),
  );
  if (lists.every((list) => list === undefined)) return undefined;
  const lines = lists.flatMap((list) => list ?? []);
  if (lines.length > max) repairs.note('cut');
  return { value: lines.slice(0, max), given: lines.length, isWhole: lines.length > 0 };
}

/** A line that was put into JSON as a text, with its tag or without. */
function lineOf(records: LinesShape['records'], tag: string, one: unknown, repairs: Repairs): Line | undefined {
  if (typeof one !== 'string' || !one.includes('|')) return undefined;
  return readLine(records, one, repairs) ?? readLine(records, `${tag}|${one}`, repairs);
}

type Values = Readonly<Record<string, unknown>>;

interface Line {
  readonly tag: string;
  readonly [field: string]: unknown;
}

/**
 * Reads the lines of a reply and leaves out everything else. Undefined for a reply without lines that is not `none`
 * either.
 */
function parseLines(shape: LinesShape, reply: string, repairs: Repairs): readonly Line[] | undefined {
  const lines: Line[] = [];
  const seen = new Set<string>();
  let count = 0;
  for (const text of joinBroken(shape, reply.split(/\r?\n/u).map(plainLine))) {
    if (text === '' || /^```/u.test(text)) continue;
    count++;
    const line = readLine(shape.records, text, repairs);
    if (!line || seen.has(text)) repairs.note('dropped');
    else lines.push(line);
    seen.add(text);
  }
  if (lines.length > shape.max) repairs.note('cut');
  if (lines.length > 0) return lines.slice(0, shape.max);
  if (count === 0 || !/^\W*none\W*$/iu.test(reply.trim())) return undefined;
  repairs.list.length = 0;
  return [];
}

/** Characters up to which a broken record is joined, more than two names have. */
const LONGEST_BROKEN = 1000;

const plainLine = (raw: string): string => trimAscii(raw.replace(/^\s*(?:[-*•]|\d+[.)])?\s*/u, ''));

/**
 * Joins records that broke within a name. A line that lacks fields continues in the next one, unless that is empty or
 * begins a record.
 */
function joinBroken({ records }: LinesShape, lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const text of lines) {
    const last = joined.at(-1) ?? '';
    const lacks = last.length > LONGEST_BROKEN ? 0 : fieldsLacking(records, last);
    const goesOn = lacks > 0 && text !== '' && fieldsOf(records, text) === undefined;
    if (goesOn && text.split('|').length - 1 <= lacks) joined[joined.length - 1] = `${last} ${text}`;
    else joined.push(text);
  }
  return joined;
}

/** The number of fields that a line which begins as a record lacks. */
function fieldsLacking(records: LinesShape['records'], text: string): number {
  const fields = text.includes('|') ? fieldsOf(records, text) : undefined;
  return fields ? Object.keys(fields).length - (text.split('|').length - 1) : 0;
}

function fieldsOf(records: LinesShape['records'], text: string): LineShape['fields'] | undefined {
  const tag = trimAscii(text.split('|', 1)[0] ?? '').toLowerCase();
  return Object.entries(records).find(([one]) => one.toLowerCase() === tag)?.[1].fields;
}

function readLine(records: LinesShape['records'], text: string, repairs: Repairs): Line | undefined {
  const [tag = '', ...values] = text.split('|').map(trimAscii);
  const known = Object.keys(records).find((one) => one.toLowerCase() === tag.toLowerCase());
  const fields = known === undefined ? undefined : records[known]?.fields;
  if (known === undefined || !fields) return undefined;
  const line: Record<string, unknown> = { tag: known };
  for (const [place, [name, field]] of Object.entries(fields).entries()) {
    const value = values[place] ?? '';
    const read = readField(field, value, repairs);
    if (read === undefined) return undefined;
    line[name] = read;
  }
  return line as Line;
}
