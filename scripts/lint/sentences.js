/** The most words that a sentence of a comment or a document may have. */
export const MOST_WORDS = 25;

/** The sentences of a text that are too long, with their number of words. */
export function longSentences(text) {
  return text
    .replace(/\s+/gu, ' ')
    .split(/(?<=[.!?:;])\s/u)
    .map((sentence) => ({ sentence: sentence.trim(), words: sentence.trim().split(' ').length }))
    .filter(({ words }) => words > MOST_WORDS);
}
