import { describe, expect, test } from 'vitest';
import { withAccents, type PlacedGlyph } from '../../../src/adapters/documents/pdf/accents';

/** Glyphs half as wide as they are high, from the left; one behind `<` is drawn over the one before or after it. */
function glyphs(text: string, raised = 0): PlacedGlyph[] {
  let x = 0;
  return Array.from(text, (letter) => {
    const goesBack = letter !== '<';
    x += goesBack ? 5 : -5;
    return { text: letter, x0: x, x1: x + 5, y: 100 - (/\p{S}/u.test(letter) ? raised : 0), size: 10 };
  }).filter(({ text: letter }) => letter !== '<');
}

const read = (placed: readonly PlacedGlyph[]): string =>
  withAccents(placed)
    .map(({ text }) => text)
    .join('');

describe('accents that are set apart', () => {
  test.each([
    ['G¨<odel', 'Gödel'],
    ['na¨<ıve', 'naïve'],
    ['Franc<¸ois', 'François'],
    ['Erd˝<os', 'Erdős'],
    ['p^<ere `<a', 'pêre à'],
  ])('are joined to the letter at their place: %s', (text, joined) => {
    expect(read(glyphs(text))).toBe(joined);
  });

  test('are joined over a capital, where they lie higher', () => {
    expect(read(glyphs('´<Eva', 2.5))).toBe('Éva');
    expect(read(glyphs('´<Eva', 12))).toBe('´Eva');
  });

  test('are joined where they are drawn long after their letter', () => {
    const [accent, ...letters] = glyphs('´<Eva wrote', 2.5);
    expect(read([...letters, ...(accent ? [accent] : [])])).toBe('Éva wrote');
  });

  test.each(['don´t', 'x^2 `code` ~home', '¨ 5', '˚C'])('stay where they stand beside a letter: %s', (text) => {
    expect(read(glyphs(text))).toBe(text);
  });
});
