import { ParseError } from '../../../core/errors';
import { CAPS } from '../caps';

/** A JSON value as indented `name: value` lines, without braces and quotation marks. Throws ParseError when nested too deep. */
export function jsonText(value: unknown): string {
  return lines(value, 0).join('\n');
}

function lines(value: unknown, depth: number): string[] {
  if (depth > CAPS.jsonDepth)
    throw new ParseError(
      `Its values are nested more than ${CAPS.jsonDepth} deep. Save it with less nesting, or as a table.`,
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
