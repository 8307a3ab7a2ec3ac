import type { FieldShape, FlatShape, LineShape, RecordShape, Shape } from './shape';

/** From and to, inclusive. */
type Ranges = readonly (readonly [number, number])[];

/** A regular language as data. EBNF and RegExp are written from the same pattern, so they cannot differ. */
export type Pattern =
  | { readonly kind: 'literal'; readonly text: string }
  /** One character of a set; ranges are inclusive, by code point. */
  | { readonly kind: 'set'; readonly negated: boolean; readonly ranges: Ranges }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'either'; readonly options: readonly Pattern[] }
  /** `max` may be Infinity. */
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly min: number; readonly max: number };

const literal = (text: string): Pattern => ({ kind: 'literal', text });
const sequence = (...parts: readonly Pattern[]): Pattern => ({ kind: 'sequence', parts });
const repeat = (of: Pattern, min: number, max: number): Pattern => ({ kind: 'repeat', of, min, max });
const either = (options: readonly Pattern[]): Pattern => {
  const [only] = options;
  return only && options.length === 1 ? only : { kind: 'either', options };
};

/** One character out of `characters`. */
const oneOf = (characters: string): Pattern => ({
  kind: 'set',
  negated: false,
  ranges: single(characters),
});

/** One digit, `from` to `to`. */
const digit = (from = 0, to = 9): Pattern => ({ kind: 'set', negated: false, ranges: [[48 + from, 48 + to]] });

/** Any character but ASCII control characters and those of `without`, which must be ASCII: xgrammar 0.1.27 clamps negated sets to 127. */
function printable(without: string): Pattern {
  return { kind: 'set', negated: true, ranges: [[0, 0x1f], [0x7f, 0x7f], ...single(without)] };
}

/**
 * As `printable`, but no space below U+00A1. The rest is one range, since xgrammar 0.1.27 accepts characters outside of sets with several ranges
 * beyond ASCII (seen with `||` for `[¡-ÿ、-￿]`).
 */
function visible(without: string): Pattern {
  const refused = [...single(without), [0, 0x20] as const, [0x7f, 0xa0] as const];
  return { kind: 'set', negated: false, ranges: complement(refused) };
}

const single = (characters: string): Ranges => [...characters].map((one) => [codeOf(one), codeOf(one)] as const);

/** Every code point that is in none of the ranges. */
export function complement(refused: Ranges): Ranges {
  const rest: (readonly [number, number])[] = [];
  let from = 0;
  for (const [first, last] of refused.toSorted(([a], [b]) => a - b)) {
    if (first > from) rest.push([from, first - 1]);
    from = Math.max(from, last + 1);
  }
  return from > 0x10ffff ? rest : [...rest, [from, 0x10ffff]];
}

/** `min` to `max` times the pattern with `separator` between. */
function separated(of: Pattern, separator: Pattern, min: number, max: number): Pattern {
  if (max < 1) return literal('');
  const some = sequence(of, repeat(sequence(separator, of), Math.max(0, min - 1), max - 1));
  return min > 0 ? some : repeat(some, 0, 1);
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** The whole numbers from `min` to `max` in decimal, without leading zeros. Both at least 0. */
function numberPattern(min: number, max: number): Pattern {
  const options: Pattern[] = [];
  for (let length = String(min).length; length <= String(max).length; length++) {
    const low = Math.max(min, length === 1 ? 0 : 10 ** (length - 1));
    const high = Math.min(max, 10 ** length - 1);
    options.push(sameLength(String(low), String(high)));
  }
  return either(options);
}

/** The numbers between two of the same length, split by their first digits. */
function sameLength(low: string, high: string): Pattern {
  if (low === high) return literal(low);
  const rest = low.length - 1;
  const [first, last] = [Number(low[0]), Number(high[0])];
  if (first === last) return sequence(literal(String(first)), sameLength(low.slice(1), high.slice(1)));
  const wholeFrom = /^0*$/u.test(low.slice(1)) ? first : first + 1;
  const wholeTo = /^9*$/u.test(high.slice(1)) ? last : last - 1;
  const options: Pattern[] = [];
  if (wholeFrom > first) options.push(sequence(literal(String(first)), sameLength(low.slice(1), '9'.repeat(rest))));
  if (wholeFrom <= wholeTo) options.push(sequence(digit(wholeFrom, wholeTo), repeat(digit(), rest, rest)));
  if (wholeTo < last) options.push(sequence(literal(String(last)), sameLength('0'.repeat(rest), high.slice(1))));
  return either(options);
}

/** An optional space. More would let a model write spaces for ever. */
const GAP = repeat(literal(' '), 0, 1);
const COMMA = sequence(literal(','), GAP);
const JSON_CHARACTER = either([printable('"\\'), sequence(literal('\\'), oneOf('"\\/nt'))]);
const LINE_CHARACTER = printable('|');

/**
 * One visible character and any number of others. Both engines check their vocabulary once per character that is counted: a full reading of 320
 * characters a field took 28 s of a processor before its first word (xgrammar 0.1.27), without counting .3 s. The parser cuts what is too long.
 */
const text = (first: Pattern, other: Pattern): Pattern => sequence(first, repeat(other, 0, Infinity));

/** The pattern of all replies that a shape allows, and of those whose texts are too long. */
export function shapePattern(shape: Shape): Pattern {
  switch (shape.kind) {
    case 'choice':
      return either(shape.options.map(literal));
    case 'record':
      return recordPattern(shape);
    case 'lines': {
      const lines = either(Object.entries(shape.records).map(([tag, line]) => linePattern(tag, line)));
      return either([literal('none'), separated(lines, literal('\n'), 1, shape.max)]);
    }
  }
}

function recordPattern({ fields }: RecordShape): Pattern {
  const parts = Object.entries(fields).map(([name, field], place) =>
    sequence(place ? COMMA : literal(''), literal(`${JSON.stringify(name)}:`), GAP, jsonField(field)),
  );
  return sequence(literal('{'), ...parts, literal('}'));
}

function jsonField(field: FieldShape): Pattern {
  switch (field.kind) {
    case 'text':
      return JSON_TEXT;
    case 'choice':
      return either(field.options.map((option) => literal(JSON.stringify(option))));
    case 'number':
      return numberPattern(field.min, field.max);
    case 'numbers':
      return array(numberPattern(field.min, field.max), field.items);
    case 'texts':
      return array(JSON_TEXT, field.items);
    case 'records':
      return array(recordPattern(field.of), field.items);
  }
}

const JSON_TEXT = sequence(literal('"'), text(visible('"\\'), JSON_CHARACTER), literal('"'));

const array = (of: Pattern, max: number): Pattern => sequence(literal('['), separated(of, COMMA, 0, max), literal(']'));

function linePattern(tag: string, { fields }: LineShape): Pattern {
  return sequence(literal(tag), ...Object.values(fields).map((field) => sequence(literal('|'), lineField(field))));
}

function lineField(field: FlatShape): Pattern {
  switch (field.kind) {
    case 'text':
      return text(visible('|'), LINE_CHARACTER);
    case 'choice':
      return either(field.options.map(literal));
    case 'number':
      return numberPattern(field.min, field.max);
    case 'numbers':
      return separated(numberPattern(field.min, field.max), literal(','), 0, field.items);
  }
}
