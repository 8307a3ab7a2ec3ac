import type { AlignedSentence } from '../alignment/alignment';
import { detectLanguage } from '../../text/language';
import { splitSentences } from '../../text/sentences';
import type { AnswerSentence } from '../events';

/** Code on lines of its own with words in it, or maths with two of them in a row. */
const WORDY = /^(?:`{3}|~{3})[^\n]*\n[^]*\p{L}{2}|^(?:\$\$|\\\[)[^]*\p{L}{3,}\s+\p{L}{2,}/u;
const ENDED = /[.!?…。！？।؟۔|][*_~`"'“”’»)\]」』]*$/u;
/** A point behind a figure may be the one before its decimals; four figures are likely a year. */
const HALF_NUMBER = /(?<!\p{N})\p{N}{1,3}[.,]$/u;

/** Whether a sentence that an answer breaks off behind may be cut itself: of words that are missing nobody can say whether they are so. */
export function isCut(sentence: string): boolean {
  const own = sentence.trimEnd();
  if (!ENDED.test(own) || HALF_NUMBER.test(own)) return true;
  // An abbreviation goes on: “He met Dr.”
  const language = detectLanguage(own);
  const countIn = (text: string): number => splitSentences(text, language).starts.length;
  return own.endsWith('.') && countIn(`${own} Xaver`) === countIn(own);
}

/** A sentence of which nothing is said: neither what it rests on nor what speaks against it. */
export const unjudged = (sentence: AlignedSentence): AlignedSentence => ({
  ...sentence,
  support: 'nothing to support',
  doubt: null,
  grounds: [],
  nearest: null,
  wrongHints: 0,
});

/** Code and maths with words in them that nothing supports: a person is told that nobody looked. */
export const isUncheckedCode = ({ support, text }: AnswerSentence): boolean =>
  support === 'nothing to support' && WORDY.test(text);
