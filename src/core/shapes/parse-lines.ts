import { readField } from './read-fields';
import type { Repairs } from './repairs';
import type { LineShape, LinesShape } from './shape';
import { trimAscii } from './trim';

export interface Line {
  readonly tag: string;
  readonly [field: string]: unknown;
}

/** Lines of a reply as records, those that are no lines left out; undefined when nothing of it is a line and it does not say `none`. */
export function parseLines(shape: LinesShape, reply: string, repairs: Repairs): readonly Line[] | undefined {
  const lines: Line[] = [];
  const seen = new Set<string>();
  let said = 0;
  for (const text of joinBroken(shape, reply.split(/\r?\n/u).map(plainLine))) {
    if (text === '' || /^```/u.test(text)) continue;
    said++;
    const line = readLine(shape, text, repairs);
    if (!line || seen.has(text)) repairs.note('dropped');
    else lines.push(line);
    seen.add(text);
  }
  if (lines.length > shape.max) repairs.note('cut');
  if (lines.length > 0) return lines.slice(0, shape.max);
  if (said === 0 || !/^\W*none\W*$/iu.test(reply.trim())) return undefined;
  repairs.list.length = 0;
  return [];
}

/** Characters up to which a record that broke is put together: more than two names have. */
const LONGEST_BROKEN = 1000;

const plainLine = (raw: string): string => trimAscii(raw.replace(/^\s*(?:[-*•]|\d+[.)])?\s*/u, ''));

/** Lines with a record that broke within a name put together: one that lacks fields goes on in the next, unless that begins a record or nothing at all. */
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

/** How many fields a line that begins as a record has too few. */
function fieldsLacking(records: LinesShape['records'], text: string): number {
  const fields = text.includes('|') ? fieldsOf(records, text) : undefined;
  return fields ? Object.keys(fields).length - (text.split('|').length - 1) : 0;
}

function fieldsOf(records: LinesShape['records'], text: string): LineShape['fields'] | undefined {
  const tag = trimAscii(text.split('|', 1)[0] ?? '').toLowerCase();
  return Object.entries(records).find(([one]) => one.toLowerCase() === tag)?.[1].fields;
}

function readLine({ records }: LinesShape, text: string, repairs: Repairs): Line | undefined {
  const [tag = '', ...values] = text.split('|').map(trimAscii);
  const known = Object.keys(records).find((one) => one.toLowerCase() === tag.toLowerCase());
  const fields = known === undefined ? undefined : records[known]?.fields;
  if (known === undefined || !fields) return undefined;
  const line: Record<string, unknown> = { tag: known };
  for (const [place, [name, field]] of Object.entries(fields).entries()) {
    const value = values[place] ?? '';
    const read = readField(field, field.kind === 'numbers' ? splitNumbers(value) : value, repairs);
    if (read === undefined) return undefined;
    line[name] = read;
  }
  return line as Line;
}

const splitNumbers = (text: string): readonly string[] => text.split(/[\s,;]+/u).filter((part) => part !== '');
