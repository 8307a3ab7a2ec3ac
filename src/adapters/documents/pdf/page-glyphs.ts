import type { Word } from './layout/box';
import { isRtl } from './layout/direction';
import type { PdfFile, Rectangle } from './open-pdf';
import { pageTags, type Tag } from './layout/page-tags';

/**
 * A glyph as drawn. `x0`, `x1` and the baseline `y` are those of the page turned so that the glyph is upright, in points
 * from the upper left; `place` is where the page shows it.
 */
export interface Glyph {
  text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  /** PDFium's handle of the font, which holds while the page is open. */
  readonly font: number;
  /** The font has no text for it: `text` is its bare code. */
  readonly isCode: boolean;
  readonly isInvisible: boolean;
  readonly tag?: Tag | undefined;
  /** Degrees by which it is turned on the page. */
  readonly angle: number;
  /** A blank stands before it in the file. */
  spaced: boolean;
  readonly place: Word['place'];
}

interface PageGlyphs {
  readonly height: number;
  /** In the order of the file, without blanks. */
  readonly glyphs: Glyph[];
}

/** Code of a hyphen at a line's end. */
const HYPHENS: readonly number[] = [2, 0xfffe];
const INVISIBLE = 3;

/** Reads the glyphs of an open page. Blanks that PDFium adds, and what lies beside the page, are left out. */
export function pageGlyphs(file: PdfFile, page: number): PageGlyphs {
  const { pdfium } = file;
  const calls = pdfium.pdfium.wasmExports;
  const text = pdfium.FPDFText_LoadPage(page);
  const memory = calls.malloc(64);
  try {
    const view = viewOf(file, page);
    const styles = new StyleReader({ file, text, memory, view, tags: pageTags(file, page) });
    const glyphs: Glyph[] = [];
    const count = Math.max(0, pdfium.FPDFText_CountChars(text));
    let spaced = false;
    for (let index = 0; index < count; index += 1) {
      if (calls.FPDFText_IsGenerated(text, index) === 1) continue;
      const code = calls.FPDFText_GetUnicode(text, index);
      const isCode = calls.FPDFText_HasUnicodeMapError(text, index) === 1;
      if (isBlank(code, isCode)) {
        spaced = true;
        continue;
      }
      const isHyphen = HYPHENS.includes(code) && pdfium.FPDFText_IsHyphen(text, index) === 1;
      const letter = { text: isHyphen ? '-' : String.fromCodePoint(code), isCode: isCode && !isHyphen, spaced };
      const glyph = placedGlyph(letter, styles.boxAt(index), { view, style: styles.at(index) });
      if (!glyph) continue;
      const before = glyphs.at(-1);
      if (before && styles.isPiece && isOneGlyph(before, glyph)) before.text = joined(before.text, glyph.text);
      else glyphs.push(glyph);
      spaced = false;
    }
    return { height: view.height, glyphs };
  } finally {
    calls.free(memory);
    pdfium.FPDFText_ClosePage(text);
  }
}

/** PDFium tells each letter of a ligature by itself, with the place of the whole. An accent may have the place of its letter, too. */
const isOneGlyph = (a: Glyph, b: Glyph): boolean =>
  !b.spaced && a.x0 === b.x0 && a.x1 === b.x1 && a.y === b.y && LETTERS.test(a.text) && LETTERS.test(b.text);

const LETTERS = /^[\p{Ll}\p{Lu}\p{Lt}\p{Lo}]+$/u;

/** Letters of a ligature that runs from right to left come in the order of their places, from left to right. */
const joined = (before: string, text: string): string => (isRtl(text) ? text + before : before + text);

const isBlank = (code: number, isCode: boolean): boolean =>
  code === 0x20 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x3000 ||
  (!isCode && code >= 9 && code <= 13);

/** From points of the file to the page as shown: `x` and `y` are each `[of x, of y, from]`. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly x: readonly [number, number, number];
  readonly y: readonly [number, number, number];
}

export function viewOf(file: PdfFile, page: number): View {
  const { pdfium } = file;
  const { left, top, right, bottom } = file.rectangle((at) => pdfium.FPDF_GetPageBoundingBox(page, at));
  const [width, height] = [right - left, top - bottom];
  switch (pdfium.FPDFPage_GetRotation(page)) {
    case 1:
      return { width: height, height: width, x: [0, 1, -bottom], y: [1, 0, -left] };
    case 2:
      return { width, height, x: [-1, 0, right], y: [0, 1, -bottom] };
    case 3:
      return { width: height, height: width, x: [0, -1, top], y: [-1, 0, right] };
    default:
      return { width, height, x: [1, 0, -left], y: [0, -1, top] };
  }
}

const shown = ([a, b, c]: View['x'], x: number, y: number): number => a * x + b * y + c;

/** Left, top, width and height of a rectangle of the file as the page shows it. */
export function placeOf({ left, top, right, bottom }: Rectangle, view: View): Word['place'] {
  const [x0, x1] = [shown(view.x, left, bottom), shown(view.x, right, top)];
  const [y0, y1] = [shown(view.y, left, bottom), shown(view.y, right, top)];
  return [Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)];
}

