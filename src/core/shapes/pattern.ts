/** From and to, inclusive. */
type Ranges = readonly (readonly [number, number])[];

/** A regular language as data. EBNF and RegExp are two ways of writing the same pattern, so they cannot differ. */
export type Pattern =
  | { readonly kind: 'literal'; readonly text: string }
  /** One character of a set; ranges are inclusive, by code point. */
  | { readonly kind: 'set'; readonly negated: boolean; readonly ranges: Ranges }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'either'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly min: number; readonly max: number };

export const literal = (text: string): Pattern => ({ kind: 'literal', text });
export const sequence = (...parts: readonly Pattern[]): Pattern => ({ kind: 'sequence', parts });
export const repeat = (of: Pattern, min: number, max: number): Pattern => ({ kind: 'repeat', of, min, max });
export const either = (options: readonly Pattern[]): Pattern => {
  const [only] = options;
  return only && options.length === 1 ? only : { kind: 'either', options };
};

/** One character out of `characters`. */
export const oneOf = (characters: string): Pattern => ({
  kind: 'set',
  negated: false,
  ranges: single(characters),
});

/** One digit, `from` to `to`. */
export const digit = (from = 0, to = 9): Pattern => ({ kind: 'set', negated: false, ranges: [[48 + from, 48 + to]] });

/**
 * Any character but ASCII control characters and those of `without`, which must be ASCII too: the grammar engine's negated sets know no more
 * (xgrammar 0.1.27 clamps them to 127).
 */
export function printable(without: string): Pattern {
  return { kind: 'set', negated: true, ranges: [[0, 0x1f], [0x7f, 0x7f], ...single(without)] };
}

/**
 * As `printable`, and neither a space nor what Unicode calls one below U+00A1. All of the rest is one range: sets of several ranges beyond ASCII
 * let the engine accept characters outside of them (xgrammar 0.1.27, seen with `||` for `[¡-ÿ、-￿]`).
 */
export function visible(without: string): Pattern {
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
export function separated(of: Pattern, separator: Pattern, min: number, max: number): Pattern {
  if (max < 1) return literal('');
  const some = sequence(of, repeat(sequence(separator, of), Math.max(0, min - 1), max - 1));
  return min > 0 ? some : repeat(some, 0, 1);
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;
