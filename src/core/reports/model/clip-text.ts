import { splitSentences } from '../../text/sentences';
import { estimateTokens } from '../../text/tokens';

/** On one line. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The start of a text within so many estimated tokens: whole sentences where one fits, else whole words and an ellipsis. */
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
