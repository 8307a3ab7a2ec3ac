import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStopWords } from '../../../src/adapters/models/transformers/stop-words';

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
