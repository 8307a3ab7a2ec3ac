import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStopWords, createTokenText } from '../../../src/adapters/models/transformers/generate';

function filter(words: readonly string[], pieces: readonly string[]): { text: string; met: boolean } {
  const stops = createStopWords(words);
  const text = [...pieces.map((piece) => stops.take(piece)), stops.rest()].join('');
  return { text, met: stops.met };
}

describe('stop words', () => {
  test('end the text before them, however it is cut into pieces', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 6 }), fc.constantFrom('ab', 'cab', 'bcb'), (pieces, word) => {
        const [before = ''] = pieces.join('').split(word);
        expect(filter([word], pieces)).toEqual({ text: before, met: pieces.join('').includes(word) });
      }),
    );
  });

  test('let everything through where there are none', () => {
    expect(filter([], ['one ', 'two'])).toEqual({ text: 'one two', met: false });
  });

  test('end at the one that comes first', () => {
    expect(filter(['END', 'stop'], ['go on stop at the END'])).toEqual({ text: 'go on ', met: true });
  });
});

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
        const events = pieces([...new TextEncoder().encode(whole)], decodeBytes);
        expect(events.join('')).toBe(whole);
        expect(events.join('|')).not.toContain('\uFFFD');
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
