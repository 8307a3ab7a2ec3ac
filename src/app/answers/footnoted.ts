import type { Answer, AnswerSentence } from '../../core/search/events';
import { literalRanges, type LiteralRange } from './literal-ranges';
import { sentenceSign } from './verdict-words';

interface Insertion {
  readonly at: number;
  readonly words: string;
}

/** What would load an image, lead elsewhere, be markup or be read as a footnote of the model's own. */
const ACTIVE = /(\\*)(!\[|\[\^|\](?=[([:])|<(?=[\p{L}/!?]))/gu;

/** What a model wrote, with footnote marks and doubts after its sentences; nothing in it loads or is markup. */
export function footnoted({ text = '', sentences }: Answer, mark: (number: number) => string): string {
  const literal = literalRanges(text);
  const insertions = [...marksOf(text, sentences, literal, mark), ...escapesOf(text, literal)];
  let written = '';
  let from = 0;
  for (const { at, words } of insertions.sort((a, b) => a.at - b.at)) {
    written += text.slice(from, at) + words;
    from = at;
  }
  return written + text.slice(from);
}

function marksOf(
  text: string,
  sentences: readonly AnswerSentence[],
  literal: readonly LiteralRange[],
  mark: (number: number) => string,
): readonly Insertion[] {
  return sentences.flatMap((sentence) => {
    const { at } = sentence;
    const words = signsOf(sentence, mark);
    return at.end <= text.length && words !== '' ? [placed(text, at.end, words, literal)] : [];
  });
}

/** What an exported sentence bears behind it: its footnotes, its verdict in words, and what comes nearest where nothing says it. */
export function signsOf(sentence: AnswerSentence, mark: (number: number) => string): string {
  const { citations, nearest } = sentence;
  const sign = sentenceSign(sentence);
  const beside = nearest === undefined ? '' : `; nearest: ${mark(nearest)}`;
  return (
    citations.map(mark).join('') +
    (sign ? ` [${[sign.name.toLowerCase(), sign.why].filter(Boolean).join(': ')}${beside}]` : '')
  );
}

/** After code or maths, never in it; in a row before the bar that ends it. */
function placed(text: string, end: number, words: string, literal: readonly LiteralRange[]): Insertion {
  const within = literal.find((range) => range.start < end && (range.isBlock ? end <= range.end : end < range.end));
  if (within?.isBlock) return { at: within.end, words: `\n\n${words.trim()}\n` };
  const [bar = ''] = within ? [] : (/\s*(?<!\\)\|\s*$/u.exec(text.slice(0, end)) ?? []);
  return { at: (within?.end ?? end) - bar.length, words };
}

function escapesOf(text: string, literal: readonly LiteralRange[]): readonly Insertion[] {
  return [...text.matchAll(ACTIVE)].flatMap(({ index, 1: slashes = '' }) => {
    const at = index + slashes.length;
    const isLiteral = literal.some(({ start, end }) => start <= at && at < end);
    return isLiteral || slashes.length % 2 === 1 ? [] : [{ at, words: '\\' }];
  });
}
