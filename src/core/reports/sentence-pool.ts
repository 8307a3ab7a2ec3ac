import type { DocumentRow, Span, TextUnitRow } from '../tables/tables';
import { estimateTokens } from '../text/tokens';
import { isPoorSentence } from './sentence-quality';

/** All sentences of all text units, each once, by document and start; a sentence is its number. */
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
  /** Headings, table debris and fragments: chosen only where nothing better is. */
  poor(sentence: number): boolean;
  /** Sentences that share a character with the span, ascending. */
  within(span: Span): readonly number[];
}

/** Collects the sentences of the text units of the documents that are there. */
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
      for (let i = firstEndingAfter(ends, first[number] ?? 0, stop, start); i < stop; i++) {
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
  const unitsOf = new Map<string, TextUnitRow[]>();
  for (const unit of textUnits) {
    const units = unitsOf.get(unit.document_id);
    if (units) units.push(unit);
    else unitsOf.set(unit.document_id, [unit]);
  }
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

function firstEndingAfter(ends: Int32Array, from: number, to: number, position: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
