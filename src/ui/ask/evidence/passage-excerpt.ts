import type { PassageEvidence, TextRange } from '../../../core/search/evidence/evidence';
import { linesOfBlocks, sectionsIn, tablesOf, type BlockLines } from './passage-text';

/** Characters of a line. */
const LINE = 84;
/** Lines that the marks of a passage take together before a person asks for the rest, and those that one alone may take. */
const MARKED_LINES = 3;
const LONGEST_MARK = 5;
/** Languages in which a character has about twice as much content. */
const DENSE = new Set(['zh', 'ja', 'ko']);
/** Distance by which a cut moves to a space, and the shortest gap that is left out. */
const TO_SPACE = 24;

/** Excerpt of a passage that is shown first: the best marks with about a line around them, cut at words, each under its heading. */
export function excerptOf(passage: PassageEvidence): readonly TextRange[] {
  const { text, start, focus, language } = passage;
  const line = DENSE.has(language) ? LINE / 2 : LINE;
  const within = { start: focus.start - start, end: focus.end - start };
  const sections = sectionsIn(passage);
  const blocks = [...linesOfBlocks(text, within, tablesOf(passage), sections)];
  const marks = excerptMarks(passage, line);
  const around = marks.map((mark) =>
    passage.isRecords ? wholeBlocks(blocks, mark) : withLine(text, blocks, mark, line / marks.length),
  );
  const opening = { start: within.start, end: wordEnd(text, within, within.start + MARKED_LINES * line) };
  const ranges = underHeadings(sections, joined(text, around.length > 0 ? around : [opening]));
  return ranges.map((range) => ({ start: start + range.start, end: start + range.end }));
}

/** The best mark, and others in their order while there is room; one that is too long is cut. */
function excerptMarks({ marks, best, start, text }: PassageEvidence, line: number): readonly TextRange[] {
  const first = marks.find((mark) => mark.start === best?.start) ?? marks[0];
  if (!first) return [];
  let left = MARKED_LINES * line - (first.end - first.start);
  const chosen = marks.filter((mark) => {
    if (mark === first) return true;
    left -= mark.end - mark.start + line / 2;
    return left >= 0;
  });
  return chosen.map((mark) => {
    const range = { start: mark.start - start, end: mark.end - start };
    return { start: range.start, end: wordEnd(text, range, range.start + LONGEST_MARK * line) };
  });
}

/** The blocks in which a mark lies. */
function wholeBlocks(blocks: readonly BlockLines[], mark: TextRange): TextRange {
  const first = blocks.find(({ end }) => end > mark.start);
  const last = blocks.find(({ end }) => end >= mark.end);
  return { start: first?.start ?? mark.start, end: last?.end ?? mark.end };
}

/** A mark with half a line of its block before and after it; a table's row with those beside it; a short block, where it is alone, with the one below. */
function withLine(text: string, blocks: readonly BlockLines[], mark: TextRange, line: number): TextRange {
  const at = blocks.findIndex(({ end }) => end > mark.start);
  const block = blocks[at];
  if (!block) return mark;
  const last = blocks.find(({ end }) => end >= mark.end) ?? block;
  if (block.isTable) {
    const rows = block.lines.filter((row) => row.end >= mark.start - line && row.start <= mark.end + line);
    const near = rows.filter((row) => row.end < mark.start).slice(-1);
    const after = rows.find((row) => row.start > mark.end);
    return { start: near[0]?.start ?? mark.start, end: after?.end ?? mark.end };
  }
  const from = wordStart(text, block, mark.start - line / 2);
  const to = wordEnd(text, last, mark.end + line / 2);
  const below = blocks[blocks.indexOf(last) + 1];
  if (to - from >= line || to < last.end || !below || below.isTable) return { start: from, end: to };
  return { start: from, end: wordEnd(text, below, below.start + line) };
}

/** Ranges in their order, those between which next to nothing would be left out as one. */
function joined(text: string, ranges: readonly TextRange[]): readonly TextRange[] {
  const apart: TextRange[] = [];
  for (const range of ranges) {
    const last = apart.at(-1);
    if (last && text.slice(last.end, range.start).trim().length <= TO_SPACE)
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else apart.push(range);
  }
  return apart;
}

/** Ranges, and before each that lies in another section than the one above it the heading of that. */
function underHeadings(sections: readonly TextRange[], ranges: readonly TextRange[]): readonly TextRange[] {
  return ranges.flatMap((range, at) => {
    const before = ranges[at - 1]?.end;
    const heading = sections.findLast(({ start }) => start <= range.start);
    return before !== undefined && heading && heading.start >= before && heading.end <= range.start
      ? [{ start: heading.start, end: heading.end }, range]
      : [range];
  });
}

/** The first start of a word from a place on, or the start of a range that is near. */
function wordStart(text: string, range: TextRange, at: number): number {
  const from = Math.round(at);
  if (from - range.start <= TO_SPACE) return range.start;
  const space = text.slice(from, from + TO_SPACE).search(/\s/u);
  return space < 0 ? whole(text, from) : from + space + 1;
}

/** The last end of a word up to a place, or the end of a range that is near. */
function wordEnd(text: string, range: TextRange, at: number): number {
  const to = Math.round(at);
  if (range.end - to <= TO_SPACE) return range.end;
  const cut = text.slice(Math.max(0, to - TO_SPACE), to);
  const space = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return space < 0 ? whole(text, to) : to - cut.length + space;
}

/** Not between the halves of one character. */
const whole = (text: string, at: number): number => (/[\uDC00-\uDFFF]/u.test(text.charAt(at)) ? at + 1 : at);
