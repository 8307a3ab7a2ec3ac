import { conceptKey, findConcepts } from '../retrieve/concepts';
import type { DenseSearch } from '../retrieve/dense';
import type { SearchIndex } from '../retrieve/index';
import type { EntityRow } from '../tables/tables';
import { terms } from '../text/terms';
import { askedAttribute } from './asked-attribute';
import { contentTerms, wantedAnswer, type Wanted } from './asking-words';
import { breadthOf, type Breadth } from './breadth';
import type { SearchRequest } from './events';
import { withoutStraddling } from './han-terms';
import { pointsBack, type Pointing } from './pointing';

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
const QUOTED = /["“「『《]([^"”」』》]{2,60})["”」』》]/gu;
const ROWS_PER_NAME = 3;
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

const MOST_FOLLOWED = 3;

/** What a question that names nothing and points back is about: the names of the latest question that had some it may mean. */
function pointedAt(index: SearchIndex, { question, earlier = [] }: SearchRequest): readonly string[] {
  const pointing = pointsBack(question);
  if (pointing === null || namesOf(question).length > 0) return [];
  if (titlesOf(index, question).some(isNameLike)) return [];
  for (const before of earlier) {
    const rows = [...calledIn(index, before).keys()];
    const meant = rows.filter((row) => mayMean(index.tables.entities[row], pointing));
    const titles = meant.flatMap((row) => index.tables.entities[row]?.title ?? []);
    const named = titles.filter(isNameLike);
    const names = named.length > 0 ? named : titles.length > 0 || rows.length > 0 ? titles : namesOf(before);
    if (names.length > 0) return [...new Set(names)].slice(0, MOST_FOLLOWED);
  }
  return [];
}

/** "He" is no place and no organisation, "it" nobody; a concept may be anything. */
function mayMean(entity: EntityRow | undefined, pointing: Pointing): boolean {
  if (pointing === 'any') return true;
  const type = entity?.type.toLowerCase() ?? '';
  return pointing === 'thing'
    ? type !== 'person'
    : !['place', 'location', 'geo', 'organisation', 'organization', 'event'].includes(type);
}

/** A common noun may be an entity; a name has a capital letter or is of another script. */
export const isNameLike = (title: string): boolean => /\p{Lu}|^\P{Script=Latin}+$/u.test(title);

function titlesOf(index: SearchIndex, text: string): readonly string[] {
  return [...calledIn(index, text).keys()].flatMap((at) => index.tables.entities[at]?.title ?? []);
}

/** Entity rows that a text names, in order, with the folded name by which it does so first. */
function calledIn(index: SearchIndex, text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const name of index.names.namesIn(text)) {
    if (contentTerms(name).length === 0) continue;
    for (const row of index.names.withName(name).slice(0, ROWS_PER_NAME)) {
      if (!found.has(row)) found.set(row, name);
    }
  }
  return found;
}

/** Capitalised phrases but the first word of the question, and what stands in quotes. */
function namesOf(text: string): readonly string[] {
  const concepts = findConcepts(text);
  const widest = concepts.filter(
    (one) =>
      !concepts.some(
        (other) =>
          other !== one &&
          other.start <= one.start &&
          other.end >= one.end &&
          other.end - other.start > one.end - one.start,
      ),
  );
  const names = widest.flatMap(({ start, end }) => withoutOpening(text, start, end));
  const quoted = [...text.matchAll(QUOTED)].map((match) => match[1] ?? '');
  return [...new Map([...names, ...quoted].map((name) => [conceptKey(name), name])).values()].filter(
    (name) => terms(name).length > 0,
  );
}

const OPENING =
  /^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|tell|describe|explain|give|list|name|compare|summari[sz]e|show|find)\b\s*/iu;

function withoutOpening(text: string, start: number, end: number): readonly string[] {
  const phrase = text.slice(start, end);
  const rest = phrase.replace(OPENING, '');
  if (text.slice(0, start).trim() === '' && !/\s/.test(phrase) && rest === phrase)
    return /\p{Lu}.*\p{Lu}|\p{N}/u.test(phrase) ? [phrase] : [];
  return rest === '' ? [] : [rest];
}
