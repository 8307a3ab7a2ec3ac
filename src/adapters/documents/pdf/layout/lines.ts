import { loweredText, raisedText } from '../../text/raised-text';
import type { Box } from './box';

/** A gap this wide, in multiples of the letter size, parts the cells of a table or the columns of a page. */
export const WIDE_GAP = 0.9;
export const WORD_GAP = 0.17;

/** Number of following boxes, from the top, that may share a line with a box. */
const REACH = 500;

/** Joins boxes of a line without a wide gap between them. Raised and lowered letters stay with the letters beside them. */
export function joinRuns(boxes: readonly Box[]): Box[] {
  const sorted = [...boxes].sort((a, b) => a.y - b.y || a.x0 - b.x0);
  const tallest = sorted.reduce((most, box) => Math.max(most, box.size), 0);
  const first = sorted.map((_, at) => at);
  const firstOf = (at: number): number => {
    let found = at;
    for (let up = first[found]; up !== undefined && up !== found; up = first[found]) found = up;
    first[at] = found;
    return found;
  };
  sorted.forEach((box, at) => {
    for (let next = at + 1; next < Math.min(sorted.length, at + REACH); next += 1) {
      const other = sorted[next];
      if (!other || other.y - box.y > tallest) break;
      if (isBeside(box, other)) first[firstOf(next)] = firstOf(at);
    }
  });
  const groups = new Map<number, Box[]>();
  sorted.forEach((box, at) => {
    const group = groups.get(firstOf(at));
    if (group) group.push(box);
    else groups.set(firstOf(at), [box]);
  });
  return [...groups.values()].map((group) => mergeLine(group, Infinity)).sort((a, b) => a.y - b.y);
}

/** Joins runs at the same height; a wide gap becomes a tab. */
export const joinLines = (runs: readonly Box[]): Box[] => baselines(runs).map((line) => mergeLine(line, MARK_GAP));

/** Joins runs that follow one another on a line, in the order of the file. */
export function linesInOrder(runs: readonly Box[]): Box[] {
  const lines: Box[][] = [];
  let [y, size, left, right] = [0, 0, 0, 0];
  for (const run of runs) {
    const line = lines.at(-1);
    const slack = 0.5 * Math.min(run.size, size);
    const isBesides = run.x0 >= right - slack || run.x1 <= left + slack;
    if (line && isBesides && Math.abs(run.y - y) <= 0.5 * Math.max(run.size, size)) {
      line.push(run);
      if (run.size > size) [y, size] = [run.y, run.size];
      [left, right] = [Math.min(left, run.x0), Math.max(right, run.x1)];
    } else {
      lines.push([run]);
      [y, size, left, right] = [run.y, run.size, run.x0, run.x1];
    }
  }
  return lines.map((line) => mergeLine(line, MARK_GAP));
}

/** Boxes by the height of their baseline, from the top. */
export function baselines(boxes: readonly Box[]): Box[][] {
  const lines: { y: number; size: number; boxes: Box[] }[] = [];
  for (const box of [...boxes].sort((a, b) => a.y - b.y)) {
    const line = lines.at(-1);
    if (line && Math.abs(box.y - line.y) <= 0.5 * Math.max(box.size, line.size)) {
      line.boxes.push(box);
      if (box.size > line.size) Object.assign(line, { y: box.y, size: box.size });
    } else lines.push({ y: box.y, size: box.size, boxes: [box] });
  }
  return lines.map((line) => line.boxes);
}

/** Height of letters above and below their baseline, in multiples of their size. */
const ABOVE = 0.7;
const BELOW = 0.2;
/** The share of the lower one's height that two boxes of one line have in common. */
const OVERLAP = 0.4;
/** The largest gap between a raised or lowered letter and the one beside it. */
const MARK_GAP = 0.3;
/** An initial is so many times larger than the letters beside it, and spans several lines. */
export const INITIAL = 1.8;

function isBeside(a: Box, b: Box): boolean {
  const small = Math.min(a.size, b.size);
  const large = Math.max(a.size, b.size);
  const isLevel = Math.abs(a.y - b.y) < 0.15 * small;
  if (Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1) > (isLevel ? WIDE_GAP : MARK_GAP) * small) return false;
  const shared =
    Math.min(a.y + BELOW * a.size, b.y + BELOW * b.size) - Math.max(a.y - ABOVE * a.size, b.y - ABOVE * b.size);
  if (shared < OVERLAP * (ABOVE + BELOW) * small) return false;
  return large < INITIAL * small || Math.abs(a.y - b.y) < 0.25 * small;
}

