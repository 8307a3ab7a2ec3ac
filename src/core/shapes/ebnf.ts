import type { Pattern } from './pattern';
import type { Shape } from './shape';
import { shapePattern } from './shape-pattern';

/** The shape as a grammar in xgrammar's EBNF, with the rule `root`: what WebLLM takes as `response_format.grammar`. */
export function toEbnf(shape: Shape): string {
  return `root ::= ${write(shapePattern(shape))}\n`;
}

function write(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'literal':
      return `"${[...pattern.text].map((character) => escaped(character, '"\\')).join('')}"`;
    case 'set': {
      const ranges = pattern.ranges.map(([from, to]) => (from === to ? inSet(from) : `${inSet(from)}-${inSet(to)}`));
      return `[${pattern.negated ? '^' : ''}${ranges.join('')}]`;
    }
    case 'sequence': {
      const parts = pattern.parts.filter((part) => part.kind !== 'literal' || part.text !== '');
      return parts.length ? `(${parts.map(write).join(' ')})` : '""';
    }
    case 'either':
      return `(${pattern.options.map(write).join(' | ')})`;
    case 'repeat':
      return writeRepeat(pattern.of, pattern.min, pattern.max);
  }
}

function writeRepeat(of: Pattern, min: number, max: number): string {
  if (max === 0) return '""';
  const inner = write(of);
  if (min === 1 && max === 1) return inner;
  return min === 0 && max === 1 ? `(${inner})?` : `(${inner}){${String(min)},${String(max)}}`;
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
