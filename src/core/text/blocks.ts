import { isContentsLine } from './boilerplate';

/** A stretch of lines that belong together: a paragraph, one heading, one list item or one table row. */
interface Block {
  readonly start: number;
  readonly end: number;
}

const markedLine = /^\s{0,12}(?:#{1,6}\s|[-*+•·▪◦‣–—]\s|\(?\d{1,3}[.)]\s|\(?[a-zA-Z][)]\s|>|[-=_*]{3,}\s*$)/;
const hanEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const startsLower = /^\s*[\p{Ll}\p{P}]/u;
const shortLine = 40;
const shortHanLine = 15;
const sample = 400;

/** Cuts a text at blank lines, headings, list items, table rows, lines of contents and short lines that stand alone; a record's fields stay together. Linear. */
export function* blocksOf(text: string, headingStarts: readonly number[] = []): Generator<Block> {
  const headings = new Set(headingStarts);
  let blockStart = 0;
  let previous = '';
  let previousAlone = true;
  let recordEnd = 0;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const head = text.slice(start, Math.min(end, start + sample));
    const line: Line = {
      head,
      alone: startsHeading(headings, text, start, end) || isRow(head) || isContentsLine(head),
      marked: markedLine.test(head),
    };
    if (previous.trim() === '') recordEnd = endOfRecord(text, start);
    if (start > blockStart && (previousAlone || line.alone || (end > recordEnd && isBorder(previous, line)))) {
      yield { start: blockStart, end: start };
      blockStart = start;
    }
    previous = end - start > sample ? 'x'.repeat(shortLine) : head;
    previousAlone = line.alone || /^\s{0,3}(?:#{1,6}\s|[-=_*]{3,}\s*$)/.test(head) || head.trim() === '';
    start = end + 1;
  }
  if (blockStart < text.length) yield { start: blockStart, end: text.length };
}

interface Line {
  readonly head: string;
  readonly alone: boolean;
  readonly marked: boolean;
}

function startsHeading(headings: ReadonlySet<number>, text: string, start: number, end: number): boolean {
  if (headings.size === 0) return false;
  let at = start;
  while (at < end && at < start + 12 && /[\s#]/.test(text[at] ?? '')) {
    if (headings.has(at)) return true;
    at++;
  }
  return headings.has(at);
}

/** A table row: cells set apart by tabs or by at least two bars. */
function isRow(head: string): boolean {
  if (head.includes('\t') && /\S\t+\S/.test(head)) return true;
  const bar = head.indexOf('|');
  return bar >= 0 && head.indexOf('|', bar + 1) > bar;
}

function isBorder(previous: string, line: Line): boolean {
  if (line.alone || line.marked || line.head.trim() === '') return true;
  const before = previous.trim();
  const limit = hanEnd.test(before) ? shortHanLine : shortLine;
  return before.length < limit && !/[,;:，、；\-‐]$/.test(before) && !startsLower.test(line.head);
}

const field = /^[ \t]{0,12}([\p{L}\p{N}_][^:\n]{0,59}):[ \t]+\S/u;
const leastFields = 2;
const looked = 400;

/**
 * The end of the record whose first line begins at `start`: lines up to a blank one that are all `label: value`, no label twice, as a
 * talk would have it. Gives `start` when there is none.
 */
function endOfRecord(text: string, start: number): number {
  const labels = new Set<string>();
  let at = start;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + looked));
    if (line.trim() === '') break;
    const label = field.exec(line)?.[1];
    if (label === undefined || labels.has(label)) return start;
    labels.add(label);
    at = end + 1;
  }
  return labels.size >= leastFields ? Math.min(text.length, at - 1) : start;
}

/** Checks that a whole text is one record. */
export function isRecord(text: string): boolean {
  return endOfRecord(text, 0) === text.length && text !== '';
}
