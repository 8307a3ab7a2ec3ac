import { assemblePdf, pdfStream } from './pdf-objects';

/** Text at a place of a page, in points from the lower left corner. */
export interface TexLine {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
}

const LIGATURES: readonly (readonly [string, number])[] = [
  ['ffi', 0x0e],
  ['ffl', 0x0f],
  ['ff', 0x0b],
  ['fi', 0x0c],
  ['fl', 0x0d],
  ['—', 0x7c],
  ['–', 0x7b],
  ['“', 0x5c],
  ['”', 0x22],
  ['ı', 0x10],
];

/** Accents, which TeX sets before their letter and then goes back. */
const ACCENTS: Readonly<Record<string, number>> = {
  ...{ '`': 0x12, '´': 0x13, ˇ: 0x14, '˘': 0x15, '¯': 0x16, '˚': 0x17, '¸': 0x18 },
  ...{ '^': 0x5e, '˝': 0x7d, '~': 0x7e, '¨': 0x7f },
};

/** Width of every glyph, and of the gap between words, in thousandths of the letter size. */
const WIDTH = 500;
const GAP = 333;
const CODES = Array.from({ length: 0x80 - 0x0b }, (_, at) => at + 0x0b);

/**
 * Writes a PDF as TeX does with bitmap fonts: one Type 3 font whose glyphs are called `a12` and have no Unicode.
 * Ligatures, dashes and accents stand at the places that TeX gives them. There are no blanks between words.
 */
export function writeTexPdf(pages: readonly (readonly TexLine[])[]): Uint8Array {
  const numberOf = (page: number): number => 5 + page * 2;
  const glyphs = CODES.map((code) => `/a${code} 4 0 R`).join(' ');
  const names = CODES.map((code) => `/a${code}`).join(' ');
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')}] >>`,
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 -200 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 11 /LastChar 127 /Widths [${CODES.map(() => WIDTH).join(' ')}] /Encoding << /Type /Encoding /Differences [11 ${names}] >> /CharProcs << ${glyphs} >> /Resources << >> >>`,
      pdfStream(`${WIDTH} 0 d0 0 0 400 600 re f`),
      ...pages.flatMap((lines, page) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${numberOf(page) + 1} 0 R >>`,
        pdfStream(lines.map(shown).join('\n')),
      ]),
    ],
    '/Root 1 0 R',
  );
}

function shown({ x, y, size, text }: TexLine): string {
  const words = text.split(' ').map((word) => `<${codesOf(word)}>`);
  return `BT /F1 ${size} Tf ${x} ${y} Td [${words.join(` -${GAP} `)}] TJ ET`;
}

function codesOf(word: string): string {
  let codes = '';
  for (let at = 0; at < word.length;) {
    const [found, code] = LIGATURES.find(([each]) => word.startsWith(each, at)) ?? [
      word.charAt(at),
      word.charCodeAt(at),
    ];
    const accent = ACCENTS[found];
    codes += (accent ?? code).toString(16).padStart(2, '0');
    if (accent !== undefined) codes += `> ${WIDTH} <`;
    at += found.length;
  }
  return codes;
}

/** Returns the width of a text without accents, in points. */
export function texWidth(text: string, size: number): number {
  const glyphs = text.split(' ').reduce((sum, word) => sum + codesOf(word).length / 2, 0);
  return ((glyphs * WIDTH + (text.split(' ').length - 1) * GAP) * size) / 1000;
}
