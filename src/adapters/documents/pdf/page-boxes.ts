import type { PDFPageProxy } from 'pdfjs-dist';
import { placeText, type Box, IDENTITY, multiply, type Matrix } from './box';
import type { OpenedPdf } from './open-pdf';
import { accentedTexts, mayHoldAccents, type PlacedGlyph } from './accents';
import { UNREAD, glyphTexts, type FontFacts, type GlyphTexts } from './glyph-text';

interface PageBoxes {
  readonly height: number;
  readonly boxes: readonly Box[];
  /** Text that does not run from left to right or right to left, in the order of the file. */
  readonly sideways: readonly string[];
}

/** The text runs of a page as it is shown, also of a rotated one. Pass the same `fonts` for all pages. */
export async function pageBoxes(
  page: PDFPageProxy,
  { fonts, operators }: { readonly fonts: Fonts; readonly operators: OpenedPdf['operators'] },
): Promise<PageBoxes> {
  const viewport = page.getViewport({ scale: 1 });
  const { height } = viewport;
  const content = await page.getTextContent();
  const items = content.items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  const isPlain =
    !items.some(({ dir }) => dir === 'rtl') && !Object.values(content.styles).some((style) => style.vertical);
  const fontNames = Object.keys(content.styles);
  const text = items.map(({ str }) => str).join('\n');
  const isDoubtful = LOST.test(text) || mayHoldAccents(text);
  // A page whose drawing is damaged still has its text layer.
  const drawn = isPlain
    ? await glyphBoxes(page, { fontNames, fonts, operators, isDoubtful }).catch(() => undefined)
    : undefined;
  if (drawn) return { height, ...drawn };
  const boxes: Box[] = [];
  const sideways: string[] = [];
  for (const item of items) {
    const shown = item.width > 0 ? { ...item, str: item.str.replace(EVERY_LOST, UNREAD) } : item;
    const box = content.styles[item.fontName]?.vertical ? undefined : placeText(shown, viewport.transform);
    if (box) boxes.push(box);
    else sideways.push(shown.str);
  }
  return { height, boxes, sideways };
}

/** A glyph without a letter in the font, as pdf.js gives it. */
const LOST = /[\0-\x08\x0e-\x1f]/u;
const EVERY_LOST = /[\0-\x08\x0e-\x1f]+/gu;

type Operators = OpenedPdf['operators'];

/** Fonts of a document met so far, by pdf.js' name for them. */
export type Fonts = Map<string, Font>;

interface Font {
  readonly facts: FontFacts;
  readonly texts: GlyphTexts;
  /** Scale of glyph space in text space. */
  readonly scale: number;
  /** Letters seen, and how many of them are in words of three and more. */
  letters: number;
  inWords: number;
}

/** A glyph as pdf.js lists it; a number beside glyphs moves the pen back by so many thousandths of the letter size. */
interface Glyph {
  readonly originalCharCode: number;
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  /** Text of a letter with an accent that was drawn apart. */
  readonly accented?: string;
}

interface Pen {
  readonly ctm: Matrix;
  readonly text: Matrix;
  readonly line: Matrix;
  readonly font: string;
  readonly size: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly stretch: number;
  readonly leading: number;
  readonly rise: number;
}

/** Glyphs set in one go, with the pen before the first. */
interface Shown {
  readonly pen: Pen;
  readonly font: Font;
  readonly glyphs: readonly (Glyph | number)[];
}

interface GlyphOptions {
  readonly fontNames: readonly string[];
  readonly fonts: Fonts;
  readonly operators: Operators;
  /** True if the text layer lacks glyphs, or may have accents that are set apart. */
  readonly isDoubtful: boolean;
}

/**
 * The text of a page, glyph by glyph as it is drawn. It is read where the text layer leaves out glyphs of a font or gets them wrong: their text
 * is found by their name or place in the font. It is read too where accents are set apart from their letters. Undefined where the text layer can
 * be trusted.
 */
