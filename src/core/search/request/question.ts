import type { SearchRequest } from './search-request';
import type { SearchIndex, DenseSearch } from '../../retrieval/index';
import { isSlip, suggestSpelling } from '../../retrieval/spelling-correction';
import { idfOfWord, termsOfWords, type AskedWord } from '../../retrieval/lexical/asked-words';
import type { WordTerms } from '../../retrieval/lexical/bm25';
import { languagesOf, termsInDocuments, wordsInDocuments } from '../../retrieval/lexical/languages';
import { holdsPhrase } from '../../retrieval/phrases';
import { rankTextUnits } from '../../retrieval/text-units';
import { terms, termsInAny } from '../../text/terms';
import type { MissingTerm } from '../evidence/evidence';
import { bestSentences, sentencesOf } from '../evidence/sentences';
import { hasWords, readQuestionWords, correctSpelling, type QuestionWords } from './question-words';

/** A question as search reads it. */
export interface Question {
  /** As it was typed, with the words that are searched for besides. */
  readonly text: string;
  readonly typed: string;
  /** BCP 47 primary language. */
  readonly language: string;
  readonly words: readonly AskedWord[];
  /** Entity rows that it names, in order, best connected first where a name is shared. */
  readonly entities: readonly number[];
  /** Names that it takes over from earlier questions and their passages; the words of an earlier question that names nothing. */
  readonly carried: readonly string[];
  /** As it was typed, where all its words are function words and a passage has them so. */
  readonly phrase?: string;
  /**
   * `whole` where it names a task for the texts and has no subject that any of them has: it is about the collection.
   */
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
/** Most terms of a question that depends on the one before; one that refers to an earlier turn may have more. */
const LEANING = 1;
const POINTING = 4;
const MOST_CARRIED_FROM = 3;
const ROWS_PER_NAME = 3;
const SUGGESTIONS = 3;
/** Spellings that are looked at for these. */
const SUGGESTED = 9;

/** Checks if the text unit of this number may be found. */
type UnitFilter = (slot: number) => boolean;

/** Reads a question against an index: which words count, what it names, what it takes over from the question before. */
export function readQuestion(index: SearchIndex, request: SearchRequest, allow: UnitFilter = () => true): Question {
  const own = readText(index, request.question, allow);
  const lent = isContextDependent(own) ? lentByHistory(index, request, allow) : [];
  const carried = lent.map(({ shown }) => shown);
  const words = weighWords(index, own, lent);
  const { hasTask } = own.words;
  const isBare = words.length === 0 && (hasTask || own.missing.length === 0);
  const phrase = isBare && !hasTask ? phraseIn(index, request.question, allow) : undefined;
  return {
    text: [own.spelt, ...carried].join(' '),
    typed: request.question,
    language: own.words.language,
    words,
    entities: [...new Set([own, ...lent].flatMap(({ entities }) => entities))],
    carried,
    ...(phrase !== undefined && { phrase }),
    scope: isBare && phrase === undefined ? 'whole' : 'specific',
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

function readText(index: SearchIndex, text: string, allow: UnitFilter): ReadText {
  const words = readQuestionWords(text, languagesOf(index.tables.documents));
  const missing = missingTerms(index, words, allow);
  const spelt = correctSpelling(
    text,
    new Map(missing.flatMap(({ word, searched }) => (searched ? [[word, searched]] : []))),
  );
  return { words, missing, spelt, entities: namedEntities(index, spelt, words) };
}

/** Rows of the entities that a text names, by more than its words of asking: names, not the nouns that an index has without a model. */
function namedEntities(index: SearchIndex, text: string, { content, typed }: QuestionWords): readonly number[] {
  const termsOf = (one: string): readonly string[] => termsInDocuments(one, index.tables.documents);
  const kept = new Set(typed);
  const about = new Set(content.flat());
  const asking = new Set(termsOf(text).filter((term) => !about.has(term) && typed.length > 0));
  const named = index.names
    .namesIn(text)
    .filter((name) => kept.has(name) || termsOf(name).some((term) => !asking.has(term)));
  const rows = named.flatMap((name) =>
    index.names
      .withName(name)
      .filter((row) => isName(index, row))
      .slice(0, ROWS_PER_NAME),
  );
  return [...new Set(rows)];
}

/** Checks that an entity's title is a name: it has a capital letter, or its script has none. */
export const isName = ({ tables }: SearchIndex, row: number): boolean =>
  /\p{Lu}|^\P{Script=Latin}+$/u.test(tables.entities[row]?.title ?? '');

/**
 * Checks for a short question that names nothing: it depends on the one before it; keywords do not, nor a task for the
 * texts.
 */
const isContextDependent = ({ words: { content, hasTask, isAsking, isPointing }, entities }: ReadText): boolean =>
  entities.length === 0 &&
  isAsking &&
  content.length <= (isPointing ? POINTING : LEANING) &&
  (content.length > 0 || !hasTask);

/** Checks if a question depends on the turn before it. */
export const dependsOnHistory = (index: SearchIndex, question: string): boolean =>
  isContextDependent(readText(index, question, () => true));

/** Words and entities that earlier questions lend. */
interface Lent {
  readonly words: readonly WordTerms[];
  readonly entities: readonly number[];
  /** Form for a person. */
  readonly shown: string;
}

/** Returns the words that earlier questions lend, newest first, up to the one that names something; then a name that the passages of the newest add. */
function lentByHistory(index: SearchIndex, { history = [] }: SearchRequest, allow: UnitFilter): readonly Lent[] {
  const lent: Lent[] = [];
  const [newest, ...earlier] = history.slice(0, MOST_CARRIED_FROM);
  for (const { question } of newest ? [newest, ...earlier] : []) {
    const read = readText(index, question, allow);
    const subject = subjectOf(index, read);
    if (subject.shown !== '') lent.push(subject);
    if (!isContextDependent(read)) break;
  }
  if (!newest || lent.length === 0) return lent;
  const before = readQuestion(index, { question: newest.question, mode: 'basic', history: earlier }, allow);
  return [...lent, ...nameInPassage(index, before, new Set(lent.flatMap(({ entities }) => entities)), allow)];
}

/** The names in a question; where it names nothing, those of its words that some passage has. */
function subjectOf(index: SearchIndex, { spelt, entities }: ReadText): Lent {
  const termsOf = (text: string): readonly string[] => termsInDocuments(text, index.tables.documents);
  const { content, typed } = readQuestionWords(spelt, languagesOf(index.tables.documents));
  const names = new Set(entities.flatMap((row) => termsOfNames(index, row)));
  const isLent = (term: string): boolean =>
    names.size > 0 ? names.has(term) : index.passages.bm25.documentFrequency(term) > 0;
  return {
    words: content.filter((word) => word.some(isLent)),
    entities,
    shown: typed.filter((word) => termsOf(word).some(isLent)).join(' '),
  };
}

const termsOfNames = ({ tables }: SearchIndex, row: number): readonly string[] => {
  const entity = tables.entities[row];
  const names = entity ? [entity.title, ...entity.aliases] : [];
  return names.flatMap((name) => termsInDocuments(name, tables.documents));
};

/** The first name in the marked sentences of a question's best passage that is not known yet: one, since more lead elsewhere. */
function nameInPassage(
  index: SearchIndex,
  before: Question,
  known: ReadonlySet<number>,
  allow: UnitFilter,
): readonly Lent[] {
  const [best] = rankTextUnits(index, before, allow).hits;
  const marked = best ? bestSentences(before.words, sentencesOf(index, best.id)) : [];
  const rows = marked.flatMap(({ text }) =>
    namedEntities(index, text, readQuestionWords(text, languagesOf(index.tables.documents))),
  );
  const row = rows.find((one) => !known.has(one));
  const title = row === undefined ? undefined : index.tables.entities[row]?.title;
  return title === undefined
    ? []
    : [{ words: wordsInDocuments(title, index.tables.documents), entities: [], shown: title }];
}

/** A question of function words only, where a passage has them as they were typed. */
function phraseIn(index: SearchIndex, question: string, allow: UnitFilter): string | undefined {
  const phrase = question.trim().replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '');
  return hasWords(phrase) && holdsPhrase(index, phrase, allow) ? phrase : undefined;
}

/** The words in any text unit, with their weight. */
function weighWords(
  { passages: { bm25 }, tables: { documents } }: SearchIndex,
  { words, missing }: ReadText,
  lent: readonly Lent[],
): readonly AskedWord[] {
  const found: AskedWord[] = [];
  const addAll = (some: readonly WordTerms[], share: number): void => {
    const before = termsOfWords(found);
    for (const word of some) {
      const terms = word.filter((term) => bm25.documentFrequency(term) > 0 && !before.has(term));
      if (terms.length === 0) continue;
      found.push({ terms, weight: share * idfOfWord(bm25, terms), ...(share < 1 && { isLent: true as const }) });
    }
  };
  addAll([...words.content, ...missing.flatMap(({ searched = '' }) => wordsInDocuments(searched, documents))], 1);
  for (const [at, one] of lent.entries()) addAll(one.words, CARRIED ** (at + 1));
  return found;
}

/** The words of a question that no passage contains, with what the documents spell nearly so. */
function missingTerms(index: SearchIndex, { typed }: QuestionWords, allow: UnitFilter): readonly MissingTerm[] {
  const { bm25 } = index.passages;
  const languages = languagesOf(index.tables.documents);
  const termsOf = (word: string): readonly string[] => termsInAny(word, languages);
  const stands = (term: string): boolean => bm25.stands(term, allow);
  const missing = [...new Set(typed)].filter((word) => {
    const all = termsOf(word);
    // The number in `COVID-19` does not stand for the word before it.
    const letters = all.filter((term) => /\p{L}/u.test(term));
    const own = letters.length > 0 ? letters : all;
    // Nothing is known of a function word.
    if (languages.some((language) => terms(word, language).length === 0)) return false;
    // A single character of a script without spaces is no term of the index.
    return own.length > 0 && !(CJK.test(word) && [...word].length < 2) && !own.some(stands);
  });
  return missing.map((word) => {
    // Those that stand in scope: words of other documents are neither told nor of use.
    const suggestions = suggestSpelling(index, word, SUGGESTED)
      .filter((one) => languages.some((language) => terms(one, language).every(stands)))
      .slice(0, SUGGESTIONS);
    const [likeliest] = suggestions;
    // Only a name that was typed as one, with a slip in it, is searched for as the documents spell it; any other word is offered.
    const isSearched = likeliest !== undefined && [word, likeliest].every(isLongName) && isSlip(word, likeliest);
    return { word, suggestions, ...(isSearched && { searched: likeliest }) };
  });
}

/** Least letters of a name in which a slip is distinct from another name. */
const LONG_NAME = 4;
const isLongName = (word: string): boolean => CAPITAL.test(word) && word.length >= LONG_NAME;

const CAPITAL = /^\p{Lu}/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