/** Joins a line. Marks within `markGap` letter sizes of a neighbour are written in raised characters. */
function mergeLine(boxes: readonly Box[], markGap: number): Box {
  const [only] = boxes;
  if (only && boxes.length === 1) return only;
  const rtl = boxes.reduce((sum, box) => sum + (box.rtl ? box.text.length : -box.text.length), 0) > 0;
  const sorted = rtl ? fromRight(boxes) : [...boxes].sort((a, b) => a.x0 - b.x0);
  const isCell = (before: Box, box: Box): boolean =>
    gapBetween(before, box, rtl) > WIDE_GAP * Math.min(box.size, before.size);
  const line = merge(sorted, { rtl, markGap });
  const merged = (groups: readonly (readonly Box[])[]) => groups.map((group) => merge(group, { rtl, markGap }));
  const cells = partsOf(sorted, isCell);
  const pieces = boxes.flatMap((box) => box.parts ?? [box]);
  const parts = pieces.some(({ apart }) => apart)
    ? partsOf(
        pieces.toSorted((a, b) => a.x0 - b.x0),
        (before, box) => box.apart === true || isCell(before, box),
      )
    : [];
  return {
    ...line,
    ...(cells.length > 1 && { cells: merged(cells) }),
    ...(parts.length > cells.length && { parts: merged(parts) }),
  };
}

/** Parts a line where one box is set apart from the one before. */
function partsOf(line: readonly Box[], isApart: (before: Box, box: Box) => boolean): readonly (readonly Box[])[] {
  const parts: Box[][] = [];
  for (const box of line) {
    const before = parts.at(-1)?.at(-1);
    if (before && !isApart(before, box)) parts.at(-1)?.push(box);
    else parts.push([box]);
  }
  return parts;
}

/** From right to left, but words of the other direction among them from left to right. */
function fromRight(boxes: readonly Box[]): Box[] {
  const ordered: Box[] = [];
  let against: Box[] = [];
  for (const box of [...boxes].sort((a, b) => b.x1 - a.x1)) {
    if (!box.rtl && /[\p{L}\p{Nd}]/u.test(box.text)) against.unshift(box);
    else {
      ordered.push(...against, box);
      against = [];
    }
  }
  return [...ordered, ...against];
}

/** Brackets in turn, opening and closing: programs mirror them one by one. */
export function withPairs(text: string): string {
  let isOpen = false;
  const brackets = text.match(/[()]/gu) ?? [];
  if (brackets.length % 2 === 1 || brackets.every((sign, at) => sign === '()'[at % 2])) return text;
  return text.replace(/[()]/gu, () => ((isOpen = !isOpen) ? '(' : ')'));
}

function gapBetween(before: Box, box: Box, rtl: boolean): number {
  return rtl ? Math.max(before.x0 - box.x1, box.x0 - before.x1) : box.x0 - before.x1;
}

function merge(group: readonly Box[], { rtl, markGap }: { readonly rtl: boolean; readonly markGap: number }): Box {
  const main = group.reduce((most, box) => (box.text.length > most.text.length ? box : most));
  const isNear = (left: Box | undefined, right: Box | undefined): boolean =>
    !!left && !!right && gapBetween(left, right, rtl) <= markGap * Math.min(left.size, right.size);
  let text = '';
  for (const [at, box] of group.entries()) {
    const before = group[at - 1];
    const isMark = isSmall(box, main) && (isNear(before, box) || isNear(box, group[at + 1]));
    if (before) {
      const parting = separator(gapBetween(before, box, rtl), box.size, text, box.text);
      const isKnown = box.blank !== undefined && !isMark && parting !== '\t';
      text += isKnown ? (box.blank ? ' ' : '') : parting;
    }
    if (isMark && isRaised(box, main)) text += raisedText(box.text, text);
    else text += isMark && isRaised(main, box) ? loweredText(box.text, text) : box.text;
  }
  return {
    text: rtl ? withPairs(text) : text,
    x0: group.reduce((least, box) => Math.min(least, box.x0), Infinity),
    x1: group.reduce((most, box) => Math.max(most, box.x1), -Infinity),
    y: main.y,
    size: main.size,
    rtl,
    bold: group.every((box) => box.bold),
    words: group.flatMap((box) => box.words ?? []),
    ...(main.spaced && { spaced: true }),
    ...(group[0]?.apart && { apart: true }),
    ...(main.turned && { turned: true }),
    ...(group.some(({ filled }) => filled) && { filled: true }),
  };
}

/** Marks of notes and powers: smaller letters on another line. */
const isSmall = (box: Box, main: Box): boolean =>
  box.size <= 0.85 * main.size && box.text.trim().length <= LONGEST_MARK;

const LONGEST_MARK = 12;

const isRaised = (box: Box, above: Box): boolean => above.y - box.y >= 0.15 * Math.max(box.size, above.size);

function separator(gap: number, size: number, before: string, after: string): string {
  if (gap > 2.5 * WIDE_GAP * size) return '\t';
  if (/\s$/u.test(before) || /^\s/u.test(after)) return '';
  return gap > WORD_GAP * size ? ' ' : '';
}

/** The letter size, to half a point, in which most of the text is set. */
export function commonSize(lines: readonly Box[]): number {
  const letters = new Map<number, number>();
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2;
    letters.set(size, (letters.get(size) ?? 0) + line.text.length);
  }
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [0, -1] as const)[0];
}
