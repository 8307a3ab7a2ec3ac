import { WORD_GAP } from './layout/lines';
import type { Glyph } from './page-glyphs';

/** The text of a glyph that cannot be read. */
export const UNREAD = '\ufffd';

/** Private codes of the two ligatures in fonts from before Unicode had them. */
const PRIVATE: Readonly<Record<string, string>> = { '\uf001': 'fi', '\uf002': 'fl' };
const LETTER = /^\p{L}$/u;
const LEAST_WORD = 3;

/**
 * Gives each glyph the text that it stands for. Fonts without names for their glyphs, as TeX's bitmap fonts are, tell
 * bare codes: these are read by their place in TeX's encodings if the font sets words, and not formulas. What nothing
 * tells is marked as unread. One function for a whole document: fonts of a page with few letters are read as those before.
 */
export function glyphReader(): (glyphs: readonly Glyph[]) => void {
  let usual: Encoding = {};
  return (glyphs) => {
    const fonts = new Set(glyphs.flatMap(({ isCode, font }) => (isCode ? [font] : [])));
    for (const font of fonts) {
      const coded = glyphs.filter((glyph) => glyph.isCode && glyph.font === font);
      const encoding = texEncoding(coded.map(({ text }) => text.codePointAt(0) ?? 0));
      if (!setsWords(coded, encoding ?? usual)) continue;
      usual = encoding ?? usual;
      for (const glyph of coded) glyph.text = usual[glyph.text.codePointAt(0) ?? 0] ?? glyph.text;
    }
    for (const glyph of glyphs) glyph.text = textOf(glyph.text);
  };
}

function textOf(text: string): string {
  if (text >= ' ' && text < '\x7f') return text;
  if (/[\0-\x1f\x7f-\x9f]/u.test(text)) return UNREAD;
  return PRIVATE[text] ?? text.replace(/[\ufb00-\ufdff\ufe70-\ufefc]/gu, (form) => form.normalize('NFKC'));
}

/** Half of the letters and more stand in words. */
function setsWords(glyphs: readonly Glyph[], encoding: Encoding): boolean {
  let [letters, inWords, run] = [0, 0, 0];
  const end = (): void => {
    letters += run;
    if (run >= LEAST_WORD) inWords += run;
    run = 0;
  };
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    if (before && (glyph.spaced || glyph.y !== before.y || glyph.x0 - before.x1 > WORD_GAP * glyph.size)) end();
    if (LETTER.test(glyph.text) || encoding[glyph.text.codePointAt(0) ?? 0] !== undefined) run += 1;
    else end();
    before = glyph;
  }
  end();
  return inWords * 2 >= letters;
}

type Encoding = Readonly<Record<number, string>>;

/** TeX's first text encoding (OT1), where it is not ASCII. */
const OT1: Encoding = {
  ...numbered(0x00, 'Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω ff fi fl ffi ffl ı ȷ ` ´ ˇ ˘ ¯ ˚ ¸ ß æ œ ø Æ Œ Ø'),
  ...{ 0x22: '”', 0x27: '’', 0x3c: '¡', 0x3e: '¿', 0x5c: '“', 0x5f: '˙', 0x60: '‘' },
  ...numbered(0x7b, '– — ˝ ˜ ¨'),
};

/** TeX's encoding of 256 letters (T1, "Cork"), where it is neither ASCII nor Latin-1. */
const T1: Encoding = {
  ...numbered(0x00, '` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ¸ ˛ ‚ ‹ › “ ” „ « » – —'),
  ...numbered(0x19, 'ı ȷ ff fi fl ffi ffl'),
  ...{ 0x27: '’', 0x60: '‘', 0x7f: '-' },
  ...numbered(0x80, 'Ă Ą Ć Č Ď Ě Ę Ğ Ĺ Ľ Ł Ń Ň Ŋ Ő Ŕ Ř Ś Š Ş Ť Ţ Ű Ů Ÿ Ź Ž Ż Ĳ İ đ §'),
  ...numbered(0xa0, 'ă ą ć č ď ě ę ğ ĺ ľ ł ń ň ŋ ő ŕ ř ś š ş ť ţ ű ů ÿ ź ž ż ĳ ¡ ¿ £'),
  ...{ 0xd7: 'Œ', 0xdf: 'SS', 0xf7: 'œ', 0xff: 'ß' },
};

function numbered(first: number, texts: string): Encoding {
  return Object.fromEntries(texts.split(' ').map((text, at) => [first + at, text]));
}

/** Detects the encoding of a font, by the codes of its ligatures and letters; undefined where neither shows. */
function texEncoding(codes: readonly number[]): Encoding | undefined {
  const has = (from: number, to: number): boolean => codes.some((code) => code >= from && code <= to);
  if (has(0x80, 0xff)) return has(0x10, 0x1f) ? T1 : undefined;
  if (has(0x0b, 0x0f)) return OT1;
  return has(0x10, 0x1f) ? T1 : undefined;
}
