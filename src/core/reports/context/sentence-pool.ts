import { groupBy, lowerBound } from '../../arrays';
import type { DocumentRow, Span, TextUnitRow } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { isBoilerplate } from '../../text/boilerplate';

/** All sentences of all text units, each once, sorted by document and start. A sentence is known by its number. */
export interface SentencePool {
  readonly size: number;
  text(sentence: number): string;
  span(sentence: number): Span;
  /** Number of its document. */
  document(sentence: number): number;
  /** UTF-16 length. */
  characters(sentence: number): number;
  /** Estimated tokens. */
  tokens(sentence: number): number;
  /** Whether it is a heading, a table row or a fragment, to be quoted only where there is nothing better. */
  poor(sentence: number): boolean;
  /** Sentences that share a character with the span, ascending. */
  within(span: Span): readonly number[];
}

/** Collects the sentences of text units, as far as their documents are there. */
export function sentencePool(documents: readonly DocumentRow[], textUnits: readonly TextUnitRow[]): SentencePool {
  const columns = sentenceColumns(documents, textUnits);
  const { owner, starts, ends, first } = columns;
  const numberOf = new Map(documents.map((row, number) => [row.id, number]));
  const headings = documents.map((row) => new Set(row.heading_starts));
  const tokens = new Int32Array(starts.length).fill(-1);
  const poor = new Int8Array(starts.length).fill(-1);
  const at = (sentence: number): DocumentRow | undefined => documents[owner[sentence] ?? -1];
  const text = (sentence: number): string => at(sentence)?.text.slice(starts[sentence], ends[sentence]) ?? '';
  return {
    size: starts.length,
    text,
    span: (sentence) => ({
      document_id: at(sentence)?.id ?? '',
      start: starts[sentence] ?? 0,
      end: ends[sentence] ?? 0,
    }),
    document: (sentence) => owner[sentence] ?? -1,
    characters: (sentence) => (ends[sentence] ?? 0) - (starts[sentence] ?? 0),
    tokens: (sentence) => {
      if ((tokens[sentence] ?? 0) < 0) tokens[sentence] = estimateTokens(text(sentence));
      return tokens[sentence] ?? 0;
    },
    poor: (sentence) => {
      if ((poor[sentence] ?? 0) < 0) {
        const heading = headings[owner[sentence] ?? -1]?.has(starts[sentence] ?? -1) ?? false;
        poor[sentence] = heading || isPoorSentence(text(sentence)) ? 1 : 0;
      }
      return poor[sentence] === 1;
    },
    within: ({ document_id, start, end }) => {
      const number = numberOf.get(document_id);
      if (number === undefined) return [];
      const found: number[] = [];
      const stop = first[number + 1] ?? 0;
      const from = first[number] ?? 0;
      const skipped = lowerBound(stop - from, (at) => (ends[from + at] ?? 0) <= start);
      for (let i = from + skipped; i < stop; i++) {
        if ((starts[i] ?? 0) >= end) break;
        found.push(i);
      }
      return found;
    },
  };
}

interface SentenceColumns {
  readonly owner: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** First sentence of each document, and one past the last at the end. */
  readonly first: Int32Array;
}

function sentenceColumns(documents: readonly DocumentRow[], textUnits: readonly TextUnitRow[]): SentenceColumns {
  const unitsOf = groupBy(textUnits, ({ document_id }) => document_id);
  const owner: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const first = [0];
  for (const [number, row] of documents.entries()) {
    const spans = new Map<number, number>();
    for (const unit of unitsOf.get(row.id) ?? []) {
      for (const [i, start] of unit.sentence_starts.entries()) {
        spans.set(start, Math.max(spans.get(start) ?? 0, unit.sentence_ends[i] ?? start));
      }
    }
    for (const [start, end] of [...spans].sort(([a], [b]) => a - b)) {
      owner.push(number);
      starts.push(start);
      ends.push(end);
    }
    first.push(starts.length);
  }
  return {
    owner: Int32Array.from(owner),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    first: Int32Array.from(first),
  };
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

/** Whether a text should not be quoted: it is too short or long, a question, a table row, a mail header, mostly signs, or like a heading. */
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

/** Whether words without a full stop look like a heading: there are few, or most are capitalised. */
function likeHeading(words: readonly string[]): boolean {
  const capitals = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length;
  return words.length < 10 || capitals > 0.6 * words.length;
}

/** Words that refer back to the sentence before. */
const POINTS_BACK =
  /^[\p{P}\s]*(?:he|she|it|they|this|that|these|those|his|her|their|its|but|and|so|then|however|therefore|there)\b/iu;

/** Whether a sentence begins with a word that refers back to the sentence before. */
export function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text);
}
