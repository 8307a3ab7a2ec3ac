import { lowerBound } from '../../arrays';
import { lazy } from '../../memo';
import { headingReach } from '../../tables/documents';
import type { DocumentRow, Span, TextUnitRow } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { isBoilerplate } from '../../text/boilerplate';

/** The sentences of text units, each once, read as they are asked for. A sentence is known by its number: by document, then by start. */
export interface SentencePool {
  text(sentence: number): string;
  span(sentence: number): Span;
  /** BCP 47 language of its document. */
  language(sentence: number): string;
  /** Number of its document. */
  document(sentence: number): number;
  /** UTF-16 length. */
  characters(sentence: number): number;
  /** Estimated tokens. */
  tokens(sentence: number): number;
  /** Checks for a heading, a table row or a fragment, to be quoted only where there is nothing better. */
  poor(sentence: number): boolean;
  /** Sentences that share a character with the span, ascending. */
  within(span: Span): readonly number[];
}

/** Documents and text units of the sentences. */
interface SentenceSource {
  /** In the order by which sentences are numbered. */
  readonly documents: readonly DocumentRow[];
  unitsOf(documentId: string): readonly TextUnitRow[];
}

/** The sentences of these text units, as far as their documents are there. Those of a document are listed when it is first looked at. */
export function sentencePool(sourceOf: () => SentenceSource): SentencePool {
  const source = lazy(sourceOf);
  const numberOf = lazy(() => new Map(source().documents.map(({ id }, number) => [id, number])));
  const bases = lazy(() => firstNumbers(source()));
  const listed = new Map<number, SentenceColumns>();
  const tokens = new Map<number, number>();
  const poor = new Map<number, boolean>();
  const document = (sentence: number): number => {
    const first = bases();
    return lowerBound(first.length, (at) => (first[at] ?? 0) <= sentence) - 1;
  };
  const columnsOf = (number: number): SentenceColumns => {
    const columns = listed.get(number) ?? sentenceColumns(source().unitsOf(source().documents[number]?.id ?? ''));
    listed.set(number, columns);
    return columns;
  };
  const placeOf = (sentence: number) => {
    const number = document(sentence);
    const { starts, ends } = columnsOf(number);
    const at = sentence - (bases()[number] ?? 0);
    return { row: source().documents[number], start: starts[at] ?? 0, end: ends[at] ?? 0 };
  };
  const text = (sentence: number): string => {
    const { row, start, end } = placeOf(sentence);
    return row?.text.slice(start, end) ?? '';
  };
  return {
    text,
    span: (sentence) => {
      const { row, start, end } = placeOf(sentence);
      return { document_id: row?.id ?? '', start, end };
    },
    language: (sentence) => source().documents[document(sentence)]?.language ?? 'und',
    document,
    characters: (sentence) => {
      const { start, end } = placeOf(sentence);
      return end - start;
    },
    tokens: (sentence) => remembered(tokens, sentence, () => estimateTokens(text(sentence))),
    poor: (sentence) =>
      remembered(poor, sentence, () => {
        const { row, start, end } = placeOf(sentence);
        return (row !== undefined && (headingReach(row).get(start) ?? 0) >= end) || isPoorSentence(text(sentence));
      }),
    within: ({ document_id, start, end }) => {
      const number = numberOf().get(document_id);
      if (number === undefined) return [];
      const { starts, ends } = columnsOf(number);
      const base = bases()[number] ?? 0;
      const found: number[] = [];
      for (let at = lowerBound(ends.length, (place) => (ends[place] ?? 0) <= start); at < starts.length; at++) {
        if ((starts[at] ?? 0) >= end) break;
        found.push(base + at);
      }
      return found;
    },
  };
}

/** The number of the first sentence of each document; leaves room for as many as its text units list. */
function firstNumbers({ documents, unitsOf }: SentenceSource): Int32Array {
  const first = new Int32Array(documents.length);
  let next = 0;
  for (const [number, { id }] of documents.entries()) {
    first[number] = next;
    for (const { sentence_starts } of unitsOf(id)) next += sentence_starts.length;
  }
  return first;
}

/** Ascending. */
interface SentenceColumns {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Each sentence once; one that is cut in one text unit may be whole in another. */
function sentenceColumns(units: readonly TextUnitRow[]): SentenceColumns {
  const endOf = new Map<number, number>();
  for (const { sentence_starts, sentence_ends } of units) {
    for (const [i, start] of sentence_starts.entries()) {
      endOf.set(start, Math.max(endOf.get(start) ?? 0, sentence_ends[i] ?? start));
    }
  }
  const starts = Int32Array.from(endOf.keys()).sort();
  return { starts, ends: starts.map((start) => endOf.get(start) ?? start) };
}

function remembered<T>(known: Map<number, T>, sentence: number, make: () => T): T {
  const before = known.get(sentence);
  if (before !== undefined) return before;
  const made = make();
  known.set(sentence, made);
  return made;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const CLOSED = /[.!?…。！？｡।؟۔][\p{P}\p{Zs}]*$/u;
const MIN_WORDS = 5;
const MIN_UNSPACED = 8;
const MAX_CHARACTERS = 700;

const QUESTION = /[?？؟][\p{P}\s]*$/u;
/** A header such as `From: …` at the start of a mail. */
const MAIL_HEADER = /^(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id)\s*:\s/iu;
const FIELD = /(?:^|\n)[ \t]*[\p{L}_][\p{L}\p{N}_ .-]{0,30}:[ \t]/gu;
const FIELDS = 3;

/** Fields of a record, one to a line. */
function isRecord(text: string): boolean {
  return (text.match(FIELD)?.length ?? 0) >= FIELDS;
}

/**
 * Checks for a text that should not be quoted: it is too short or long, a question, a table row, a mail header, mostly
 * signs, or like a heading.
 */
export function isPoorSentence(text: string): boolean {
  if (QUESTION.test(text) || MAIL_HEADER.test(text) || isRecord(text) || isBoilerplate(text)) return true;
  if (text.length > MAX_CHARACTERS || /\t|\|.*\||\.{4}|_{3}/.test(text)) return true;
  const letters = text.match(/\p{L}|\p{M}/gu)?.length ?? 0;
  const signs = text.match(/[^\s\p{Zs}]/gu)?.length ?? 0;
  if (letters < 0.65 * signs) return true;
  if (UNSPACED.test(text)) return letters < MIN_UNSPACED;
  const words = text.split(/[\s\p{Zs}]+/u).filter((word) => /\p{L}/u.test(word));
  if (words.length < MIN_WORDS) return true;
  return !CLOSED.test(text) && likeHeading(words);
}

/** Checks if words without a full stop look like a heading: there are few, or most are capitalised. */
function likeHeading(words: readonly string[]): boolean {
  const capitals = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length;
  return words.length < 10 || capitals > 0.6 * words.length;
}

/** Words that refer back to the sentence before. */
const POINTS_BACK =
  /^[\p{P}\s]*(?:he|she|it|they|this|that|these|those|his|her|their|its|but|and|so|then|however|therefore|there)\b/iu;

/** Checks if a sentence begins with a word that refers back to the sentence before. */
export function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text);
}
