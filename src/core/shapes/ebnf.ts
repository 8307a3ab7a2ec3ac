import type { Pattern } from './pattern';
import type { Shape } from './shape';
import { shapePattern } from './shape-pattern';

/** Bodies of rules with their names. */
type Rules = Map<string, string>;

/**
 * The shape as a grammar in xgrammar's EBNF, with the rule `root`: what WebLLM takes as `response_format.grammar`. What repeats is a rule of its own:
 * the engine looks at its whole vocabulary once per state of each rule, which takes it minutes when long texts are written out again and again.
 */
export function toEbnf(shape: Shape): string {
  const rules: Rules = new Map();
  const root = write(shapePattern(shape), rules);
  return [`root ::= ${root}`, ...Array.from(rules, ([body, name]) => `${name} ::= ${body}`), ''].join('\n');
}

function write(pattern: Pattern, rules: Rules): string {
  switch (pattern.kind) {
    case 'literal':
      return `"${[...pattern.text].map((character) => escaped(character, '"\\')).join('')}"`;
    case 'set': {
      const ranges = pattern.ranges.map(([from, to]) => (from === to ? inSet(from) : `${inSet(from)}-${inSet(to)}`));
      return `[${pattern.negated ? '^' : ''}${ranges.join('')}]`;
    }
    case 'sequence': {
      const parts = pattern.parts.filter((part) => part.kind !== 'literal' || part.text !== '');
      return parts.length ? `(${parts.map((part) => write(part, rules)).join(' ')})` : '""';
    }
    case 'either':
      return `(${pattern.options.map((option) => write(option, rules)).join(' | ')})`;
    case 'repeat':
      return writeRepeat(pattern, rules);
  }
}

function writeRepeat({ of, min, max }: Pattern & { readonly kind: 'repeat' }, rules: Rules): string {
  if (max === 0) return '""';
  const inner = write(of, rules);
  if (min === 1 && max === 1) return inner;
  if (min === 0 && max === 1) return `(${inner})?`;
  const repeated = of.kind === 'set' || of.kind === 'literal' ? inner : named(inner, rules);
  return named(`(${repeated}){${String(min)},${String(max)}}`, rules);
}

/** The rule with this body, which all places with the same body share. */
function named(body: string, rules: Rules): string {
  const name = rules.get(body) ?? `r${String(rules.size)}`;
  rules.set(body, name);
  return name;
}

const inSet = (code: number): string => escaped(String.fromCodePoint(code), '[]^-\\"');

function escaped(character: string, special: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '\\n';
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return `\\x${hex(code, 2)}`;
  if (code > 0x7e) return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  return special.includes(character) ? `\\${character}` : character;
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
