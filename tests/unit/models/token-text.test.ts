import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTokenText } from '../../../src/adapters/models/transformers/token-text';

/** One token per byte of UTF-8; like real tokenizers, it refuses to decode nothing. */
function decodeBytes(tokens: readonly number[]): string {
  if (tokens.length === 0) throw new Error('There is nothing to decode');
  return new TextDecoder().decode(Uint8Array.from(tokens));
}

function pieces(tokens: readonly number[], decode: (tokens: readonly number[]) => string): string[] {
  const text = createTokenText(decode);
  return [...tokens.map((token) => text.take(token)), text.rest()];
}

/** Texts that do not hold the sign of an incomplete character themselves. */
const graphemes = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\uFFFD'));

describe('text from tokens', () => {
  test('comes in pieces that join to the whole and hold no half characters', () => {
    fc.assert(
      fc.property(graphemes, (whole) => {
        const told = pieces([...new TextEncoder().encode(whole)], decodeBytes);
        expect(told.join('')).toBe(whole);
        expect(told.join('|')).not.toContain('\uFFFD');
      }),
    );
  });

  test('keeps the space between two words where the tokenizer drops one at the beginning', () => {
    const words = ['▁one', '▁two', '▁three'];
    const decode = (tokens: readonly number[]) =>
      tokens
        .map((token) => words[token] ?? '')
        .join('')
        .replaceAll('▁', ' ')
        .replace(/^ /u, '');
    expect(pieces([0, 1, 2], decode).join('')).toBe('one two three');
  });

  test('gives up a character that never becomes whole', () => {
    expect(pieces([0x61, 0xe4], decodeBytes).join('')).toBe('a\uFFFD');
  });
});
