import type { PassageEvidence, TextRange } from '../../../core/search/evidence/evidence';
import { isRecord } from '../../../core/text/blocks';

/** Words that are marked or not. */
export interface Run {
  readonly text: string;
  readonly marked: boolean;
}

export interface TableRow {
  readonly marked: boolean;
  readonly cells: readonly (readonly Run[])[];
}

/** What a passage is drawn as. */
export type PassageBlock =
  | { readonly kind: 'heading'; readonly runs: readonly Run[] }
  /** `flows`: its lines were broken at a width and not by its writer. */
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[]; readonly flows: boolean }
  | { readonly kind: 'item'; readonly marker: string; readonly runs: readonly Run[] }
  | { readonly kind: 'record'; readonly fields: readonly { readonly label: string; readonly runs: readonly Run[] }[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly TableRow[] };

/** What of a passage is shown, and what it belongs to. */
export interface ShownText {
  /** Prose above it; empty for none, and for a table's head row, which is in the table. */
  readonly lead: string;
  readonly blocks: readonly PassageBlock[];
  /** Whether words of its paragraph are left out before and after it. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** A focus of more characters is cut around its marks. */
const LONG = 720;
const BEFORE = 160;
const AFTER = 260;
/** A character of these languages says about twice as much. */
const DENSE = new Set(['zh', 'ja', 'ko']);
/** Lines that are all longer than this were broken at a width. */
const BROKEN_AT = 45;
/** How far a cut moves to a space. */
const TO_SPACE = 24;

const ROW = /^\s*\|.*\|/u;
const RULE = /^[\s|:-]*-[\s|:-]*$/u;
const HEADING = /^#{1,6}[ \t]+/u;
const ITEM = /^[ \t]*(?:[-*•‣◦▪]|\(?\d{1,3}[.)]|\(?(?:[a-z]|[ivxlc]{2,6})\))[ \t]+(?=\S)/iu;
const FIELD = /^[ \t]*([^:\n]+):[ \t]+/u;

/** What stands there before a person asks for the rest: the focus, a long one cut around its marks. */
export function shortRange({ focus, marks, text, start, language }: PassageEvidence): TextRange {
  const scale = DENSE.has(language) ? 0.5 : 1;
  const words = text.slice(focus.start - start, focus.end - start);
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last || words.length <= LONG * scale || words.split('\n').some((line) => ROW.test(line))) return focus;
  const from = Math.max(focus.start, first.start - BEFORE * scale);
  const to = Math.min(focus.end, last.end + AFTER * scale);
  return {
    start: from === focus.start ? from : start + wordStart(text, Math.round(from) - start),
    end: to === focus.end ? to : start + wordEnd(text, Math.round(to) - start),
  };
}

function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + TO_SPACE).search(/\s/u);
  return space < 0 ? whole(text, at) : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  const cut = text.slice(Math.max(0, at - TO_SPACE), at);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return space < 0 ? whole(text, at) : at - cut.length + space;
}

/** Not between the halves of one character. */
const whole = (text: string, at: number): number => (/[\uDC00-\uDFFF]/u.test(text.charAt(at)) ? at + 1 : at);

/** A range of a passage as blocks, its marks cut out as runs of their own. */
export function shownText(passage: PassageEvidence, range: TextRange): ShownText {
  const { text, start, head, focus } = passage;
  const within = { start: range.start - start, end: range.end - start };
  const marks = passage.marks.map((mark) => ({ start: mark.start - start, end: mark.end - start }));
  const runs = (from: number, to: number): readonly Run[] => runsOf(text, { start: from, end: to }, marks);
  const headLine = head.split('\n').find((line) => ROW.test(line)) ?? '';
  const isShown = head === '' || text.slice(within.start, within.end).includes(head);
  const headCells = cellsOf(headLine, 0).map(({ start: from, end }) => headLine.slice(from, end));
  const [first, ...others] = blocksIn(text, within, runs);
  const topped =
    first && !isShown && first.kind === 'table' && first.head.length === 0 ? { ...first, head: headCells } : first;
  const blocks = topped ? [topped, ...others].map((block) => headed(block, headCells)) : [];
  const before = text.charAt(within.start - 1);
  const after = text.charAt(within.end);
  return {
    lead: isShown || headLine !== '' ? '' : head.replace(HEADING, '').trim(),
    blocks,
    isCutBefore: range.start > focus.start && before !== '\n' && before !== '',
    isCutAfter: range.end < focus.end && after !== '\n' && after !== '',
  };
}

