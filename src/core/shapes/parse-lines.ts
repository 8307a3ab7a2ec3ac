import { readField } from './read-fields';
import type { Repairs } from './repairs';
import type { LinesShape } from './shape';
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
  for (const raw of reply.split(/\r?\n/u)) {
    const text = trimAscii(raw.replace(/^\s*(?:[-*•]|\d+[.)])?\s*/u, ''));
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
