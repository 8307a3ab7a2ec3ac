import { detectLanguage } from '../../text/language';
import { splitSentences } from '../../text/sentences';

/** Code within a line. */
const CODE = '(?<!`)(?<ticks>`+)(?!`)[^\\n]*?[^`\\n]\\k<ticks>(?!`)';

/** Figure that begins a sum of money, not maths: no sign of maths follows in the line, and no letter right behind. */
const MONEY = String.raw`\d(?![^$\n]*[\\^_=])(?![\d.,]*[ac-jln-z](?!\p{L}))`;

/**
 * Source of a regular expression (flag u) for maths within a line, as a reader sees it; its three groups have the text
 * between the signs. Everything that reads an answer's Markdown has it from here, so that all agree.
 */
export const INLINE_MATHS = [
  String.raw`\$\$([^$\n]+?)\$\$`,
  String.raw`(?<![\w$\\])\$(?!\s|${MONEY})((?:\\.|[^$\\\n])+?)(?<!\s)\$(?![\d$])`,
  String.raw`\\\(([^\n]+?)\\\)`,
].join('|');

/** Source of a regular expression (flag u) for code and maths within a line, whose signs mean themselves. */
export const INLINE_LITERAL = `${CODE}|${INLINE_MATHS}`;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of a piece of Markdown as they are read, for comparing: without signs of emphasis, links' targets, code signs and tags. */
export function plainForm(markdown: string): string {
  return markdown
    .replace(/\n[ \t]*(?:>[ \t]*)+/gu, ' ')
    .replace(/!?\[([^\][]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/gu, '$1')
    .replace(/<br\s*\/?>/giu, ' ')
    .replace(/<\/?[a-z][^<>]*>/giu, '')
    .replace(/(?<![\\\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/(?<!\\)(?:\*+|~~|`+)/gu, '')
    .replace(/&(\w+);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A stretch of an answer's Markdown that sentences never cross. */
export interface MarkdownBlock {
  readonly kind: 'prose' | 'heading' | 'row' | 'code' | 'maths';
  /** UTF-16 offsets of its words: without the signs of a list item, quotation or heading before them. */
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** Offset after quotation signs, list marks and space. */
  readonly from: number;
  readonly isMarked: boolean;
  readonly text: string;
}

const MARKS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,3}[.)](?=[ \t])))*[ \t]*/u;
const RULE = /^(?:[-=_*][ \t]*){3,}$/u;
const DELIMITERS = /^(?=[^-]*-)[ \t|:-]*$/u;
const HEADING = /^#{1,6}(?:\s+|$)/u;
const FENCE = /^(`{3,}|~{3,})/u;
const MATHS: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

/** Cuts Markdown into paragraphs, list items, headings, table rows, code and maths. Never throws; linear. */
export function markdownBlocks(text: string): readonly MarkdownBlock[] {
  const lines = linesOf(text);
  const blocks: MarkdownBlock[] = [];
  let open: { start: number; end: number } | null = null;
  let isTable = false;
  const close = (): void => {
    if (open) blocks.push({ kind: 'prose', ...open });
    open = null;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    const { text: words, from, end, isMarked } = line;
    isTable = words.includes('|') && (isTable || isHeader(lines, at));
    const last = lastOfEnclosed(lines, at);
    if (last !== null) {
      close();
      blocks.push({ kind: FENCE.test(words) ? 'code' : 'maths', start: from, end: lines[last]?.end ?? end });
      at = last;
    } else if (words === '') close();
    else if (HEADING.test(words)) {
      close();
      blocks.push({ kind: 'heading', start: from + (HEADING.exec(words)?.[0].length ?? 0), end });
    } else if (isTable) {
      close();
      if (!DELIMITERS.test(words)) blocks.push({ kind: isHeader(lines, at) ? 'heading' : 'row', start: from, end });
    } else if (RULE.test(words)) {
      const title: MarkdownBlock | null = open && /^[-=]+$/u.test(words) ? { kind: 'heading', ...open } : null;
      if (title) blocks.push(title);
      else close();
      open = null;
    } else if (open && !isMarked) open = { start: (open as MarkdownBlock).start, end };
    else {
      close();
      open = { start: from, end };
    }
  }
  close();
  return blocks.filter(({ start, end }) => start < end);
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const whole = text.slice(start, end);
    const isRule = RULE.test(whole.trim());
    const marks = isRule ? whole.slice(0, whole.length - whole.trimStart().length) : (MARKS.exec(whole)?.[0] ?? '');
    const isMarked = /[-*+\d]/u.test(marks);
    lines.push({ start, end, from: start + marks.length, isMarked, text: whole.slice(marks.length).trim() });
    start = end + 1;
  }
  return lines;
}

/** The last line of the code or maths that opens on a line; null when none does. An unfinished one goes to the end. */
function lastOfEnclosed(lines: readonly Line[], at: number): number | null {
  const words = lines[at]?.text ?? '';
  const fence = FENCE.exec(words)?.[1];
  const closer = fence ?? MATHS[words.slice(0, 2)];
  if (closer === undefined) return null;
  if (fence === undefined && words.length > 2 && words.indexOf(closer, 2) >= 0) {
    return words.endsWith(closer) ? at : null;
  }
  const closes = (one: string): boolean => (fence === undefined ? one.endsWith(closer) : one.startsWith(closer));
  const last = lines.findIndex((one, index) => index > at && closes(one.text));
  return last < 0 ? lines.length - 1 : last;
}

function isHeader(lines: readonly Line[], at: number): boolean {
  const below = lines[at + 1]?.text ?? '';
  return below.includes('|') && below.includes('-') && DELIMITERS.test(below);
}

/** Part of an answer that is checked as one. */
export interface AnswerUnit {
  readonly kind: 'sentence' | 'heading' | 'row' | 'code' | 'maths';
  /** UTF-16 offsets in the answer's text. */
  readonly start: number;
  readonly end: number;
  /** Words without Markdown. */
  readonly plain: string;
}

/** An answer's sentences, list items, rows, headings, code and maths in order. Never throws; linear in the text's length. */
export function answerUnits(text: string): readonly AnswerUnit[] {
  const language = detectLanguage(plainForm(text));
  return markdownBlocks(text).flatMap((block) =>
    block.kind === 'prose' ? sentences(text, block, language) : [unit(text, block)],
  );
}

function unit(text: string, { kind, start, end }: MarkdownBlock): AnswerUnit {
  const own = text.slice(start, end);
  const trimmed = end - (own.length - own.trimEnd().length);
  const of = { kind: kind === 'prose' ? ('sentence' as const) : kind, start, end: trimmed };
  if (kind === 'row') {
    const cells = own
      .split(/(?<!\\)\|/u)
      .map(plainForm)
      .filter(Boolean);
    return { ...of, plain: cells.join(' ; ') };
  }
  return { ...of, plain: plainForm(own) };
}

function sentences(text: string, block: MarkdownBlock, language: string): readonly AnswerUnit[] {
  const own = text.slice(block.start, block.end);
  const { starts, ends } = splitSentences(masked(own), language);
  return [...starts].map((start, at) => {
    const end = ends[at] ?? start;
    const words = own.slice(start, end);
    return { kind: 'sentence', start: block.start + start, end: block.start + end, plain: plainForm(words) };
  });
}

const LITERAL = new RegExp(INLINE_LITERAL, 'gu');

/** The same length, with nothing left that would end a sentence or block inside of a line, code, maths or a link's target. */
function masked(text: string): string {
  const filled = (found: string): string => found.replace(/\S/gu, 'x');
  return text
    .replace(LITERAL, filled)
    .replace(/\]\((?:[^()\s]|\([^()]*\))*\)/gu, filled)
    .replace(/https?:\/\/[^\s)\]]+/gu, filled)
    .replace(/\n[ \t]*(?:>[ \t]*)*/gu, (found) => ' '.repeat(found.length))
    .replaceAll('\t', ' ')
    .replaceAll('|', 'x');
}
