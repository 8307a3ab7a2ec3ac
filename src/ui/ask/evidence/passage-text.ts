import type { PassageEvidence, PassageTable, TextRange } from '../../../core/search/evidence/evidence';
import { isRecord } from '../../../app/evidence/document-blocks';
import { CELL_BORDER, cellsIn, linesIn } from '../../../app/evidence/document-tables';
import { visibleSigns } from '../../../app/words/visible-signs';
import { markdownSigns, quotedText } from '../../../app/evidence/quoted-text';

/** Words that are marked or not. */
export interface Run {
  readonly text: string;
  readonly marked: boolean;
  /** True for a sign in place of words that are left out. */
  readonly isGap?: true;
}

interface TableRow {
  /** As people count the rows of a sheet; missing elsewhere. */
  readonly number?: number | undefined;
  readonly marked: boolean;
  readonly cells: readonly (readonly Run[])[];
}

/** Block of a passage, as it is drawn. */
export type PassageBlock =
  /** Stands for blocks that are left out. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'heading'; readonly runs: readonly Run[] }
  /** `flows`: its lines were broken at a width and not by its writer. */
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[]; readonly flows: boolean }
  | { readonly kind: 'item'; readonly marker: string; readonly runs: readonly Run[] }
  | { readonly kind: 'record'; readonly fields: readonly { readonly label: string; readonly runs: readonly Run[] }[] }
  | {
      readonly kind: 'table';
      /** Rows that name the columns. */
      readonly head: readonly (readonly string[])[];
      readonly rows: readonly TableRow[];
    };

/** Shown part of a passage, with its context. */
export interface ShownText {
  /** Prose above it; empty for none, and for a table's head row, which is in the table. */
  readonly lead: string;
  readonly blocks: readonly PassageBlock[];
}

/** Lines that are all longer than this were broken at a width. */
const BROKEN_AT = 45;
const ROW = /^\s*\|.*\|/u;
const RULE = /^[\s|:-]*-[\s|:-]*$/u;
const HEADING = /^#{1,6}[ \t]+/u;
const ITEM = /^[ \t]*(?:[-*+•‣◦▪]|\(?\d{1,3}[.)]|\(?(?:[a-z]|[ivxlc]{2,6})\))[ \t]+(?=\S)/iu;
const FIELD = /^[ \t]*([^:\n]+):[ \t]+/u;

/**
 * A range of a passage as blocks, its marks cut out as runs of their own. Where `held` is given, only the text in those
 * ranges.
 */
export function shownText(passage: PassageEvidence, range: TextRange, held: readonly TextRange[] = [range]): ShownText {
  const { text, start, head, tables = [], isRecords = false } = passage;
  const moved = (one: TextRange): TextRange => ({ start: one.start - start, end: one.end - start });
  const within = moved(range);
  const ranges = held.map(moved);
  const marks = passage.marks.map(moved);
  const signs = markdownSigns(text);
  const cut: Cut = {
    isShown: (line) => ranges.some((one) => one.start < line.end && one.end > line.start),
    runs: (from, to) => withGaps(text, { start: from, end: to }, ranges, (one) => shownRuns(text, one, marks, signs)),
    cells: (from, to) => shownRuns(text, { start: from, end: to }, marks, signs),
  };
  const headLine = head.split('\n').find((line) => ROW.test(line)) ?? '';
  const isShown =
    head === '' || tables.some((table) => table.head === head) || text.slice(within.start, within.end).includes(head);
  const headCells = cellsOf(headLine, 0).map(({ start: from, end }) => quotedText(headLine.slice(from, end)));
  const all = [...linesOfBlocks(text, within, tablesOf(passage), sectionsIn(passage))].map((lines) =>
    blockOf(text, lines, cut),
  );
  const [first, ...others] = isRecords ? recordTables(all.filter((block) => !isEmpty(block))) : withGapBlocks(all);
  const topped =
    first && !isShown && first.kind === 'table' && first.head.length === 0 && headCells.length > 0
      ? { ...first, head: [headCells] }
      : first;
  const blocks = topped ? [topped, ...others].map((block) => headed(block, headCells)) : [];
  return { lead: isShown || headLine !== '' ? '' : quotedText(head.trim()), blocks };
}

/** Blocks without the empty ones; where some between two are left out, that shows. */
function withGapBlocks(blocks: readonly PassageBlock[]): readonly PassageBlock[] {
  const shown: PassageBlock[] = [];
  let isCut = false;
  for (const block of blocks) {
    const last = shown.at(-1);
    if (isEmpty(block)) isCut = last !== undefined;
    else {
      if (last && isCut && !hasGap(last, -1) && !hasGap(block, 0)) shown.push({ kind: 'gap' });
      shown.push(block);
      isCut = false;
    }
  }
  return shown;
}

