import type { Box, Word } from './box';
import { isRtl } from './direction';
import { INITIAL, WIDE_GAP, withPairs, WORD_GAP } from './lines';
import type { Glyph } from '../page-glyphs';

/** Joins glyphs that follow one another in one size, at one height and without a wide gap. */
export function runsOf(glyphs: readonly Glyph[]): Box[] {
  const runs: Glyph[][] = [];
  let extent: Span = { x0: 0, x1: 0 };
  for (const glyph of withoutDoubles(glyphs)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isFar = distance(extent, glyph) > WIDE_GAP * glyph.size;
    if (run && last && isLevel(last, glyph) && (!isFar || isRtl(glyph.text) || run.some(({ text }) => isRtl(text)))) {
      run.push(glyph);
      extent = { x0: Math.min(extent.x0, glyph.x0), x1: Math.max(extent.x1, glyph.x1) };
    } else {
      runs.push([glyph]);
      extent = glyph;
    }
  }
  const lines = runs.flatMap(partsOf);
  const hasBlanks = partsWords(lines);
  let usual = 0;
  return withInitials(
    lines.flatMap((run, at) => {
      const last = lines[at - 1]?.at(-1);
      const [first] = run;
      if (!last || !first || !isLevel(last, first)) usual = 0;
      usual = usualGap(run) ?? usual;
      if (usual > 0 || !hasBlanks || run.some(({ text }) => isRtl(text))) return [runOf(run, usual)];
      return cellsOf(run).map((cell, which) => ({ ...runOf(cell, 0), ...(which > 0 && { apart: true }) }));
    }),
  );
}

const isBareGap = (before: Glyph, glyph: Glyph): boolean =>
  !glyph.spaced && glyph.x0 - before.x1 > WORD_GAP * glyph.size;

/** Checks that most gaps between words of a page have a blank: in one without, words are put side by side that do not belong together. */
function partsWords(lines: readonly (readonly Glyph[])[]): boolean {
  let [blanks, bare] = [0, 0];
  for (const line of lines)
    for (let at = 1; at < line.length; at += 1) {
      const [before, glyph] = [line[at - 1], line[at]];
      if (glyph?.spaced) blanks += 1;
      else if (before && glyph && isBareGap(before, glyph)) bare += 1;
    }
  return blanks > bare;
}

/** Cuts a run at its gaps without a blank. */
function cellsOf(run: readonly Glyph[]): readonly (readonly Glyph[])[] {
  const cells: Glyph[][] = [];
  for (const glyph of run) {
    const before = cells.at(-1)?.at(-1);
    if (before && !(isBareGap(before, glyph) && !/\p{M}$/u.test(before.text))) cells.at(-1)?.push(glyph);
    else cells.push([glyph]);
  }
  return cells;
}

interface Span {
  readonly x0: number;
  readonly x1: number;
}

const distance = (a: Span, b: Span): number => Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1);

/** Parts of a run with right-to-left letters by their place, since it jumps about in the file. */
function partsOf(run: readonly Glyph[]): readonly (readonly Glyph[])[] {
  if (!run.some(({ text }) => isRtl(text))) return [run];
  const parts: Glyph[][] = [];
  for (const glyph of run.toSorted((a, b) => b.x1 - a.x1)) {
    const last = parts.at(-1)?.at(-1);
    if (last && distance(last, glyph) <= WIDE_GAP * glyph.size) parts.at(-1)?.push(glyph);
    else parts.push([glyph]);
  }
  return parts;
}

const isLevel = (a: Glyph, b: Glyph): boolean =>
  a.angle === b.angle && Math.abs(a.y - b.y) <= 0.1 * a.size && Math.abs(a.size - b.size) <= 0.05 * a.size;

/** Part of the letter size within which the same letter is one that is drawn twice, for a shadow or as bold. */
const SAME_PLACE = 0.15;

/** Leaves out glyphs that are drawn again in their place, and the invisible words that a scanner's program lays over visible ones. */
function withoutDoubles(glyphs: readonly Glyph[]): readonly Glyph[] {
  const isMixed = glyphs.some(({ isInvisible }) => isInvisible) && glyphs.some(({ isInvisible }) => !isInvisible);
  const visible = isMixed ? glyphs.filter(({ isInvisible }) => !isInvisible) : [];
  const grid = new GlyphGrid();
  return glyphs.filter((glyph) => {
    if (isMixed && glyph.isInvisible && visible.some((other) => isOver(other, glyph))) return false;
    return grid.add(glyph);
  });
}

