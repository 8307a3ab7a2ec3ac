import type { SearchIndex } from '../retrieval/index';
import { isStopWord, terms } from '../text/terms';
import { askedAttribute } from './asked-attribute';
import { contentTerms, wantedAnswer } from './asking-words';
import { readQuestion, type Question } from './question';
import { kindredTerms } from './kindred-terms';

/** Up to three words behind a comma, a dash or in brackets at the end; capitals but for one letter would be a name. */
const TRAILING =
  /(?<!\s)\s*(?:[,;:，；：]|[–—]|[(（[])\s*((?:\p{Ll}+\s+){0,2}(?:\p{Ll}+|\p{Lu}|\p{N}{1,3}))(?:\s*[)）\]])?(?=[\s?？]*$)/u;
/** A letter or a small number. */
const LABEL = /^(?:\p{L}|\p{N}{1,3})$/u;

/** Up to three words behind the question mark. */
const BEHIND_MARK = /(?<=[?？])\s*(\p{L}+(?:[\s.!…]+\p{L}+){0,2}[\s.!…]*)$/u;
/** Two or three letters without a vowel at the end are no word of any text that lacks them. */
const STRAY = /\s(\p{Ll}{2,3})(?=[\s.!?？]*$)/u;
const VOWEL = /[aeiouyäöü]|[^\p{Script=Latin}]/iu;

/**
 * A question as it is judged whether the documents answer it: without what somebody only put behind it, "(attempt 2)", "? nd", or a word behind a
 * comma that no document holds. It is searched for with these words all the same.
 */
export function withoutAside(index: SearchIndex, question: Question): Question {
  const found = asideIn(index, question.typed);
  if (!found) return question;
  const typed = question.typed.slice(0, found.index) + question.typed.slice(found.index + found[0].length);
  const read = readQuestion(index, { question: question.text.replace(question.typed, typed), mode: 'auto' });
  if (read.terms.length === 0 && question.breadth === 'narrow') return question;
  const value = askedAttribute(typed)?.value ?? null;
  return { ...question, typed, terms: read.terms, names: read.names, wanted: wantedAnswer(typed), value };
}

function asideIn(index: SearchIndex, typed: string): RegExpExecArray | null {
  const behind = BEHIND_MARK.exec(typed);
  if (behind && isBehindMark(index, behind[1]?.trim() ?? '')) return behind;
  const trailing = TRAILING.exec(typed);
  if (trailing && isAside(index, trailing[1] ?? '')) return trailing;
  const stray = STRAY.exec(typed);
  return stray && !VOWEL.test(stray[1] ?? '') && isUnknown(index, stray[1] ?? '') ? stray : null;
}

/** What asks nothing more: a courtesy, or small letters that no document holds. */
const isBehindMark = (index: SearchIndex, words: string): boolean =>
  contentTerms(words).length === 0 || (!/\p{Lu}/u.test(words) && isAside(index, words));

function isAside(index: SearchIndex, words: string): boolean {
  const [first = '', ...more] = words.split(/\s+/u);
  if (isStopWord(first)) return false;
  return LABEL.test(more.at(-1) ?? '') || isUnknown(index, words);
}

/** Whether no document holds any of the words or of those related to them. */
function isUnknown(index: SearchIndex, words: string): boolean {
  const { bm25 } = index.store.passages;
  const isKnown = (term: string): boolean => bm25.documentFrequency(term) > 0;
  const all = terms(words);
  return all.length > 0 && !all.some((term) => isKnown(term) || [...kindredTerms(term)].some(isKnown));
}
