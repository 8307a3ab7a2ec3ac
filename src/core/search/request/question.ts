import type { SearchRequest } from './search-request';
import type { SearchIndex, DenseSearch } from '../../retrieval/index';
import { isSlip, suggestSpelling } from '../../retrieval/spelling-correction';
import { rankTextUnits } from '../../retrieval/text-units';
import { terms as termsOf } from '../../text/terms';
import type { MissingTerm } from '../evidence/evidence';
import { bestSentences, sentencesOf } from '../evidence/sentences';
import type { QuestionTerm } from './question-term';
import { readQuestionWords, correctSpelling, type QuestionWords } from './question-words';

/** A question as search reads it. */
export interface Question {
  /** As it was typed, with the words that are searched for besides. */
  readonly text: string;
  readonly typed: string;
  /** BCP 47 primary language. */
  readonly language: string;
  readonly terms: readonly QuestionTerm[];
  /** Entity rows that it names, in order, best connected first where a name is shared. */
  readonly entities: readonly number[];
  /** Names that it takes over from earlier questions and their passages; the words of an earlier question that names nothing. */
  readonly carried: readonly string[];
  /** `whole` where it says what to do with the texts and has no subject that any of them has: it is about the collection. */
  readonly scope: 'whole' | 'specific';
  /** Words that no passage in scope contains. */
  readonly missing: readonly MissingTerm[];
  /** Rankings by meaning, where there are vectors. */
  readonly dense?: DenseSearch;
  /** Relevance by a reranker, 0 to 1, by number of the text unit; missing without one. */
  readonly reranked?: ReadonlyMap<number, number>;
}

/** Weight of the terms that an earlier question lends, and of those of the one before it. */
const CARRIED = 0.5;
/** A question of more terms stands by itself; one that points at what was said before may have more. */
const LEANING = 1;
const POINTING = 4;
const MOST_CARRIED_FROM = 3;
const ROWS_PER_NAME = 3;
const SUGGESTIONS = 3;
/** Spellings that are looked at for these. */
const SUGGESTED = 9;

/** Whether the text unit of this number may be found. */
type UnitFilter = (slot: number) => boolean;

/** Reads a question against an index: which words count, what it names, what it takes over from the question before. */
export function readQuestion(index: SearchIndex, request: SearchRequest, allow: UnitFilter = () => true): Question {
  const fallback = mainLanguage(index);
  const own = readText(index, request.question, fallback, allow);
  const lent = isContextDependent(own) ? lentByHistory(index, request, fallback, allow) : [];
  const carried = lent.map(({ shown }) => shown);
  const terms = weighTerms(index, own, lent);
  const { hasTask, content } = own.words;
  const isWhole = terms.length === 0 && (hasTask || content.length === 0);
  return {
    text: [own.spelt, ...carried].join(' '),
    typed: request.question,
    language: own.words.language,
    terms,
    entities: [...new Set([own, ...lent].flatMap(({ entities }) => entities))],
    carried,
    scope: isWhole ? 'whole' : 'specific',
    missing: own.missing,
  };
}

/** A question by itself. */
interface ReadText {
  readonly words: QuestionWords;
  readonly missing: readonly MissingTerm[];
  /** With the spelling of the documents where a word is searched for so. */
  readonly spelt: string;
  readonly entities: readonly number[];
}

function readText(index: SearchIndex, text: string, fallback: string, allow: UnitFilter): ReadText {
  const words = readQuestionWords(text, fallback);
  const missing = missingTerms(index, words, allow);
  const spelt = correctSpelling(
    text,
    new Map(missing.flatMap(({ word, searched }) => (searched ? [[word, searched]] : []))),
  );
  return { words, missing, spelt, entities: namedEntities(index, spelt, words) };
}

const languages = new WeakMap<SearchIndex, string>();

/** The language of most documents; English for an empty collection. */
export function mainLanguage(index: SearchIndex): string {
  const known = languages.get(index);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { language } of index.tables.documents) counts.set(language, (counts.get(language) ?? 0) + 1);
  counts.delete('und');
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const language = most?.[0] ?? 'en';
  languages.set(index, language);
  return language;
}

/** Rows of the entities that a text names, by more than its words of asking: names, not the nouns that an index has without a model. */
function namedEntities(index: SearchIndex, text: string, { content, typed }: QuestionWords): readonly number[] {
  const asking = new Set(termsOf(text).filter((term) => !content.includes(term) && typed.length > 0));
  const named = index.names.namesIn(text).filter((name) => termsOf(name).some((term) => !asking.has(term)));
  const rows = named.flatMap((name) =>
    index.names
      .withName(name)
      .filter((row) => isName(index, row))
      .slice(0, ROWS_PER_NAME),
  );
  return [...new Set(rows)];
}

/** Whether an entity's title is a name: it has a capital letter, or its script has none. */
export const isName = ({ tables }: SearchIndex, row: number): boolean =>
  /\p{Lu}|^\P{Script=Latin}+$/u.test(tables.entities[row]?.title ?? '');