interface Style {
  readonly size: number;
  readonly bold: boolean;
  readonly font: number;
  readonly isInvisible: boolean;
  readonly tag?: Tag | undefined;
  readonly angle: number;
}

/** Sizes and fonts, read once for all glyphs that are drawn in one go. */
class StyleReader {
  #object = -1;
  /** The glyph read last is of the same object as the one before it. */
  isPiece = false;
  #style: Style = { size: 0, bold: false, font: 0, isInvisible: false, angle: 0 };
  readonly #bold = new Map<number, boolean>();
  readonly file: PdfFile;
  readonly text: number;
  readonly memory: number;
  readonly view: View;
  readonly tags: ReadonlyMap<number, Tag>;

  constructor({ file, text, memory, view, tags }: Pick<StyleReader, 'file' | 'text' | 'memory' | 'view' | 'tags'>) {
    this.tags = tags;
    this.file = file;
    this.text = text;
    this.memory = memory;
    this.view = view;
  }

  at(index: number): Style {
    const { HEAPF32, wasmExports: calls } = this.file.pdfium.pdfium;
    const object = calls.FPDFText_GetTextObject(this.text, index);
    this.isPiece = object === this.#object && object !== 0;
    if (this.isPiece) return this.#style;
    this.#object = object;
    const font = calls.FPDFTextObj_GetFont(object);
    calls.FPDFText_GetMatrix(this.text, index, this.memory);
    const [a = 1, b = 0, c = 0, d = 1] = HEAPF32.subarray(this.memory >> 2, (this.memory >> 2) + 4);
    const { x, y } = this.view;
    const turned = Math.atan2(y[0] * a + y[1] * b, x[0] * a + x[1] * b);
    return (this.#style = {
      size: calls.FPDFText_GetFontSize(this.text, index) * Math.hypot(c, d),
      bold: this.#isBold(font),
      font,
      isInvisible: calls.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE,
      tag: this.tags.size === 0 ? undefined : this.tags.get(this.file.pdfium.FPDFPageObj_GetMarkedContentID(object)),
      angle: Math.round((turned * 180) / Math.PI),
    });
  }

  /** The box of a glyph with the width by which the pen moves, and its origin. */
  boxAt(index: number): Bounds {
    const { pdfium } = this.file;
    const at = this.memory;
    const calls = pdfium.pdfium.wasmExports;
    calls.FPDFText_GetLooseCharBox(this.text, index, at);
    calls.FPDFText_GetCharOrigin(this.text, index, at + 16, at + 24);
    const origin = (at + 16) >> 3;
    const { HEAPF64 } = pdfium.pdfium;
    const { left, top, right, bottom } = this.file.rectangleAt(at);
    return { left, top, right, bottom, originX: HEAPF64[origin] ?? 0, originY: HEAPF64[origin + 1] ?? 0 };
  }

  /** By the name of the font: weights that PDFium guesses do not tell. */
  #isBold(font: number): boolean {
    const known = this.#bold.get(font);
    if (known !== undefined) return known;
    const { pdfium } = this.file;
    const name = this.file.bytesText((at, bytes) => pdfium.FPDFFont_GetBaseFontName(font, at, bytes));
    const isBold = BOLD.test(name) || pdfium.FPDFFont_GetWeight(font) >= 600;
    this.#bold.set(font, isBold);
    return isBold;
  }
}

/** In names of fonts: `Times-Bold`, `NimbusRomNo9L-Medi`, TeX's `CMBX10` and `SFBX1000`. */
const BOLD = /bold|black|heavy|demi|medi(?!um)|^(?:[A-Z]{6}\+)?(?:CM|SF|EC|LM)?BX/iu;

interface Bounds extends Rectangle {
  readonly originX: number;
  readonly originY: number;
}

/** Undefined for a glyph beside the page. */
function placedGlyph(
  { text, isCode, spaced }: Pick<Glyph, 'text' | 'isCode' | 'spaced'>,
  bounds: Bounds,
  { view, style }: { readonly view: View; readonly style: Style },
): Glyph | undefined {
  const { size, bold, font, isInvisible, tag, angle } = style;
  const place = placeOf(bounds, view);
  const [x, y, width, height] = place;
  if (x > view.width || y > view.height || x + width < 0 || y + height < 0) return undefined;
  const originX = shown(view.x, bounds.originX, bounds.originY);
  const originY = shown(view.y, bounds.originX, bounds.originY);
  let [x0, x1, baseline] = [x, x + width, originY];
  if (angle !== 0) {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const along = [x * cos + y * sin, (x + width) * cos + y * sin, x * cos + (y + height) * sin];
    along.push((x + width) * cos + (y + height) * sin);
    [x0, x1, baseline] = [Math.min(...along), Math.max(...along), originY * cos - originX * sin];
  }
  return { text, isCode, spaced, x0, x1, y: baseline, size, bold, font, isInvisible, tag, angle, place };
}
