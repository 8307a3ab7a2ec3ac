import { pagesIn } from '../tables/documents';
import type { Message } from '../message';
import type { SearchIndex } from '../retrieval/index';
import { HAN_KANA, IGNORED_MARK, SEPARATOR, UNSPACED, characterClasses } from '../text/characters';
import { damageOf } from '../text/damage';
import { findNearDuplicates } from '../text/near-duplicates';
import { remembered } from '../memo';
import type { CovariateRow, DocumentRow } from '../tables/tables';
import type { Work } from '../work';
import { bestSentences, readableSentences, type ReadSentences, type ShownSentence } from './document-sentences';
import { datedIn, yearSpan } from './timeline';
import { mostConnected, type EntityKind } from '../search/questions/named-entities';
import { specificQuestions } from '../search/questions/questions';

/** Overview of a collection. */
export interface CollectionOverview {
  /** In the order in which they were added. */
  readonly documents: readonly DocumentOverview[];
  /** Pages of documents that have some. */
  readonly pages: number;
  readonly words: number;
  /** Most documents first. */
  readonly languages: readonly { readonly language: string; readonly documents: number }[];
  /** First and last year of the timeline; null where nothing has a date that a program can read. */
  readonly years: { readonly from: number; readonly to: number } | null;
  /** Most connected first; only where the type is sure. */
  readonly people: readonly NamedCount[];
  readonly places: readonly NamedCount[];
  readonly organisations: readonly NamedCount[];
  /** Groups of documents with nearly the same text. */
  readonly nearDuplicates: readonly (readonly { readonly documentId: string; readonly title: string }[])[];
  /** Documents whose text looks damaged, with the reason in words. */
  readonly damaged: readonly { readonly documentId: string; readonly title: string; readonly reason: Message }[];
  /** Five specific questions at most, each of which finds something. */
  readonly questions: readonly string[];
}

/** An entity and the number of passages that mention it. */
export interface NamedCount {
  readonly id: string;
  readonly title: string;
  readonly passages: number;
}

/** A document in a few words. */
export interface DocumentOverview {
  readonly documentId: string;
  readonly title: string;
  readonly language: string;
  readonly words: number;
  /** 0 for documents without pages. */
  readonly pages: number;
  /** Two best sentences of the document, in reading order, with their places. */
  readonly sentences: readonly ShownSentence[];
}

/** Entities of each kind that are listed. */
const LISTED = 12;
const QUESTIONS = 5;
/** Characters in which best sentences are sought: of all documents together, and the bounds for one. */
const READ_IN_ALL = 1_500_000;
const READ_LEAST = 1_500;
const READ_MOST = 25_000;
const damageIn = remembered(({ text, language }: DocumentRow) => damageOf(text, language));
const wordsOf = remembered(({ text }: DocumentRow) => wordsIn(text));

/**
 * Builds the overview of a collection, without a model; a step for each document. Findings in a text are cached with
 * its row: linear in the texts of new rows.
 */
export function* overviewOf(index: SearchIndex, claims: readonly CovariateRow[]): Work<CollectionOverview> {
  const { documents } = index.tables;
  const duplicates = yield* findNearDuplicates(documents);
  const shown = yield* documentOverviews(index);
  const named = (id: string): { readonly documentId: string; readonly title: string } => {
    return { documentId: id, title: index.labels.get(id) ?? '' };
  };
  const damaged: { readonly documentId: string; readonly title: string; readonly reason: Message }[] = [];
  for (const [at, document] of documents.entries()) {
    yield { done: at, total: documents.length };
    const reason = damageIn(document);
    if (reason !== null) damaged.push({ ...named(document.id), reason });
  }
  const span = yearSpan(yield* datedIn(index, claims, { documentId: null, entityId: null }));
  const languages = languagesOf(index);
  const listed = (kind: EntityKind): readonly NamedCount[] =>
    mostConnected(index, kind, LISTED).map(({ id, title, frequency }) => ({ id, title, passages: frequency }));
  return {
    documents: shown,
    pages: shown.reduce((sum, { pages }) => sum + pages, 0),
    words: shown.reduce((sum, { words }) => sum + words, 0),
    languages,
    years: span && { from: span.first, to: span.last },
    people: listed('person'),
    places: listed('place'),
    organisations: listed('organisation'),
    nearDuplicates: duplicates.map((group) => group.map(named)),
    damaged,
    questions: specificQuestions(index, QUESTIONS, languages[0]?.language ?? 'en'),
  };
}

function* documentOverviews(index: SearchIndex): Work<readonly DocumentOverview[]> {
  const { documents } = index.tables;
  const characters = Math.min(READ_MOST, Math.max(READ_LEAST, Math.floor(READ_IN_ALL / Math.max(1, documents.length))));
  const sentences: ReadSentences[] = [];
  const seen = new Map<string, number>();
  for (const document of documents) {
    yield { done: sentences.length, total: documents.length };
    const own = readableSentences(index, document, characters);
    for (const { text } of own.sentences) seen.set(text, (seen.get(text) ?? 0) + 1);
    sentences.push(own);
  }
  const idf = idfOnce(index);
  const shown: DocumentOverview[] = [];
  for (const [at, document] of documents.entries()) {
    yield { done: at, total: documents.length };
    const all = sentences[at] ?? { sentences: [], words: [] };
    const own = all.sentences.filter(({ text }) => seen.get(text) === 1);
    const { id, title, language } = document;
    shown.push({
      documentId: id,
      title: index.labels.get(id) ?? title,
      language,
      words: wordsOf(document),
      pages: pagesIn(document),
      sentences: bestSentences(index, document, own.length > 0 ? { ...all, sentences: own } : all, idf),
    });
  }
  return shown;
}

/** Caches the idf of each term. */
function idfOnce({ passages }: SearchIndex): (term: string) => number {
  const known = new Map<string, number>();
  return (term) => {
    const value = known.get(term) ?? passages.bm25.idf(term);
    known.set(term, value);
    return value;
  };
}

function languagesOf({ tables }: SearchIndex): CollectionOverview['languages'] {
  const counts = new Map<string, number>();
  for (const { language } of tables.documents) {
    if (language !== 'und') counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .map(([language, documents]) => ({ language, documents }))
    .sort((one, other) => other.documents - one.documents);
}

/** Words between spaces and signs; of scripts without spaces, each Han or Kana character, and each five letters of others. */
export function wordsIn(text: string): number {
  const classes = characterClasses();
  let words = 0;
  let letters = 0;
  let before = SEPARATOR;
  for (let at = 0; at < text.length; at++) {
    const kind = classes[text.charCodeAt(at)] ?? SEPARATOR;
    if (kind === IGNORED_MARK) continue;
    if (kind === HAN_KANA) words++;
    else if (kind === UNSPACED) letters++;
    else if (kind !== SEPARATOR && kind !== before && !isApostrophe(text.charCodeAt(at - 1))) words++;
    before = kind;
  }
  return words + Math.round(letters / 5);
}

const isApostrophe = (code: number): boolean => code === 0x27 || code === 0x2019;
