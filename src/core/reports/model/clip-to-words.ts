import { splitSentences } from '../../text/sentences';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** Characters of scripts without spaces that make about one word. */
const PER_WORD = 1.7;

/** Words of a text, estimated where they are not set apart by spaces. */
export function countWords(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const rest = text.replace(UNSPACED, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.ceil(unspaced / PER_WORD) + rest;
}

/** Whole sentences of at most so many words; the first sentence is cut between words where it is too long itself. */
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
