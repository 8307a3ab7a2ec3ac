import type { DraftSentence } from './draft';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;

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
