import { complement, type Pattern } from './pattern';
import type { Shape } from './shape';
import { shapePattern } from './shape-pattern';

const ASCII_END = 0x7f;

/**
 * The shape as the source of a regular expression over the whole reply, of the plain kind that transformers.js' structured output
 * reads: literals, classes, groups, alternatives and counted repeats, without anchors, look-arounds or lazy quantifiers.
 */
export function toRegExp(shape: Shape): string {
  return write(shapePattern(shape));
}

function write(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'literal':
      return pattern.text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replaceAll('\n', '\\n');
    case 'set':
      return writeSet(pattern);
    case 'sequence':
      return pattern.parts.map(write).join('');
    case 'either':
      return `(?:${pattern.options.map(write).join('|')})`;
    case 'repeat':
      return writeRepeat(pattern.of, pattern.min, pattern.max);
  }
}

/**
 * The sets of transformers.js' engine are of bytes and name ASCII only; a negated one lets in every byte beyond. So a set that goes beyond
 * ASCII is written by what of ASCII it refuses, and each byte of a character counts towards a length.
 */
function writeSet({ negated, ranges }: Pattern & { readonly kind: 'set' }): string {
  const isWide = !negated && ranges.some(([, to]) => to > ASCII_END);
  const refused = isWide ? complement(ranges).filter(([from]) => from <= ASCII_END) : ranges;
  const listed = refused.map(([from, to]) => [from, Math.min(to, ASCII_END)] as const);
  const written = listed.map(([from, to]) => (from === to ? inSet(from) : `${inSet(from)}-${inSet(to)}`));
  return `[${negated || isWide ? '^' : ''}${written.join('')}]`;
}

function writeRepeat(of: Pattern, min: number, max: number): string {
  if (max === 0) return '';
  const inner = of.kind === 'set' ? write(of) : `(?:${write(of)})`;
  if (min === 1 && max === 1) return inner;
  return min === 0 && max === 1 ? `${inner}?` : `${inner}{${String(min)},${String(max)}}`;
}

function inSet(code: number): string {
  if (code < 0x20 || code === ASCII_END) return `\\x${code.toString(16).padStart(2, '0')}`;
  const character = String.fromCodePoint(code);
  return '\\]^-['.includes(character) ? `\\${character}` : character;
}
