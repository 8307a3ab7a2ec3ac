import { detectLanguage } from '../../text/language';
import { splitSentences } from '../../text/sentences';
import { INLINE_LITERAL } from './inline-signs';
import { markdownBlocks, type MarkdownBlock } from './markdown-blocks';
import { plainForm } from './plain-form';
import { fencedRange, fencedText, isProseInFence } from './prose-in-fence';

/** What of an answer is held against the documents at once. */
export interface AnswerUnit {
  readonly kind: 'sentence' | 'heading' | 'row' | 'code' | 'maths';
  /** UTF-16 offsets in the answer's text. */
  readonly start: number;
  readonly end: number;
  /** Its words as they are read. */
  readonly plain: string;
  /** Words in front that may only name what follows: "Founding:" of "**Founding:** The bank …", the first cell of a row; empty for none. */
  readonly label: string;
}

const LABEL = /^(?:\*\*|__)([^*_\n]{1,60}?)(?::(?:\*\*|__)|(?:\*\*|__)\s*[:：–—])/u;

/** An answer's sentences, list items, rows, headings, code and maths in order; prose in a fence is prose. Never throws; linear in the text's length. */
export function answerUnits(text: string): readonly AnswerUnit[] {
  const language = detectLanguage(plainForm(text));
  return markdownBlocks(text)
    .flatMap((block) => (block.kind === 'code' ? blocksInFence(text, block) : [block]))
    .flatMap((block) => (block.kind === 'prose' ? sentences(text, block, language) : [unit(text, block)]));
}

/** The blocks of prose that stands in a fence; code as it is. */
function blocksInFence(text: string, block: MarkdownBlock): readonly MarkdownBlock[] {
  const own = text.slice(block.start, block.end);
  if (!isProseInFence(own)) return [block];
  const { start, end } = fencedRange(own, block.start);
  return markdownBlocks(text.slice(start, end)).map((one) => ({
    ...one,
    start: one.start + start,
    end: one.end + start,
  }));
}

function unit(text: string, { kind, start, end }: MarkdownBlock): AnswerUnit {
  const own = text.slice(start, end);
  const trimmed = end - (own.length - own.trimEnd().length);
  const of = { kind: kind === 'prose' ? ('sentence' as const) : kind, start, end: trimmed, label: '' };
  if (kind === 'row') {
    const cells = own.replace(/^\||\|\s*$/gu, '').split(/(?<!\\)\|/u);
    const [first = '', ...others] = cells.map(plainForm);
    return { ...of, plain: [first, ...others].join(' ; '), label: others.length > 0 ? first.trim() : '' };
  }
  if (kind === 'code') return { ...of, plain: fencedText(own) };
  return { ...of, plain: plainForm(own) };
}

function sentences(text: string, block: MarkdownBlock, language: string): readonly AnswerUnit[] {
  const own = text.slice(block.start, block.end);
  const { starts, ends } = splitSentences(masked(own), language);
  return [...starts].map((start, at) => {
    const end = ends[at] ?? start;
    const words = own.slice(start, end);
    const label = LABEL.exec(words)?.[1] ?? '';
    return { kind: 'sentence', start: block.start + start, end: block.start + end, plain: plainForm(words), label };
  });
}

const LITERAL = new RegExp(INLINE_LITERAL, 'gu');

/** The same length, with nothing left that would end a sentence or block inside of a line, code, maths or a link's target. */
function masked(text: string): string {
  const filled = (found: string): string => found.replace(/[^\s]/gu, 'x');
  return text
    .replace(LITERAL, filled)
    .replace(/\]\((?:[^()\s]|\([^()]*\))*\)/gu, filled)
    .replace(/https?:\/\/[^\s)\]]+/gu, filled)
    .replace(/\n[ \t]*(?:>[ \t]*)*/gu, (found) => ' '.repeat(found.length))
    .replace(/\t/gu, ' ')
    .replace(/\|/gu, 'x');
}
