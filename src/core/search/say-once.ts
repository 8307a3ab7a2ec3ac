import { terms } from '../text/terms';
import type { DraftSentence } from './draft';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;

const NUMBERS = /\p{N}+(?:[.,]\p{N}+)*/gu;
/** Least share of the terms of the longer of two sentences that both hold. */
const NEARLY_ALL = 0.8;
const LEAST_TERMS = 5;

/** Whether two sentences say nearly the same: most words in common and the same numbers. */
export function saysTheSame(one: string, other: string): boolean {
  if (wordsOf(one) === wordsOf(other)) return true;
  const [a, b] = [new Set(terms(one)), new Set(terms(other))];
  const most = Math.max(a.size, b.size);
  const common = [...a].filter((term) => b.has(term)).length;
  return most >= LEAST_TERMS && common / most >= NEARLY_ALL && numbersOf(one) === numbersOf(other);
}

const numbersOf = (text: string): string => [...(text.match(NUMBERS) ?? [])].sort().join(' ');

/**
 * An answer's sentences with none said twice: what rests on the same words (but for case, spaces and punctuation) is one sentence
 * with the citations of all. Headings left without anything beneath them go.
 */
export function sayOnce(sentences: readonly DraftSentence[]): readonly DraftSentence[] {
  const placeOf = new Map<string, number>();
  const once: DraftSentence[] = [];
  for (const sentence of sentences) {
    const key = sentence.role === 'sentence' || sentence.role === 'item' ? wordsOf(sentence.text) : '';
    const place = placeOf.get(key);
    const before = place === undefined ? undefined : once[place];
    if (key !== '' && place !== undefined && before) {
      once[place] = { ...before, cited: [...before.cited, ...sentence.cited] };
      continue;
    }
    placeOf.set(key, once.length);
    once.push(sentence);
  }
  return once.filter(({ role }, at) => role !== 'heading' || isItem(once[at + 1]));
}

const isItem = (next: DraftSentence | undefined): boolean => next !== undefined && next.role !== 'heading';

const wordsOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(BETWEEN_WORDS, ' ').trim();
