import { conceptKey } from './concepts';

const MAX_WORDS = 14;
const MAX_HAN = 16;
const HAN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]/u;

/** Longest runs of words (or of CJK characters) of a text whose folded key is known, from the left, without overlap. */
export function longestMatches(text: string, known: (key: string) => boolean): readonly string[] {
  const found: string[] = [];
  const words = conceptKey(text).split(' ');
  for (let at = 0; at < words.length;) {
    let size = Math.min(MAX_WORDS, words.length - at);
    while (size > 0 && !known(words.slice(at, at + size).join(' '))) size -= 1;
    if (size > 0) found.push(words.slice(at, at + size).join(' '));
    else if (HAN.test(words[at] ?? '')) found.push(...hanMatches(words[at] ?? '', known));
    at += Math.max(1, size);
  }
  return found;
}

function hanMatches(run: string, known: (key: string) => boolean): string[] {
  const found: string[] = [];
  for (let at = 0; at < run.length;) {
    let size = Math.min(MAX_HAN, run.length - at);
    while (size > 1 && !known(run.slice(at, at + size))) size -= 1;
    if (size > 1) found.push(run.slice(at, at + size));
    at += Math.max(1, size);
  }
  return found;
}