async function glyphBoxes(
  page: PDFPageProxy,
  { fontNames, fonts, operators, isDoubtful }: GlyphOptions,
): Promise<{ boxes: Box[]; sideways: string[] } | undefined> {
  if (!isDoubtful && fontNames.every((name) => fonts.get(name)?.texts.size === 0)) return undefined;
  const list = await page.getOperatorList({ annotationMode: 0 });
  const fontOf = (name: string): Font => {
    const known = fonts.get(name);
    if (known) return known;
    const facts = page.commonObjs.has(name) ? (page.commonObjs.get(name) as FontFacts) : {};
    const [scale = 0.001] = facts.fontMatrix ?? [];
    const met = { facts, texts: glyphTexts(facts), scale: facts.isType3Font ? scale : 0.001, letters: 0, inWords: 0 };
    fonts.set(name, met);
    return met;
  };
  for (const name of fontNames) fontOf(name);
  const drawn = [...shownGlyphs(list, operators, fontOf)];
  for (const each of drawn) countWords(each);
  const isRepaired = drawn.some(({ font, glyphs }) =>
    glyphs.some((glyph) => isGlyph(glyph) && (font.texts.has(glyph.originalCharCode) || isLost(glyph))),
  );
  const view = toMatrix(page.getViewport({ scale: 1 }).transform);
  const shown = isDoubtful || isRepaired ? withAccents(drawn, view) : drawn;
  if (!isRepaired && shown === drawn) return undefined;
  const boxes: Box[] = [];
  const sideways: string[] = [];
  for (const each of shown)
    for (const word of wordsOf(each)) {
      const box = placeText(word.item, multiply(view, each.pen.ctm));
      if (box) boxes.push(box);
      else sideways.push(word.item.str);
    }
  return { boxes, sideways };
}

const isGlyph = (glyph: Glyph | number): glyph is Glyph => typeof glyph !== 'number';

const START: Pen = {
  ...{ ctm: IDENTITY, text: IDENTITY, line: IDENTITY, font: '', size: 0 },
  ...{ charSpacing: 0, wordSpacing: 0, stretch: 1, leading: 0, rise: 0 },
};

/** Follows the operators that move the pen. */
function* shownGlyphs(
  list: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] },
  operators: Operators,
  fontOf: (name: string) => Font,
): Generator<Shown> {
  let pen = START;
  const saved: Pen[] = [];
  for (const [at, operator] of list.fnArray.entries()) {
    const values = (list.argsArray[at] ?? []) as readonly unknown[];
    if (operator === operators.save) saved.push(pen);
    else if (operator === operators.restore || operator === operators.paintFormXObjectEnd) pen = saved.pop() ?? pen;
    else if (operator === operators.paintFormXObjectBegin) {
      saved.push(pen);
      pen = { ...pen, ctm: multiply(pen.ctm, toMatrix(values[0])) };
    } else if (operator === operators.showText) {
      const glyphs = values[0] as readonly (Glyph | number)[];
      const font = fontOf(pen.font);
      yield { pen, font, glyphs };
      pen = {
        ...pen,
        text: advanceBy(
          pen,
          glyphs.reduce<number>((sum, glyph) => sum + advance(pen, font, glyph), 0),
        ),
      };
    } else pen = penAfter(pen, operator, values, operators);
  }
}

function penAfter(pen: Pen, operator: number, values: readonly unknown[], operators: Operators): Pen {
  const first = Number(values[0]);
  const second = Number(values[1]);
  switch (operator) {
    case operators.transform:
      return { ...pen, ctm: multiply(pen.ctm, toMatrix(values)) };
    case operators.beginText:
      return { ...pen, text: IDENTITY, line: IDENTITY };
    case operators.setFont:
      return { ...pen, font: String(values[0]), size: second };
    case operators.setCharSpacing:
      return { ...pen, charSpacing: first };
    case operators.setWordSpacing:
      return { ...pen, wordSpacing: first };
    case operators.setHScale:
      return { ...pen, stretch: first / 100 };
    case operators.setLeading:
      return { ...pen, leading: first };
    case operators.setTextRise:
      return { ...pen, rise: first };
    case operators.setTextMatrix: {
      const matrix = toMatrix(values.length === 1 ? values[0] : values);
      return { ...pen, text: matrix, line: matrix };
    }
    case operators.moveText:
      return onNewLine(pen, first, second);
    case operators.setLeadingMoveText:
      return onNewLine({ ...pen, leading: -second }, first, second);
    case operators.nextLine:
      return onNewLine(pen, 0, -pen.leading);
    default:
      return pen;
  }
}

function onNewLine(pen: Pen, x: number, y: number): Pen {
  const line = multiply(pen.line, [1, 0, 0, 1, x, y]);
  return { ...pen, text: line, line };
}

const advanceBy = (pen: Pen, x: number): Matrix => multiply(pen.text, [1, 0, 0, 1, x, 0]);

function advance(pen: Pen, font: Font, glyph: Glyph | number): number {
  if (!isGlyph(glyph)) return -glyph * 0.001 * pen.size * pen.stretch;
  return (glyph.width * font.scale * pen.size + pen.charSpacing + (glyph.isSpace ? pen.wordSpacing : 0)) * pen.stretch;
}

const LETTER = /^\p{L}$/u;
const LEAST_WORD = 3;

/** A gap this wide, in thousandths of the letter size, parts words. */
const WORD_GAP = 170;

