import { jsonValues } from './json-values';
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
      return listOf(numbersIn(value), field.items, repairs, (one) => inRange(field.min, field.max, one));
    case 'texts':
      return listOf(value, field.items, repairs, (one) => readText(field.max, one, repairs));
    case 'records':
      return listOf(value, field.items, repairs, (one) => readItem(field.of, one, repairs));
  }
}

/** Reads a record. Undefined when a field is missing. */
function readRecord({ fields }: RecordShape, value: Values, repairs: Repairs): Values | undefined {
  const read = Object.entries(fields).map(
    ([name, field]) => [name, readField(field, find(value, name), repairs) ?? emptyList(field)] as const,
  );
  return read.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(read);
}

/**
 * Reads an item of a list as a record. A bare value stands for a record of one field; for one of two texts, a text stands for both, and an object
 * `{ first: second }` for the pair. Undefined when it is none.
 */
export function readItem(shape: RecordShape, value: unknown, repairs: Repairs): Values | undefined {
  const fields = Object.entries(shape.fields);
  const [first, second] = fields;
  if (isRecord(value)) {
    const record = readRecord(shape, value, repairs);
    const [pair, ...others] = Object.entries(value);
    if (record || !first || !second || !pair || others.length > 0 || !areTwoTexts(fields)) return record;
    return readRecord(shape, { [first[0]]: pair[0], [second[0]]: pair[1] }, repairs);
  }
  if (!first || Array.isArray(value)) return undefined;
  if (fields.length > 1 && (typeof value !== 'string' || !areTwoTexts(fields))) return undefined;
  return readRecord(shape, Object.fromEntries(fields.map(([name]) => [name, value])), repairs);
}

const areTwoTexts = (fields: readonly (readonly [string, FieldShape])[]): boolean =>
  fields.length === 2 && fields.every(([, { kind }]) => kind === 'text');

/**
 * Reads a record and leaves missing fields empty. `given` counts the fields with content; an empty list has some where
 * it was meant to be empty.
 */
export function fillRecord(
  { fields }: RecordShape,
  value: Values,
  repairs: Repairs,
): { readonly record: Values; readonly given: number } {
  let given = 0;
  const read = Object.entries(fields).map(([name, field]) => {
    const source = find(value, name);
    const one = readField(field, source, repairs);
    if (one === undefined) repairs.note('filled');
    // A number that is given but cannot be read was not meant as the least value.
    if (one === undefined && field.kind === 'number' && isGiven(source)) repairs.note('dropped');
    if (one !== undefined && hasContent(one, source)) given++;
    return [name, one ?? emptyValue(field)] as const;
  });
  return { record: Object.fromEntries(read), given };
}

/**
 * Checks that a value has content: a text that is more than dots and dashes, or a list that lost not all of its items.
 */
function hasContent(read: unknown, source: unknown): boolean {
  if (typeof read === 'string') return /[^\p{P}\p{Z}\s]/u.test(read);
  return !Array.isArray(read) || read.length > 0 || (Array.isArray(source) && source.length === 0);
}

/**
 * Reads the items of a list, as far as they can be read. One item without its list, items under names of their own, and
 * a list written as text are read too. Undefined when it is no list.
 */
export function listOf<T>(
  value: unknown,
  most: number,
  repairs: Repairs,
  read: (one: unknown) => T | undefined,
): readonly T[] | undefined {
  const list = itemsIn(value, (one) => read(one) !== undefined);
  if (!list) return undefined;
  const items: T[] = [];
  for (const one of list) {
    const item = read(one);
    if (item === undefined) repairs.note('dropped');
    else items.push(item);
  }
  if (items.length > most) repairs.note('cut');
  return items.slice(0, most);
}

function itemsIn(value: unknown, isItem: (one: unknown) => boolean): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value === 'string') return itemsInText(value, isItem);
  if (typeof value === 'number') return isItem(value) ? [value] : undefined;
  if (!isRecord(value)) return undefined;
  if (isItem(value)) return [value];
  const inner = Object.values(value);
  if (inner.some(isRecord)) return inner.some((one) => isRecord(one) && isItem(one)) ? inner : undefined;
  const pairs = Object.entries(value).map(([name, one]) => ({ [name]: one }));
  return pairs.every(isItem) ? pairs : undefined;
}

function itemsInText(text: string, isItem: (one: unknown) => boolean): readonly unknown[] | undefined {
  const [list] = /^\s*[[{]/u.test(text) ? jsonValues(text) : [];
  if (list && typeof list.value !== 'string') return itemsIn(list.value, isItem);
  return isItem(text) ? [text] : undefined;
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

/** A backspace, form feed or lone carriage return before a letter: the beginning of `\\beta`, `\\frac` or `\\rho` that JSON takes for an escape. */
const TEX_COMMAND = /[\b\f\r](?=[a-z])/gu;

function readText(max: number, value: unknown, repairs: Repairs): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const clean = trimAscii(
    String(value)
      .replace(TEX_COMMAND, (sign) => `\\${sign === '\b' ? 'b' : sign === '\f' ? 'f' : 'r'}`)
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, ' '),
  );
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

/** The parts of a text that lists numbers; any other value as it is. */
const numbersIn = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(/[\s,;]+/u).filter((part) => part !== '') : value;

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
