import { type Pattern, complement, shapePattern } from './pattern';
import type { Shape } from './shape';

/** Names of rules by their bodies. */
type Rules = Map<string, string>;

/**
 * Compiles a shape to xgrammar's EBNF with the rule `root`, as WebLLM takes it in `response_format.grammar`. Repeated parts become rules of their
 * own. The engine checks its whole vocabulary once per state of each rule, so repeated text would take minutes.
 */
export function toEbnf(shape: Shape): string {
  const rules: Rules = new Map();
  const root = writeEbnf(shapePattern(shape), rules);
  return [`root ::= ${root}`, ...Array.from(rules, ([body, name]) => `${name} ::= ${body}`), ''].join('\n');
}

function writeEbnf(pattern: Pattern, rules: Rules): string {
  switch (pattern.kind) {
    case 'literal':
      return `"${[...pattern.text].map((character) => escaped(character, '"\\')).join('')}"`;
    case 'set': {
      const ranges = pattern.ranges.map(([from, to]) =>
        from === to ? ebnfSetCharacter(from) : `${ebnfSetCharacter(from)}-${ebnfSetCharacter(to)}`,
      );
      return `[${pattern.negated ? '^' : ''}${ranges.join('')}]`;
    }
    case 'sequence': {
      const parts = pattern.parts.filter((part) => part.kind !== 'literal' || part.text !== '');
      return parts.length ? `(${parts.map((part) => writeEbnf(part, rules)).join(' ')})` : '""';
    }
    case 'either':
      return `(${pattern.options.map((option) => writeEbnf(option, rules)).join(' | ')})`;
    case 'repeat':
      return writeEbnfRepeat(pattern, rules);
  }
}

function writeEbnfRepeat({ of, min, max }: Pattern & { readonly kind: 'repeat' }, rules: Rules): string {
  if (max === 0) return '""';
  const inner = writeEbnf(of, rules);
  if (min === 1 && max === 1) return inner;
  if (min === 0 && max === 1) return `(${inner})?`;
  if (min === 0 && max === Infinity) return named(`(${inner})*`, rules);
  const repeated = of.kind === 'set' || of.kind === 'literal' ? inner : named(inner, rules);
  return named(`(${repeated}){${String(min)},${String(max)}}`, rules);
}

/** The name of the rule with this body. Equal bodies share a rule. */
function named(body: string, rules: Rules): string {
  const name = rules.get(body) ?? `r${String(rules.size)}`;
  rules.set(body, name);
  return name;
}

const ebnfSetCharacter = (code: number): string => escaped(String.fromCodePoint(code), '[]^-\\"');

function escaped(character: string, special: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '\\n';
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return `\\x${hex(code, 2)}`;
  if (code > 0x7e) return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  return special.includes(character) ? `\\${character}` : character;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

const ASCII_END = 0x7f;

/**
 * Compiles a shape to the source of a regular expression over the whole reply. It uses only what the structured output of transformers.js reads:
 * literals, classes, groups, alternatives and counted repeats, without anchors, look-arounds or lazy quantifiers.
 */
export function toRegExp(shape: Shape): string {
  return writeRegExp(shapePattern(shape));
}

function writeRegExp(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'literal':
      return pattern.text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replaceAll('\n', '\\n');
    case 'set':
      return writeRegExpSet(pattern);
    case 'sequence':
      return pattern.parts.map(writeRegExp).join('');
    case 'either':
      return `(?:${pattern.options.map(writeRegExp).join('|')})`;
    case 'repeat':
      return writeRegExpRepeat(pattern.of, pattern.min, pattern.max);
  }
}

/**
 * The sets of transformers.js hold bytes and name ASCII only. A negated set accepts every byte beyond. So a set that goes beyond ASCII is
 * written as the ASCII characters that it refuses.
 */
function writeRegExpSet({ negated, ranges }: Pattern & { readonly kind: 'set' }): string {
  const isWide = !negated && ranges.some(([, to]) => to > ASCII_END);
  const refused = isWide ? complement(ranges).filter(([from]) => from <= ASCII_END) : ranges;
  const listed = refused.map(([from, to]) => [from, Math.min(to, ASCII_END)] as const);
  const written = listed.map(([from, to]) =>
    from === to ? regExpSetCharacter(from) : `${regExpSetCharacter(from)}-${regExpSetCharacter(to)}`,
  );
  return `[${negated || isWide ? '^' : ''}${written.join('')}]`;
}

/**
 * A list is as long as the model makes it, and the parser cuts it: the engine copies what is counted, and looks at its vocabulary anew in every
 * copy. It refuses counts above 1,000 (@huggingface/transformers-structured-output 4.3.0).
 */
function writeRegExpRepeat(of: Pattern, min: number, max: number): string {
  if (max === 0) return '';
  const inner = of.kind === 'set' ? writeRegExp(of) : `(?:${writeRegExp(of)})`;
  if (min === max) return min === 1 ? inner : `${inner}{${String(min)}}`;
  if (max === 1) return `${inner}?`;
  return min === 0 ? `${inner}*` : `(?:${inner}){${String(min)}}${inner}*`;
}

function regExpSetCharacter(code: number): string {
  if (code < 0x20 || code === ASCII_END) return `\\x${code.toString(16).padStart(2, '0')}`;
  const character = String.fromCodePoint(code);
  return '\\]^-['.includes(character) ? `\\${character}` : character;
}