/** Checks if a sign for words that are left out stands at one end of a block. */
const hasGap = (block: PassageBlock, at: 0 | -1): boolean => 'runs' in block && block.runs.at(at)?.isGap === true;

function isEmpty(block: PassageBlock): boolean {
  if (block.kind === 'gap') return false;
  if (block.kind === 'table') return block.rows.length === 0;
  return block.kind === 'record' ? block.fields.length === 0 : block.runs.length === 0;
}

/** The runs of what is kept of a range, with a sign where words are left out. */
function withGaps(
  text: string,
  { start, end }: TextRange,
  kept: readonly TextRange[],
  runs: (range: TextRange) => readonly Run[],
): readonly Run[] {
  const parts = kept
    .map((one) => ({ start: Math.max(start, one.start), end: Math.min(end, one.end) }))
    .filter((one) => one.end > one.start);
  if (parts.length === 0) return [];
  const gap = (from: number, to: number): readonly Run[] =>
    text.slice(from, to).trim() === '' ? [] : [{ text: '…', marked: false, isGap: true }];
  const last = parts.at(-1)?.end ?? end;
  return [
    ...parts.flatMap((part, at) => [...gap(parts[at - 1]?.end ?? start, part.start), ...runs(part)]),
    ...gap(last, end),
  ];
}

/** The runs of a range without the signs of Markdown in it. */
function shownRuns(
  text: string,
  range: TextRange,
  marks: readonly TextRange[],
  signs: readonly TextRange[],
): readonly Run[] {
  const runs: Run[] = [];
  let from = range.start;
  for (const sign of signs) {
    if (sign.end <= from || sign.start >= range.end) continue;
    runs.push(...runsOf(text, { start: from, end: sign.start }, marks));
    from = sign.end;
  }
  return [...runs, ...runsOf(text, { start: from, end: range.end }, marks)];
}

/** A table whose first row is known to be its head has it there. */
function headed(block: PassageBlock, head: readonly string[]): PassageBlock {
  if (block.kind !== 'table' || block.head.length > 0 || head.length === 0) return block;
  const [first, ...rows] = block.rows;
  const words = first?.cells.map((cell) => cell.map(({ text }) => text).join(''));
  return words?.join('|') === head.join('|') ? { ...block, head: [head], rows } : block;
}

/** Records that follow one another as the rows of a table, with a column for each of their fields. */
function recordTables(blocks: readonly PassageBlock[]): readonly PassageBlock[] {
  const groups: (PassageBlock | Record[])[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== 'record') groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups.map((group) => {
    if (!Array.isArray(group)) return group;
    const columns = [...new Set(group.flatMap(({ fields }) => fields.map(({ label }) => label)))];
    const rows = group.map(({ fields }) =>
      rowOf(columns.map((column) => fields.find(({ label }) => label === column)?.runs ?? [])),
    );
    return { kind: 'table', head: [columns], rows };
  });
}

type Record = Extract<PassageBlock, { readonly kind: 'record' }>;

const rowOf = (cells: TableRow['cells'], number?: number): TableRow => ({
  marked: cells.some((cell) => cell.some(({ marked }) => marked)),
  cells,
  number,
});