/** A table whose first row is known to be its head has it there. */
function headed(block: PassageBlock, head: readonly string[]): PassageBlock {
  if (block.kind !== 'table' || block.head.length > 0 || head.length === 0) return block;
  const [first, ...rows] = block.rows;
  const words = first?.cells.map((cell) => cell.map(({ text }) => text).join(''));
  return words?.join('|') === head.join('|') ? { ...block, head, rows } : block;
}

/** The words of a range, those within a mark by themselves. */
export function runsOf(text: string, { start, end }: TextRange, marks: readonly TextRange[]): readonly Run[] {
  const runs: Run[] = [];
  let at = start;
  const add = (to: number, marked: boolean): void => {
    if (to > at) runs.push({ text: text.slice(at, to), marked });
    at = Math.max(at, to);
  };
  for (const mark of marks) {
    if (mark.end <= at || mark.start >= end) continue;
    add(Math.max(mark.start, at), false);
    add(Math.min(mark.end, end), true);
  }
  add(end, false);
  return runs;
}

type Cut = (from: number, to: number) => readonly Run[];

function* blocksIn(text: string, range: TextRange, cut: Cut): Generator<PassageBlock> {
  let lines: TextRange[] = [];
  let isTable = false;
  for (const line of [...linesIn(text, range), null]) {
    const words = line === null ? '' : text.slice(line.start, line.end);
    const isRow = ROW.test(words);
    const begins = words.trim() === '' || isRow !== isTable || HEADING.test(words) || ITEM.test(words);
    const [first] = lines;
    const isAfterHeading = first !== undefined && HEADING.test(text.slice(first.start, first.end));
    if (lines.length > 0 && (begins || isAfterHeading) && !(isRow && isTable)) {
      yield blockOf(text, lines, isTable, cut);
      lines = [];
    }
    isTable = isRow;
    if (line !== null && words.trim() !== '') lines.push(line);
  }
}

function* linesIn(text: string, { start, end }: TextRange): Generator<TextRange> {
  for (let at = start; at < end;) {
    const newline = text.indexOf('\n', at);
    const to = newline < 0 || newline > end ? end : newline;
    yield { start: at, end: to };
    at = to + 1;
  }
}

function blockOf(text: string, lines: readonly TextRange[], isTable: boolean, cut: Cut): PassageBlock {
  if (isTable) return tableOf(text, lines, cut);
  const start = lines[0]?.start ?? 0;
  const raw = text.slice(start, lines.at(-1)?.end ?? start);
  const end = start + raw.trimEnd().length;
  const heading = HEADING.exec(raw)?.[0];
  if (heading !== undefined) return { kind: 'heading', runs: cut(start + heading.length, end) };
  if (isRecord(raw)) {
    const fields = lines.map((line) => {
      const [label = '', name = ''] = FIELD.exec(text.slice(line.start, line.end)) ?? [];
      return { label: name.trim(), runs: cut(line.start + label.length, line.end) };
    });
    return { kind: 'record', fields };
  }
  const item = ITEM.exec(raw)?.[0];
  if (item !== undefined) {
    const sign = item.trim();
    return { kind: 'item', marker: sign.length > 1 ? sign : '•', runs: cut(start + item.length, end) };
  }
  const flows = lines.length > 1 && lines.slice(0, -1).every((line) => line.end - line.start > BROKEN_AT);
  return { kind: 'paragraph', runs: cut(start, end), flows };
}

function tableOf(text: string, lines: readonly TextRange[], cut: Cut): PassageBlock {
  const isRule = ({ start, end }: TextRange): boolean => RULE.test(text.slice(start, end));
  const [first, second] = lines;
  const isHeaded = first !== undefined && second !== undefined && isRule(second);
  const cells = (line: TextRange): readonly TextRange[] => cellsOf(text.slice(line.start, line.end), line.start);
  const rows = lines
    .filter((line, at) => !isRule(line) && !(isHeaded && at === 0))
    .map((line) => {
      const runs = cells(line).map(({ start, end }) => cut(start, end));
      return { marked: runs.some((cell) => cell.some(({ marked }) => marked)), cells: runs };
    });
  const head = isHeaded ? cells(first).map(({ start, end }) => text.slice(start, end)) : [];
  return { kind: 'table', head, rows };
}

/** Where the cells of a row stand, without the spaces around their words. */
function cellsOf(row: string, offset: number): readonly TextRange[] {
  const cells: TextRange[] = [];
  let from = row.indexOf('|') + 1;
  for (let at = from; at < row.length; at++) {
    if (row[at] !== '|' || row[at - 1] === '\\') continue;
    const words = row.slice(from, at);
    const start = from + words.length - words.trimStart().length;
    cells.push({ start: offset + start, end: offset + Math.max(start, from + words.trimEnd().length) });
    from = at + 1;
  }
  return cells;
}
