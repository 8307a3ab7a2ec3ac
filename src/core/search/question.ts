import type { DenseSearch } from '../retrieval/dense';
import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { askedAttribute } from './asked-attribute';
import { contentTerms, wantedAnswer, type Wanted } from './asking-words';
import { breadthOf, type Breadth } from './breadth';
import type { SearchRequest } from './events';
import { withoutStraddling } from './han-terms';
import { calledIn, namesOf } from './named-in';
import { pointedAt } from './pointed-at';

/** A term of the question and how much it tells: its idf over the text units. */
export interface QuestionTerm {
  readonly term: string;
  readonly weight: number;
}

/** A question as search reads it. */
export interface Question {
  /** With the names of an earlier question when it pointed back at them. */
  readonly text: string;
  /** As it was typed. */
  readonly typed: string;
  /** Those names of the earlier question; none when it points back at nothing. */
  readonly follows: readonly string[];
  readonly terms: readonly QuestionTerm[];
  /** Names it spells with capitals or in quotes, known or not. */
  readonly names: readonly string[];
  /** Entity rows it names, in order, best connected first where a name is shared. */
  readonly entities: readonly number[];
  /** The name, folded, by which it names each of those rows. */
  readonly calledBy: ReadonlyMap<number, string>;
  readonly wanted: Wanted;
  /** The form of the value it asks for; null where it asks for none that has one. */
  readonly value: RegExp | null;
  readonly breadth: Breadth;
  readonly cjk: boolean;
  /** Rankings by meaning, where there are vectors. */
  readonly dense?: DenseSearch;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LEAST_KNOWN = 2;

/** Reads a question against an index: what it names, which words count, what it wants. */
export function readQuestion(index: SearchIndex, request: SearchRequest): Question {
  const follows = pointedAt(index, request);
  const text = follows.length > 0 ? `${request.question} (${follows.join(', ')})` : request.question;
  const calledBy = calledIn(index, text);
  return {
    text,
    typed: request.question,
    follows,
    terms: weighed(index, text, request.question),
    names: namesOf(text),
    entities: [...calledBy.keys()],
    calledBy,
    wanted: wantedAnswer(request.question),
    value: askedAttribute(request.question)?.value ?? null,
    breadth: breadthOf(request.question),
    cjk: CJK.test(text),
  };
}

/**
 * The question's terms by idf. A common word that no text unit holds would weigh most: it counts like the question's median
 * word; a name that is nowhere keeps its weight, and so does the one thing asked of one thing known.
 */
function weighed(index: SearchIndex, text: string, asked: string): readonly QuestionTerm[] {
  const { bm25 } = index.store.passages;
  const nowhere = bm25.idf('');
  const read = withoutStraddling(contentTerms(text), (term) => bm25.documentFrequency(term) > 0);
  const found = read.map((term) => ({ term, weight: bm25.idf(term) }));
  const named = new Set(namesOf(text).flatMap((name) => terms(name)));
  const known = found.map(({ weight }) => weight).filter((weight) => weight < nowhere);
  const median = known.sort((a, b) => a - b)[known.length >> 1] ?? nowhere;
  const cap = known.length < LEAST_KNOWN && asksForAttribute(asked) ? nowhere : median;
  return found.map(({ term, weight }) => ({
    term,
    weight: weight >= nowhere && !named.has(term) ? Math.min(weight, cap) : weight,
  }));
}

/** Asks for something by its own word ("What colour …"), not by "who", "when", "where" or "how many", nor of the whole. */
function asksForAttribute(question: string): boolean {
  const wanted = wantedAnswer(question);
  return (wanted === null || wanted === 'definition') && breadthOf(question) === 'narrow';
}
