import { assemblePdf, pdfStream } from '../../../scripts/lib/pdf-objects';

/** Text at a place of a page of 600 by 800 points, from the upper left corner. */
export interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** 10 unless given. */
  readonly size?: number;
  readonly bold?: boolean;
  /** Blank points between letters. */
  readonly apart?: number;
  readonly invisible?: boolean;
  /** Degrees to the left. */
  readonly turned?: number;
}

interface PlacedPage {
  readonly texts: readonly PlacedText[];
  /** Annotations as dictionaries, without their kind. */
  readonly annotations?: readonly string[];
  readonly rotate?: number;
}

const FONTS = 5;

/** A PDF with each text where it is said, in the order given. Every letter is half as wide as it is high. */
export function placedPdf(pages: readonly PlacedPage[]): Uint8Array {
  const numbers = pages.map((_, at) => FONTS + 4 + at * 2);
  const annotations = pages.flatMap((page) => page.annotations ?? []);
  const firstAnnotation = FONTS + 4 + pages.length * 2;
  let annotation = firstAnnotation;
  const fields = annotations.map((_, at) => `${String(firstAnnotation + at)} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] /DA (/F1 10 Tf) >> >>`,
    `<< /Type /Pages /Count ${String(pages.length)} /Kids [${numbers.map((number) => `${String(number)} 0 R`).join(' ')}] >>`,
    font('Plain', 6),
    pdfStream(TO_UNICODE),
    font('Plain-Bold', 8),
    glyphs('Plain'),
    '<< /Type /FontDescriptor /FontName /Plain /Flags 4 /FontBBox [0 -200 500 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 >>',
    glyphs('Plain-Bold'),
    ...pages.flatMap((page, at) => {
      const own = (page.annotations ?? []).map(() => `${String(annotation++)} 0 R`).join(' ');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate ${String(page.rotate ?? 0)} /Annots [${own}] /Resources << /Font << /F1 3 0 R /F2 5 0 R >> >> /Contents ${String((numbers[at] ?? 0) + 1)} 0 R >>`,
        pdfStream(page.texts.map(drawn).join('\n')),
      ];
    }),
    ...annotations.map((entries) => `<< /Type /Annot /F 4 ${entries} >>`),
  ];
  return assemblePdf(objects, '/Root 1 0 R');
}

const font = (name: string, glyphs: number): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${String(glyphs)} 0 R] /ToUnicode 4 0 R >>`;

const glyphs = (name: string): string =>
  `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 500 >>`;

const TO_UNICODE = `/CIDInit /ProcSet findresource begin begincmap /CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0020> <06ff> <0020> endbfrange
2 beginbfchar <e000> <006600660069> <e001> <06440627> endbfchar endcmap end`;

/** Letters of the fonts that are drawn as one: “ffi”, and lam with alef. */
export const FFI = '\ue000';
export const LAM_ALEF = '\ue001';

function drawn({ x, y, text, size = 10, bold = false, apart = 0, invisible = false, turned = 0 }: PlacedText): string {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const matrix = [cos, sin, -sin, cos, x, 800 - y].map((value) => value.toFixed(3)).join(' ');
  return `BT /F${bold ? '2' : '1'} ${String(size)} Tf ${String(apart)} Tc ${invisible ? '3' : '0'} Tr ${matrix} Tm <${codes}> Tj ET`;
}