/** The words of a range, those within a mark by themselves. */
export function runsOf(text: string, { start, end }: TextRange, marks: readonly TextRange[]): readonly Run[] {
  const runs: Run[] = [];
  let at = start;
  const add = (to: number, marked: boolean): void => {
    if (to > at) runs.push({ text: visibleSigns(text.slice(at, to)), marked });
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

/** Access to the words of a block. */
interface Cut {
  readonly isShown: (line: TextRange) => boolean;
  /** Text between two places. */
  readonly runs: (from: number, to: number) => readonly Run[];
  /** All text between two places. */
  readonly cells: (from: number, to: number) => readonly Run[];
}

/** Lines that belong together: a paragraph, a heading, a list item or a table. */
export interface BlockLines extends TextRange {
  readonly lines: readonly TextRange[];
  readonly isTable: boolean;
  /** True for the heading of a section. */
  readonly isHeading?: boolean;
  /** The table that the reader of its document found; missing for one in Markdown. */
  readonly table?: PassageTable;
}

/** The tables of a passage, at their places in its text. */
export const tablesOf = ({ tables = [], start: offset }: PassageEvidence): readonly PassageTable[] =>
  tables.map(({ start, end, body, ...table }) => ({
    ...{ start: start - offset, end: end - offset, body: body - offset },
    ...table,
  }));

/** The headings of the sections that begin in a passage, at their places in its text. */
export const sectionsIn = ({ sections = [], start: offset }: PassageEvidence): readonly TextRange[] =>
  sections.slice(1).map(({ start, end }) => ({ start: start - offset, end: end - offset }));

/** The blocks of a range by their lines; headings that have a line to themselves stand alone. */
export function* linesOfBlocks(
  text: string,
  range: TextRange,
  tables: readonly PassageTable[] = [],
  headings: readonly TextRange[] = [],
): Generator<BlockLines> {
  let at = range.start;
  for (const table of tables) {
    const start = Math.max(range.start, table.start);
    const end = Math.min(range.end, table.end);
    if (end <= start) continue;
    yield* linesOfProse(text, { start: at, end: start }, headings);
    yield { start, end, lines: linesIn(text, { start, end }), isTable: true, table };
    at = end;
  }
  yield* linesOfProse(text, { start: at, end: range.end }, headings);
}

function* linesOfProse(text: string, range: TextRange, headings: readonly TextRange[]): Generator<BlockLines> {
  let lines: TextRange[] = [];
  let isTable = false;
  const isHeading = ({ start, end }: TextRange): boolean =>
    HEADING.test(text.slice(start, end)) ||
    headings.some((one) => one.start >= start && one.start < end && text.slice(one.end, end).trim() === '');
  for (const line of [...linesIn(text, range), null]) {
    const words = line === null ? '' : text.slice(line.start, line.end);
    const isRow = ROW.test(words);
    const begins = words.trim() === '' || isRow !== isTable || (line !== null && isHeading(line)) || ITEM.test(words);
    const [first] = lines;
    const isAfterHeading = first !== undefined && isHeading(first);
    if (first && (begins || isAfterHeading) && !(isRow && isTable)) {
      const end = lines.at(-1)?.end ?? first.end;
      yield { start: first.start, end, lines, isTable, isHeading: isAfterHeading };
      lines = [];
    }
    isTable = isRow;
    if (line !== null && words.trim() !== '') lines.push(line);
  }
}

function blockOf(text: string, block: BlockLines, cut: Cut): PassageBlock {
  const { lines, start } = block;
  if (block.table) return knownTable(text, block.table, lines, cut);
  if (block.isTable) return tableOf(text, lines, cut);
  const raw = text.slice(start, block.end);
  const end = start + raw.trimEnd().length;
  const signs = HEADING.exec(raw)?.[0] ?? '';
  if (block.isHeading) return { kind: 'heading', runs: cut.runs(start + signs.length, end) };
  if (isRecord(raw)) {
    const fields = lines.filter(cut.isShown).map((line) => {
      const [label = '', name = ''] = FIELD.exec(text.slice(line.start, line.end)) ?? [];
      return { label: name.trim(), runs: cut.cells(line.start + label.length, line.end) };
    });
    return { kind: 'record', fields };
  }
  const item = ITEM.exec(raw)?.[0];
  if (item !== undefined) {
    const sign = item.trim();
    return { kind: 'item', marker: sign.length > 1 ? sign : '•', runs: cut.runs(start + item.length, end) };
  }
  const flows = lines.length > 1 && lines.slice(0, -1).every((line) => line.end - line.start > BROKEN_AT);
  return { kind: 'paragraph', runs: cut.runs(start, end), flows };
}

function knownTable(text: string, table: PassageTable, lines: readonly TextRange[], cut: Cut): PassageBlock {
  const { head, body, numbers = [] } = table;
  const all = linesIn(text, { start: body, end: table.end });
  const rows = lines
    .filter((line) => line.start >= body && cut.isShown(line))
    .map((line) => {
      const cells = cellsIn(text, line).map(({ start, end }) => cut.cells(start, end));
      return rowOf(cells, numbers[all.findIndex(({ end }) => end >= line.end)]);
    });
  const heads = head === '' ? [] : head.split('\n').map((row) => row.split(CELL_BORDER));
  return { kind: 'table', head: heads, rows };
}

function tableOf(text: string, lines: readonly TextRange[], cut: Cut): PassageBlock {
  const isRule = ({ start, end }: TextRange): boolean => RULE.test(text.slice(start, end));
  const [first, second] = lines;
  const isHeaded = first !== undefined && second !== undefined && isRule(second);
  const cells = (line: TextRange): readonly TextRange[] => cellsOf(text.slice(line.start, line.end), line.start);
  const rows = lines
    .filter((line, at) => !isRule(line) && !(isHeaded && at === 0) && cut.isShown(line))
    .map((line) => rowOf(cells(line).map(({ start, end }) => cut.cells(start, end))));
  const head = isHeaded ? [cells(first).map(({ start, end }) => quotedText(text.slice(start, end)))] : [];
  return { kind: 'table', head, rows };
}

/** Returns the ranges of a row's cells, without the spaces around their words. */
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
