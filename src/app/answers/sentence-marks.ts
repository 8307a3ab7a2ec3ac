import type { AnswerSentence } from '../../core/search/events';
import { shownDoubt } from './sentence-doubt';

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
    if (!at || at.end > own.length || (citations.length === 0 && !shownDoubt(sentence))) continue;
    const end = placeOf(own, at.end);
    if (end === null || end < from) continue;
    marked += `${own.slice(from, end)}${OPEN}${String(number)}${CLOSE}`;
    from = end;
  }
  return marked + own.slice(from);
}

/** Where a mark can stand without changing what the text is: before the bar that ends a row, and not after a fence of code. */
function placeOf(text: string, end: number): number | null {
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  if (/^\s*(?:`{3,}|~{3,})/u.test(line)) return null;
  const [bar = ''] = /\s*\|\s*$/u.exec(line) ?? [];
  return end - bar.length;
}
