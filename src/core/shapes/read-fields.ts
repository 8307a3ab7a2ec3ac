import { type Repairs, trimAscii } from './repairs';
import type { FieldShape, RecordShape } from './shape';

type Values = Readonly<Record<string, unknown>>;

/** Reads a value as a field. Undefined when it cannot be one. */
export function readField(field: FieldShape, value: unknown, repairs: Repairs): unknown {
  switch (field.kind) {
    case 'text':
      return readText(field.max, value, repairs);
    case 'choice':
      return readChoice(field.options, value);
    case 'number':
      return readNumber(field.min, field.max, value, repairs);
    case 'numbers':
      return listOf(value, field.items, repairs, (one) => inRange(field.min, field.max, one));
    case 'texts':
      return listOf(value, field.items, repairs, (one) => readText(field.max, one, repairs));
    case 'records':
      return listOf(value, field.items, repairs, (one) => readRecord(field.of, one, repairs));
  }
}

/** Reads a record. Undefined when a field is missing. */
export function readRecord({ fields }: RecordShape, value: unknown, repairs: Repairs): Values | undefined {
  if (!isRecord(value)) return undefined;
  const read = Object.entries(fields).map(
    ([name, field]) => [name, readField(field, find(value, name), repairs) ?? emptyList(field)] as const,
  );
  return read.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(read);
}

/** Reads a record and leaves missing fields empty. */
export function fillRecord({ fields }: RecordShape, value: Values, repairs: Repairs): Values {
  const read = Object.entries(fields).map(([name, field]) => {
    const one = readField(field, find(value, name), repairs);
    if (one === undefined) repairs.note('filled');
    // A number that is given but cannot be read was not meant as the least value.
    if (one === undefined && field.kind === 'number' && isGiven(find(value, name))) repairs.note('dropped');
    return [name, one ?? emptyValue(field)] as const;
  });
  return Object.fromEntries(read);
}

/** Reads the items of a list, as far as they can be read. Undefined when it is no list. */
export function listOf<T>(
  value: unknown,
  most: number,
  repairs: Repairs,
  read: (one: unknown) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  for (const one of value as readonly unknown[]) {
    const item = read(one);
    if (item === undefined) repairs.note('dropped');
    else items.push(item);
  }
  if (items.length > most) repairs.note('cut');
  return items.slice(0, most);
}

export function readChoice(options: readonly string[], value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'boolean' && typeof value !== 'number') return undefined;
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const wanted = plain(String(value));
  return options.find((option) => option === value) ?? options.find((option) => plain(option) === wanted);
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readText(max: number, value: unknown, repairs: Repairs): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const clean = trimAscii(String(value).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, ' '));
  if (clean === '') return undefined;
  const characters = [...clean];
  if (characters.length <= max) return clean;
  repairs.note('cut');
  return characters.slice(0, max).join('');
}

function readNumber(min: number, max: number, value: unknown, repairs: Repairs): number | undefined {
  const { read, isExact } = typeof value === 'string' ? oneNumber(value) : { read: toNumber(value), isExact: false };
  if (read === undefined || !Number.isFinite(read)) return undefined;
  const within = Math.min(max, Math.max(min, read));
  if (within !== read && isExact) return undefined;
  if (within !== read) repairs.note('cut');
  return within;
}

/** Reads a number that points at something. One out of range is dropped, not moved to another. */
function inRange(min: number, max: number, value: unknown): number | undefined {
  const read = toNumber(value);
  return read !== undefined && read >= min && read <= max ? read : undefined;
}

const END_OF_SCALE = /(?<=\d(?:\s?%|\s(?:points?|stars?|Punkten?))?\s?)(?:\/|\b(?:out of|of|von))\s?\d+(?:[.,]\d+)?/gu;
/** “(of a scale from 0 to 100)”, “(0-100)”. */
const SCALE = /(?:\(|\bscale (?:of |from )?|\bskala von )\d+\s?(?:to|bis|[–—-])\s?\d+/giu;

/** “1,000”, which may mean 1. It is never moved into a range. */
const THOUSANDS = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u;

/** Finds the only number in words, apart from its scale: in “70”, “7 of 10” or “7,5”, but not in “70-80” or “a 3 for the report of 1987”. */
function oneNumber(text: string): { readonly read: number | undefined; readonly isExact: boolean } {
  const own = text.replace(SCALE, ' ').replace(END_OF_SCALE, ' ');
  const [found, ...others] = own.match(/(?<![\p{L}\d])-?\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*/gu) ?? [];
  if (found === undefined || others.length > 0) return { read: undefined, isExact: false };
  const isExact = THOUSANDS.test(found);
  return { read: Math.round(Number(found.replace(isExact ? /,/gu : ',', isExact ? '' : '.'))), isExact };
}

function toNumber(value: unknown): number | undefined {
  const read = typeof value === 'string' ? Number.parseFloat(/-?\d+(\.\d+)?/u.exec(value)?.[0] ?? '') : value;
  return typeof read === 'number' && Number.isFinite(read) ? Math.round(read) : undefined;
}

/** Finds a property by its name. Case, `_`, `-` and spaces may differ. */
function find(value: Values, name: string): unknown {
  if (Object.hasOwn(value, name)) return value[name];
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/gu, '');
  const key = Object.keys(value).find((one) => plain(one) === plain(name));
  return key === undefined ? undefined : value[key];
}

const emptyList = (field: FieldShape): unknown =>
  field.kind === 'numbers' || field.kind === 'texts' || field.kind === 'records' ? [] : undefined;

function emptyValue(field: FieldShape): unknown {
  if (field.kind === 'number') return field.min;
  if (field.kind === 'choice') return field.options[0] ?? '';
  return field.kind === 'text' ? '' : [];
}
