import { detectLanguage } from '../../text/language';
import { splitSentences } from '../../text/sentences';
import { INLINE_LITERAL, markdownBlocks, type MarkdownBlock, plainForm } from './markdown-blocks';

/** What of an answer is held against the documents at once. */
export interface AnswerUnit {
  readonly kind: 'sentence' | 'heading' | 'row' | 'code' | 'maths';
  /** UTF-16 offsets in the answer's text. */
  readonly start: number;
  readonly end: number;
  /** Its words as they are read. */
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
