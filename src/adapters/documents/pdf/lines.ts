import type { Box } from './page-boxes';

/** A gap this wide, in multiples of the letter size, parts the cells of a table or the columns of a page. */
const WIDE_GAP = 0.9;
const WORD_GAP = 0.17;

/** Puts boxes on the same baseline together. With `split` a wide gap starts a new box, else it becomes a tab. */
export function joinBoxes(boxes: readonly Box[], options: { readonly split: boolean }): Box[] {
  return baselines(boxes).flatMap((line) => joinBaseline(line, options.split));
}

function baselines(boxes: readonly Box[]): Box[][] {
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

function joinBaseline(boxes: readonly Box[], split: boolean): Box[] {
  const rtlLetters = boxes.reduce((sum, box) => sum + (box.rtl ? box.text.length : -box.text.length), 0);
  const rtl = rtlLetters > 0;
  const ordered = [...boxes].sort((a, b) => (rtl ? b.x1 - a.x1 : a.x0 - b.x0));
  const joined: Box[][] = [];
  let before: Box | undefined;
  for (const box of ordered) {
    const gap = before ? gapBetween(before, box, rtl) : Infinity;
    if (!before || (split && gap > WIDE_GAP * box.size)) joined.push([box]);
    else joined.at(-1)?.push(box);
    before = box;
  }
  return joined.map((group) => merge(group, rtl));
}

function gapBetween(before: Box, box: Box, rtl: boolean): number {
  return rtl ? before.x0 - box.x1 : box.x0 - before.x1;
}

function merge(group: readonly Box[], rtl: boolean): Box {
  let text = '';
  let before: Box | undefined;
  for (const box of group) {
    if (before) text += separator(gapBetween(before, box, rtl), box.size, text, box.text);
    text += box.text;
    before = box;
  }
  const main = group.reduce((most, box) => (box.text.length > most.text.length ? box : most));
  return {
    text,
    x0: group.reduce((least, box) => Math.min(least, box.x0), Infinity),
    x1: group.reduce((most, box) => Math.max(most, box.x1), -Infinity),
    y: main.y,
    size: main.size,
    rtl,
  };
}

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
