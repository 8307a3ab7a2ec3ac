import { splitSentences } from './sentences';
import { estimateTokens } from './tokens';

/** Joins the lines of a text to one. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Cuts a text to so many estimated tokens: whole sentences if one fits, or else whole words and an ellipsis. */
export function clipToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const { ends } = splitSentences(text, 'en');
  const fitting = [...ends].filter((end) => estimateTokens(text.slice(0, end)) <= tokens).at(-1);
  return fitting === undefined ? clippedWords(text, tokens) : text.slice(0, fitting);
}

function clippedWords(text: string, tokens: number): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (estimateTokens(text.slice(0, middle)) + 1 <= tokens) low = middle;
    else high = middle - 1;
  }
  const cut = text.slice(0, low).replace(/[\uD800-\uDBFF]$/u, '');
  const word = cut.lastIndexOf(' ');
  return `${(word > cut.length / 2 ? cut.slice(0, word) : cut).trimEnd()}…`;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** Characters of scripts without spaces that make about one word. */
const PER_WORD = 1.7;

/** Counts the words of a text. In scripts without spaces the number is estimated. */
export function countWords(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const rest = text.replace(UNSPACED, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.ceil(unspaced / PER_WORD) + rest;
}

/** Cuts a text to whole sentences of at most so many words. A first sentence that is too long is cut between words. */
export function clipToWords(text: string, words: number): string {
  if (countWords(text) <= words) return text;
  const { ends } = splitSentences(text, 'en');
  const fitting = [...ends].filter((end) => countWords(text.slice(0, end)) <= words).at(-1);
  if (fitting !== undefined) return text.slice(0, fitting);
  let end = text.length;
  while (end > 1 && countWords(text.slice(0, end)) > words) {
    const space = text.lastIndexOf(' ', end - 1);
    end = space > end / 2 ? space : Math.floor(end * 0.9);
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
