import type { AnswerSentence } from '../../core/search/events';
import { sentenceSign } from './verdict-words';

/** Signs between which a sentence's number stands; symbols, since what follows `**` decides whether it closes. */
const OPEN = '\u2425';
const CLOSE = '\u2426';

/** Splits a text at the ends of sentences; the number is captured. */
export const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'u');

const SIGNS = new RegExp(`[${OPEN}${CLOSE}]`, 'gu');

/** The text with a mark at the end of each sentence that has one to show. */
export function markedText(text: string, sentences: readonly AnswerSentence[]): string {
  const own = text.replace(SIGNS, '\uFFFD');
  let marked = '';
  let from = 0;
  for (const [number, sentence] of sentences.entries()) {
    const { at, citations } = sentence;
    if (at.end > own.length || (citations.length === 0 && !sentenceSign(sentence))) continue;
    const end = placeOf(own, at);
    if (end === null || end < from) continue;
    marked += `${own.slice(from, end)}${OPEN}${String(number)}${CLOSE}`;
    from = end;
  }
  return marked + own.slice(from);
}

/** Where a mark can stand without changing what the text is: before the bar that ends a row, and before what ends a block of code or maths. */
function placeOf(text: string, { start, end }: { readonly start: number; readonly end: number }): number | null {
  const block = endInBlock(text.slice(start, end));
  if (block !== null) return start + block;
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  if (/^\s*(?:`{3,}|~{3,})/u.test(line)) return null;
  const [bar = ''] = /\s*\|\s*$/u.exec(line) ?? [];
  return end - bar.length;
}

/** Where the last words of a whole block of code or maths end; null for anything else, and where it has no words. */
function endInBlock(block: string): number | null {
  const opening = /^(?:(?:`{3,}|~{3,})[^\n]*\n|\$\$|\\\[)/u.exec(block)?.[0];
  const closing = /(?:`{3,}|~{3,}|\$\$|\\\])$/u.exec(block.trimEnd())?.[0];
  if (opening === undefined || closing === undefined) return null;
  const within = block
    .trimEnd()
    .slice(opening.length, -closing.length)
    .replace(/[\s>]+$/u, '');
  return within === '' ? null : opening.length + within.length;
}
