import type { SearchIndex } from '../retrieve/index';
import { isStopWord, terms } from '../text/terms';
import { askedAttribute } from './asked-attribute';
import { wantedAnswer } from './asking-words';
import { readQuestion, type Question } from './question';
import { relatedTerms } from './related-words';

/** Up to three words behind a comma, a dash or in brackets at the end; capitals but for one letter would be a name. */
const TRAILING =
  /\s*(?:[,;:，；：]|[–—]|[(（[])\s*((?:\p{Ll}+\s+){0,2}(?:\p{Ll}+|\p{Lu}|\p{N}{1,3}))\s*[)）\]]?\s*(?=[?？]*\s*$)/u;
/** A letter or a small number. */
const LABEL = /^(?:\p{L}|\p{N}{1,3})$/u;

/**
 * A question as it is judged whether the documents answer it: without what somebody only put behind it, "(attempt 2)", or a word behind a
 * comma that no document holds. It is searched for with these words all the same.
 */
export function withoutAside(index: SearchIndex, question: Question): Question {
  const found = TRAILING.exec(question.typed);
  if (!found || !isAside(index, found[1] ?? '')) return question;
  const typed = question.typed.slice(0, found.index) + question.typed.slice(found.index + found[0].length);
  const read = readQuestion(index, { question: question.text.replace(question.typed, typed), mode: 'auto' });
  if (read.terms.length === 0) return question;
  const value = askedAttribute(typed)?.value ?? null;
  return { ...question, typed, terms: read.terms, wanted: wantedAnswer(typed), value };
}

function isAside(index: SearchIndex, words: string): boolean {
  const [first = '', ...more] = words.split(/\s+/u);
  if (isStopWord(first)) return false;
  if (LABEL.test(more.at(-1) ?? '')) return true;
  const { bm25 } = index.store.passages;
  const isKnown = (term: string): boolean => bm25.documentFrequency(term) > 0;
  const all = terms(words);
  return all.length > 0 && !all.some((term) => isKnown(term) || [...relatedTerms(term)].some(isKnown));
}
