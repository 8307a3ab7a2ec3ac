/** A glyph at its place on a page, in points from the upper left corner; `y` is the baseline. */
export interface PlacedGlyph {
  readonly text: string;
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

/** Checks if a text may have an accent that a font sets apart from its letter. */
export const mayHoldAccents = (text: string): boolean => /[´ˆ˜¯˘˙¨˚˝ˇ¸˛]|[`^~]\p{L}|\p{L}[`^~]/u.test(text);

/**
 * The texts that glyphs get where an accent is set over or below the letter drawn next to it, as TeX's first fonts do: the letter with its
 * accent, and nothing for the accent itself. By the position of each glyph; quotation marks and carets stand beside letters and stay.
 */
export function accentedTexts(glyphs: readonly PlacedGlyph[]): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  glyphs.forEach((accent, at) => {
    const mark = COMBINING[accent.text];
    if (mark === undefined) return;
    const letterAt = [at + 1, at - 1].find((beside) => isUnder(accent, glyphs[beside]));
    if (letterAt === undefined) return;
    const letter = texts.get(letterAt) ?? glyphs[letterAt]?.text ?? '';
    texts.set(letterAt, ((DOTTED[letter] ?? letter) + mark).normalize('NFC'));
    texts.set(at, '');
  });
  return texts;
}

/** Checks for a letter with the accent above its middle. */
function isUnder(accent: PlacedGlyph, letter: PlacedGlyph | undefined): boolean {
  if (!letter || !/^\p{L}$/u.test(letter.text)) return false;
  const middle = (accent.x0 + accent.x1) / 2;
  const raised = letter.y - accent.y;
  return middle > letter.x0 && middle < letter.x1 && raised < ABOVE * letter.size && raised > -BELOW * letter.size;
}