/** Glyphs by their places, in cells as large as a letter. */
class GlyphGrid {
  /** The last glyph of each cell, as its number. */
  readonly #last = new Map<number, number>();
  /** By glyph: the one before it in its cell. */
  readonly #before: number[] = [];
  readonly #glyphs: Glyph[] = [];

  /** Adds a glyph; false where it is there already. */
  add(glyph: Glyph): boolean {
    const [x, y] = [glyph.x0 / glyph.size, glyph.y / glyph.size];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [nextColumn, nextRow] = [cellBeside(x - column, column), cellBeside(y - row, row)];
    if (this.#has(column, row, glyph)) return false;
    if (nextColumn !== column && this.#has(nextColumn, row, glyph)) return false;
    if (nextRow !== row && (this.#has(column, nextRow, glyph) || this.#has(nextColumn, nextRow, glyph))) return false;
    const key = keyOf(column, row);
    this.#before.push(this.#last.get(key) ?? -1);
    this.#last.set(key, this.#glyphs.push(glyph) - 1);
    return true;
  }

  #has(column: number, row: number, glyph: Glyph): boolean {
    for (let at = this.#last.get(keyOf(column, row)) ?? -1; at >= 0; at = this.#before[at] ?? -1) {
      const other = this.#glyphs[at];
      if (other && isSame(other, glyph)) return true;
    }
    return false;
  }
}

/** A small whole number for a cell; cells that share one only cost a comparison. */
const keyOf = (column: number, row: number): number => (column * 8191 + row) & 0x3fffffff;

/** The cell beside one that is near a place in it; the cell itself where none is. */
const cellBeside = (part: number, cell: number): number =>
  part < SAME_PLACE ? cell - 1 : part > 1 - SAME_PLACE ? cell + 1 : cell;

const isSame = (a: Glyph, b: Glyph): boolean =>
  a.text === b.text && Math.abs(a.x0 - b.x0) < SAME_PLACE * b.size && Math.abs(a.y - b.y) < SAME_PLACE * b.size;

/** A glyph lies over another one, or right beside it. */
function isOver({ place: [x, y, width, height], size }: Glyph, { place }: Glyph): boolean {
  const [middleX, middleY] = [place[0] + place[2] / 2, place[1] + place[3] / 2];
  return middleX > x - size && middleX < x + width + size && middleY > y && middleY < y + height;
}

/** @param usual - the usual gap between glyphs of the line in multiples of their size, if it is spaced out, else 0. */
function runOf(glyphs: readonly Glyph[], usual: number): Box {
  const first = glyphs[0];
  const turning = glyphs.filter(({ text }) => isRtl(text)).length;
  const rtl = turning > 0 && turning > glyphs.filter(({ text }) => !isRtl(text) && LTR.test(text)).length;
  const words = turning > 0 ? wordsByPlace(glyphs, rtl) : wordsInLine(glyphs, usual);
  const text = words.map((word) => word.text).join(' ');
  return {
    text: rtl ? withPairs(text) : text,
    x0: glyphs.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
    x1: glyphs.reduce((most, { x1 }) => Math.max(most, x1), -Infinity),
    y: first?.y ?? 0,
    size: first?.size ?? 0,
    rtl,
    bold: glyphs.every(({ bold }) => bold),
    words,
    ...(first?.spaced && { spaced: true }),
    ...(first?.angle !== 0 && { turned: true }),
  };
}

const LTR = /[\p{L}\p{Nd}]/u;

/** A letter or a digit; those of English without a look at all others. */
const isWordSign = (text: string): boolean => /^[a-z]/.test(text) || LTR.test(text);

const FEWEST_SPACED = 5;
const LEAST_SPACED = 0.75 * WORD_GAP;

/** The gap between glyphs of a run that is spaced out, 0 for one that is not, undefined where it is too short to tell. */
function usualGap(glyphs: readonly Glyph[]): number | undefined {
  const gaps: number[] = [];
  let wide = 0;
  for (let at = 1; at < glyphs.length; at += 1) {
    const [before, glyph] = [glyphs[at - 1], glyphs[at]];
    if (!before || !glyph || glyph.spaced || !isWordSign(before.text) || !isWordSign(glyph.text)) continue;
    const gap = distance(glyph, before) / glyph.size;
    gaps.push(gap);
    if (gap > LEAST_SPACED) wide += 1;
  }
  if (gaps.length < FEWEST_SPACED) return undefined;
  if (wide * 2 < gaps.length) return 0;
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  return usual > LEAST_SPACED && usual < WIDE_GAP ? usual : 0;
}

/**
 * Words as blanks and the gaps between glyphs show them. Letters set apart evenly make one word. Behind a mark, whose
 * place PDFium guesses, only a blank parts words if the line has some.
 */
function wordsInLine(glyphs: readonly Glyph[], usual: number): Word[] {
  const goesBack = glyphs.some(({ x0, size }, at) => x0 < (glyphs[at - 1]?.x0 ?? x0) - 0.5 * size);
  const inLine = goesBack ? glyphs.toSorted((a, b) => a.x0 - b.x0) : glyphs;
  const least = usual > 0 ? 1.6 * usual : WORD_GAP;
  const hasBlanks = glyphs.some(({ spaced }, at) => at > 0 && spaced);
  const words: Glyph[][] = [];
  inLine.forEach((glyph, at) => {
    const before = inLine[at - 1];
    const isParted = before && glyph.x0 - before.x1 > least * glyph.size && !(hasBlanks && /\p{M}$/u.test(before.text));
    if (!before || isParted || (glyph.spaced && usual === 0)) words.push([glyph]);
    else words.at(-1)?.push(glyph);
  });
  return words.map(wordOf);
}

/** Words of a line with both directions, told and ordered by the places of the glyphs. */
function wordsByPlace(glyphs: readonly Glyph[], rtl: boolean): Word[] {
  const sorted = glyphs.toSorted((a, b) => (rtl ? b.x0 - a.x0 : a.x0 - b.x0));
  const withBlanks = sorted.flatMap((glyph, at) => {
    const before = sorted[at - 1];
    return before && distance(before, glyph) > WORD_GAP * glyph.size ? [{ ...glyph, text: ' ' }, glyph] : [glyph];
  });
  const words: Glyph[][] = [[]];
  for (const glyph of logicalOrder(withBlanks, rtl)) {
    if (glyph.text === ' ') words.push([]);
    else words.at(-1)?.push(glyph);
  }
  return words.filter(({ length }) => length > 0).map(wordOf);
}

/** Turns each run against the line's direction. */
function logicalOrder(glyphs: readonly Glyph[], rtl: boolean): readonly Glyph[] {
  const isWith = ({ text }: Glyph): boolean => (isRtl(text) ? rtl : LTR.test(text) && !rtl);
  const isAgainst = ({ text }: Glyph): boolean => (isRtl(text) ? !rtl : LTR.test(text) && rtl);
  const ordered: Glyph[] = [];
  let against: Glyph[] = [];
  let between: Glyph[] = [];
  const turn = (): void => {
    ordered.push(...against.reverse(), ...between);
    against = [];
    between = [];
  };
  for (const glyph of glyphs) {
    if (isAgainst(glyph)) {
      if (against.length === 0) turn();
      against.push(...between, glyph);
      between = [];
    } else {
      between.push(glyph);
      if (isWith(glyph)) turn();
    }
  }
  turn();
  return ordered;
}

function wordOf(glyphs: readonly Glyph[]): Word {
  let [text, left, top, right, bottom] = ['', Infinity, Infinity, -Infinity, -Infinity];
  for (const { text: letter, place } of glyphs) {
    text += letter;
    left = Math.min(left, place[0]);
    top = Math.min(top, place[1]);
    right = Math.max(right, place[0] + place[2]);
    bottom = Math.max(bottom, place[1] + place[3]);
  }
  const tag = glyphs[0]?.tag;
  return { text, place: [left, top, right - left, bottom - top], ...(tag !== undefined && { tag }) };
}

/** Puts a large initial before the topmost line beside it. */
function withInitials(runs: readonly Box[]): Box[] {
  const kept = [...runs];
  for (const initial of runs) {
    if (!/^\p{P}?\p{L}$/u.test(initial.text)) continue;
    const beside = kept
      .filter(({ x0, y, size }) => {
        const isNear = x0 > initial.x1 - size && x0 < initial.x1 + 1.5 * size;
        return isNear && size * INITIAL <= initial.size && y <= initial.y + size && y > initial.y - initial.size;
      })
      .toSorted((a, b) => a.y - b.y)[0];
    if (!beside) continue;
    const words = [...(initial.words ?? []), ...(beside.words ?? [])];
    const text = `${initial.text}${beside.spaced ? ' ' : ''}${beside.text}`;
    kept[kept.indexOf(beside)] = { ...beside, text, words, x0: initial.x0 };
    kept.splice(kept.indexOf(initial), 1);
  }
  return kept;
}