/** Counts for each font how many of its letters are in words. Fonts of text set words, fonts of formulas do not. */
function countWords({ font, glyphs }: Shown): void {
  let run = 0;
  const end = (): void => {
    font.letters += run;
    if (run >= LEAST_WORD) font.inWords += run;
    run = 0;
  };
  for (const glyph of glyphs) {
    if (!isGlyph(glyph)) {
      if (Math.abs(glyph) > WORD_GAP) end();
    } else if (LETTER.test(glyph.unicode) || font.texts.has(glyph.originalCharCode)) run += 1;
    else end();
  }
  end();
}

const setsWords = (font: Font): boolean => font.inWords * 2 >= font.letters;

/**
 * Checks for a visible glyph without a letter. A font's sign for a missing glyph (code 0) without a width is invisible.
 */
const isLost = ({ unicode, originalCharCode, width }: Glyph): boolean =>
  LOST.test(unicode) && (originalCharCode !== 0 || width > 0);

function textOf(font: Font, glyph: Glyph): string {
  if (glyph.accented !== undefined) return glyph.accented;
  const found = font.texts.get(glyph.originalCharCode);
  if (found) return found.byPlace && !setsWords(font) ? UNREAD : found.text;
  if (isLost(glyph)) return UNREAD;
  return glyph.unicode.replace(/[\ufb00-\ufb06]/gu, (ligature) => ligature.normalize('NFKC'));
}

/** Joins accents to their letters; returns the same array where there are none. */
function withAccents(shown: readonly Shown[], view: Matrix): readonly Shown[] {
  const placed = shown.flatMap((each) => [...placedGlyphs(each, view)]);
  const texts = accentedTexts(placed);
  if (texts.size === 0) return shown;
  let count = 0;
  return shown.map((each) => {
    const glyphs: (Glyph | number)[] = [];
    const move = (by: number): void => {
      const last = glyphs.at(-1);
      if (typeof last === 'number') glyphs[glyphs.length - 1] = last + by;
      else glyphs.push(by);
    };
    for (const glyph of each.glyphs) {
      const text = isGlyph(glyph) ? texts.get(count++) : undefined;
      if (!isGlyph(glyph)) move(glyph);
      else if (text === '') move(-advance(each.pen, each.font, glyph) / (0.001 * each.pen.size * each.pen.stretch));
      else glyphs.push(text === undefined ? glyph : { ...glyph, accented: text });
    }
    return { ...each, glyphs };
  });
}

function* placedGlyphs({ pen, font, glyphs }: Shown, view: Matrix): Generator<PlacedGlyph> {
  const page = multiply(view, pen.ctm);
  let at = 0;
  for (const glyph of glyphs) {
    const step = advance(pen, font, glyph);
    if (isGlyph(glyph)) {
      const [a, , c, d, x0, y] = multiply(page, multiply(advanceBy(pen, at), [1, 0, 0, 1, 0, pen.rise]));
      yield { text: textOf(font, glyph), x0, x1: x0 + a * step, y, size: pen.size * Math.hypot(c, d) };
    }
    at += step;
  }
}

/** Splits one shown string where the pen moves by a word gap. */
function* wordsOf({ pen, font, glyphs }: Shown): Generator<{ item: Parameters<typeof placeText>[0] }> {
  const [left = 0, bottom = 0, right = 0, top = 0] = font.facts.bbox ?? [];
  const isTiny = font.facts.isType3Font === true && pen.size <= 1 && right > left && top > bottom;
  const size = pen.size * (isTiny ? (top - bottom) * Math.abs(font.facts.fontMatrix?.[3] ?? 0.001) : 1);
  let text = '';
  let start = 0;
  let end = 0;
  let at = 0;
  const word = () => {
    const matrix = multiply(advanceBy(pen, start), [size * pen.stretch, 0, 0, size, 0, pen.rise]);
    const width = (end - start) * Math.hypot(pen.text[0], pen.text[1]) * Math.hypot(pen.ctm[0], pen.ctm[1]);
    return { item: { str: text, dir: 'ltr', width, transform: matrix } };
  };
  for (const glyph of glyphs) {
    const step = advance(pen, font, glyph);
    if (isGlyph(glyph)) {
      const shown = textOf(font, glyph);
      const isBlank = shown.trim() === '';
      if (text === '' && !isBlank) start = at;
      if (text !== '' || !isBlank) text += shown;
      if (!isBlank) end = at + step;
    } else if (text !== '' && Math.abs(step) > WORD_GAP * 0.001 * pen.size * pen.stretch) {
      yield word();
      text = '';
    }
    at += step;
  }
  if (text !== '') yield word();
}

function toMatrix(values: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from((values ?? []) as ArrayLike<number>);
  return [a, b, c, d, e, f];
}
