import type { Pattern } from './pattern';
import type { Shape } from './shape';
import { shapePattern } from './shape-pattern';

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
    case 'set': {
      const ranges = pattern.ranges.map(([from, to]) => (from === to ? inSet(from) : `${inSet(from)}-${inSet(to)}`));
      return `[${pattern.negated ? '^' : ''}${ranges.join('')}]`;
    }
    case 'sequence':
      return pattern.parts.map(write).join('');
    case 'either':
      return `(?:${pattern.options.map(write).join('|')})`;
    case 'repeat':
      return writeRepeat(pattern.of, pattern.min, pattern.max);
  }
}

function writeRepeat(of: Pattern, min: number, max: number): string {
  if (max === 0) return '';
  const inner = of.kind === 'set' ? write(of) : `(?:${write(of)})`;
  if (min === 1 && max === 1) return inner;
  return min === 0 && max === 1 ? `${inner}?` : `${inner}{${String(min)},${String(max)}}`;
}

function inSet(code: number): string {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return `\\x${code.toString(16).padStart(2, '0')}`;
  const character = String.fromCodePoint(code);
  return '\\]^-['.includes(character) ? `\\${character}` : character;
}