/** A short question that names nothing leans on the one before it; keywords do not, nor what says what to do with the texts. */
const isContextDependent = ({ words: { content, hasTask, isAsking, isPointing }, entities }: ReadText): boolean =>
  entities.length === 0 &&
  isAsking &&
  content.length <= (isPointing ? POINTING : LEANING) &&
  (content.length > 0 || !hasTask);

/** Whether a question of a conversation leans on the one before it. */
export const dependsOnHistory = (index: SearchIndex, question: string): boolean =>
  isContextDependent(readText(index, question, mainLanguage(index), () => true));

/** What is taken over from before. */
interface Lent {
  readonly terms: readonly string[];
  readonly entities: readonly number[];
  /** As a person is told of it. */
  readonly shown: string;
}

/** What the earlier questions lend, newest first, up to the one that names something; then a name that the passages of the newest add. */
function lentByHistory(
  index: SearchIndex,
  { history = [] }: SearchRequest,
  fallback: string,
  allow: UnitFilter,
): readonly Lent[] {
  const lent: Lent[] = [];
  const [newest, ...earlier] = history.slice(0, MOST_CARRIED_FROM);
  for (const { question } of newest ? [newest, ...earlier] : []) {
    const read = readText(index, question, fallback, allow);
    if (read.words.content.length > 0) lent.push(subjectOf(index, read));
    if (!isContextDependent(read)) break;
  }
  if (!newest || lent.length === 0) return lent;
  const before = readQuestion(index, { question: newest.question, mode: 'basic', history: earlier }, allow);
  return [...lent, ...nameInPassage(index, before, new Set(lent.flatMap(({ entities }) => entities)), allow)];
}

/** The names in a question, all of its words where it names nothing. */
function subjectOf(index: SearchIndex, { words: { language }, spelt, entities }: ReadText): Lent {
  const { content, typed } = readQuestionWords(spelt, language);
  const names = new Set(entities.flatMap((row) => termsOfNames(index, row)));
  const isLent = (term: string): boolean => names.size === 0 || names.has(term);
  return {
    terms: content.filter(isLent),
    entities,
    shown: typed.filter((word) => termsOf(word).some(isLent)).join(' '),
  };
}

const termsOfNames = ({ tables }: SearchIndex, row: number): readonly string[] => {
  const entity = tables.entities[row];
  return entity ? [entity.title, ...entity.aliases].flatMap((name) => termsOf(name)) : [];
};

/** The first name in the marked sentences of a question's best passage that is not known yet: one, since more lead elsewhere. */
function nameInPassage(
  index: SearchIndex,
  before: Question,
  known: ReadonlySet<number>,
  allow: UnitFilter,
): readonly Lent[] {
  const [best] = rankTextUnits(index, before, allow).hits;
  const marked = best ? bestSentences(before.terms, sentencesOf(index, best.id)) : [];
  const rows = marked.flatMap(({ text }) => namedEntities(index, text, readQuestionWords(text, before.language)));
  const row = rows.find((one) => !known.has(one));
  const title = row === undefined ? undefined : index.tables.entities[row]?.title;
  return title === undefined ? [] : [{ terms: termsOf(title), entities: [], shown: title }];
}

/** The terms that some text unit holds, with their weight. */
function weighTerms(
  { passages: { bm25 } }: SearchIndex,
  { words, missing }: ReadText,
  lent: readonly Lent[],
): readonly QuestionTerm[] {
  const found = new Map<string, QuestionTerm>();
  const addAll = (terms: readonly string[], share: number): void => {
    for (const term of terms) {
      if (found.has(term) || bm25.documentFrequency(term) === 0) continue;
      found.set(term, { term, weight: share * bm25.idf(term), ...(share < 1 && { isLent: true as const }) });
    }
  };
  addAll([...words.content, ...missing.flatMap(({ searched = '' }) => termsOf(searched))], 1);
  for (const [at, one] of lent.entries()) addAll(one.terms, CARRIED ** (at + 1));
  return [...found.values()];
}

/** The words of a question that no passage contains, with what the documents spell nearly so. */
function missingTerms(index: SearchIndex, { typed }: QuestionWords, allow: UnitFilter): readonly MissingTerm[] {
  const { bm25 } = index.passages;
  const stands = (term: string): boolean => bm25.search([term], { k: 1, allow }).length > 0;
  const words = [...new Set(typed)];
  const missing = words.filter((word) => {
    const own = termsOf(word);
    // A single character of a script without spaces is no term of the index.
    return own.length > 0 && !(CJK.test(word) && [...word].length < 2) && !own.some(stands);
  });
  return missing.map((word) => {
    // Those that stand in scope: words of other documents are neither told nor of use.
    const suggestions = suggestSpelling(index, word, SUGGESTED)
      .filter((one) => termsOf(one).every(stands))
      .slice(0, SUGGESTIONS);
    const [likeliest] = suggestions;
    // Another word than the one typed is only offered; a name with a slip in it, or the last hope, is searched for.
    const isHope = missing.length === words.length;
    const isSearched = likeliest !== undefined && isSlip(word, likeliest) && (isHope || CAPITAL.test(likeliest));
    return { word, suggestions, ...(isSearched && { searched: likeliest }) };
  });
}

const CAPITAL = /^\p{Lu}/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
