/** A glyph at its place on a page, in points from the upper left corner; `y` is the baseline. */
export interface PlacedGlyph {
  text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
}

/** Accents that stand alone, and what they are over or below a letter. */
const COMBINING: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', '´': '\u0301', ˆ: '\u0302', '^': '\u0302', '˜': '\u0303', '~': '\u0303', '¯': '\u0304' },
  ...{
    '˘': '\u0306',
    '˙': '\u0307',
    '¨': '\u0308',
    '˚': '\u030a',
    '˝': '\u030b',
    ˇ: '\u030c',
    '¸': '\u0327',
    '˛': '\u0328',
  },
};
const DOTTED: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

/** Range of an accent's baseline above a letter's and below it, in multiples of the letter's size. */
const ABOVE = 0.5;
const BELOW = 0.15;

/** Glyphs before and behind an accent, in the order of the file, among which its letter is looked for. */
const REACH = 200;

/**
 * Joins accents to the letters over or below which they are set, as TeX's first fonts set them. By the position of each
 * glyph: quotation marks and carets stand beside letters and stay.
 */
export function withAccents<T extends PlacedGlyph>(glyphs: readonly T[]): readonly T[] {
  const joined = new Set<T>();
  glyphs.forEach((accent, at) => {
    const mark = COMBINING[accent.text];
    if (mark === undefined) return;
    const beside = [glyphs[at + 1], glyphs[at - 1]].find((each) => isUnder(accent, each));
    const near = (): readonly T[] => glyphs.slice(Math.max(0, at - REACH), at + REACH);
    const letter = beside ?? near().find((each) => isUnder(accent, each));
    if (!letter) return;
    letter.text = ((DOTTED[letter.text] ?? letter.text) + mark).normalize('NFC');
    joined.add(accent);
  });
  return joined.size === 0 ? glyphs : glyphs.filter((glyph) => !joined.has(glyph));
}

/** Checks for a letter with the accent above its middle. */
function isUnder(accent: PlacedGlyph, letter: PlacedGlyph | undefined): boolean {
  if (!letter || !/^\p{L}$/u.test(letter.text)) return false;
  const middle = (accent.x0 + accent.x1) / 2;
  const raised = letter.y - accent.y;
  return middle > letter.x0 && middle < letter.x1 && raised < ABOVE * letter.size && raised > -BELOW * letter.size;
}
