/** Code points of the bytes 0x80–0x9f in WinAnsi (Windows-1252); 0 where the byte is unused. */
const UPPER = [
  0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d, 0, 0, 0x2018,
  0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178,
];

/** Widths of the characters 0x20–0x7e in Helvetica, in thousandths of the font size (Adobe's published metrics). */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

/** Bytes of `text` in WinAnsi. Throws for a character that it does not have. */
export function winAnsi(text: string): number[] {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
    const upper = UPPER.indexOf(code);
    if (code === 0 || upper < 0)
      throw new Error(`The PDF writer has no character "${character}" (U+${code.toString(16)})`);
    return 0x80 + upper;
  });
}

/** Width of `text` in points when set in Helvetica; bold is taken as 7 % wider. */
export function textWidth(text: string, size: number, bold: boolean): number {
  const units = winAnsi(text).reduce((sum, byte) => sum + (HELVETICA[byte - 0x20] ?? 556), 0);
  return (units / 1000) * size * (bold ? 1.07 : 1);
}
