import { detached } from '../../text/characters';

interface Cases {
  /** Times with a capital inside a sentence, where only names have one. */
  capital: number;
  /** Times in small letters. */
  small: number;
}

export interface WordCases {
  /** True when the word is seen with a capital inside sentences at least as often as in small letters. */
  isName(word: string): boolean;
  /** True unless the word is seen in small letters only. */
  mayBeName(word: string): boolean;
  /** True when the word is never seen in small letters. */
  neverSmall(word: string): boolean;
}

/** Counts how words of a batch are written inside its sentences (their first words, headings and shouting are left out). */
export function wordCases(sentences: readonly string[]): WordCases {
  const counts = new Map<string, Cases>();
  for (const sentence of sentences) countSentence(sentence, counts);
  return {
    isName: (word) => {
      const cases = counts.get(word.toLowerCase());
      return cases !== undefined && cases.capital > 0 && cases.capital >= cases.small;
    },
    mayBeName: (word) => {
      const cases = counts.get(word.toLowerCase());
      return cases === undefined || cases.capital > 0;
    },
    neverSmall: (word) => (counts.get(word.toLowerCase())?.small ?? 0) === 0,
  };
}

/** After these a capital may be there only because something begins. */
const opens = /[!?:"“”«»‘|•‣*\t—–]/;

function countSentence(sentence: string, counts: Map<string, Cases>): void {
  const shouted = looksLikeHeading(sentence);
  let end = 0;
  for (const match of sentence.matchAll(/\p{L}[\p{L}\p{M}'’-]*/gu)) {
    const [word] = match;
    const capital = /^\p{Lu}/u.test(word);
    const skip = capital && (shouted || end === 0 || opens.test(sentence.slice(end, match.index)));
    end = match.index + word.length;
    if (skip) continue;
    const key = word.toLowerCase();
    let cases = counts.get(key);
    if (!cases) counts.set(detached(key), (cases = { capital: 0, small: 0 }));
    if (capital) cases.capital++;
    else cases.small++;
  }
}

/**
 * Whether nearly all words of a line have capitals and it ends without a full stop, so that its capitals prove nothing. Lines with blanked
 * labels are no headings.
 */
export function looksLikeHeading(sentence: string): boolean {
  if (sentence.length > 150) return false;
  if (/^#{1,6}\s/.test(sentence)) return true;
  if (sentence.includes('‣')) return false;
  const words = sentence.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  if (words.length > 1 && !/\p{Ll}/u.test(sentence)) return true;
  if (words.length < 3 || /[.!?…:;]["'”’)]*$/.test(sentence)) return false;
  return words.filter((word) => /^\p{Lu}/u.test(word)).length >= words.length * 0.6;
}
