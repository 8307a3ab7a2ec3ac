import { lowerBound } from '../../arrays';
import type { ExtractionRow, DocumentRow, TextUnitRow } from '../../tables/tables';
import type { Work } from '../../work';
import { nearestPairs, type SentencePair, createPairCounts, type PairCounts } from './pair-counts';
import type { DocumentRecords } from './current-records';
import { isTabular } from '../../tables/documents';

export interface CoOccurrenceParameters {
  /** Sentences to either side in which two entities count as appearing together; 0 is the same sentence only. */
  readonly window: number;
  /** Distinct entities of one sentence that are paired; longer lists are cut, since entities of a list are seldom related. */
  readonly perSentence: number;
}

/** Pairs of entity indexes with their weights. */
export interface CoOccurrence {
  readonly pairs: PairCounts;
  /**
   * Goes over the sentences once more and gathers evidence for these slots only, since few pairs of a large collection are kept. Returns the
   * spans of the n-th slot: from a first to a last sentence, nearest first, at most EVIDENCE_KEPT.
   */
  evidence(slots: Int32Array): Work<(index: number) => readonly SentenceSpan[]>;
}

interface SentenceSpan {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

interface Sentence extends SentenceSpan, SentencePlace {
  readonly number: number;
  readonly entities: number[];
}

/**
 * Counts which entities appear together. For each pair of sentences i ≤ j within the window, two distinct entities gain
 * 1 / (1 + j − i). A sentence in two overlapping text units counts once. Two rows of a table are never within the window.
 */
export function* countCoOccurrence(
  records: readonly DocumentRecords[],
  entityIndex: ReadonlyMap<string, number>,
  sentencesOf: SentenceLookup,
  parameters: CoOccurrenceParameters,
): Work<CoOccurrence> {
  const pairs = createPairCounts(4096);
  const sentences: Sentence[] = [];
  for (const [done, { documentId, rows }] of records.entries()) {
    const first = sentences.length;
    for (const sentence of sentencesWithEntities(documentId, rows, entityIndex, sentencesOf, parameters.perSentence)) {
      sentences.push(sentence);
    }
    for (let i = first; i < sentences.length; i++) {
      pairWithin(sentences, i, parameters.window, (a, b, from, to) => {
        pairs.add(a, b, 1 / (1 + distance(sentences, from, to)));
      });
      if (i % 256 === 0) yield { done, total: records.length };
    }
  }
  return { pairs, evidence: (slots) => gatherEvidence(slots, pairs, sentences, parameters.window) };
}

function* gatherEvidence(
  slots: Int32Array,
  pairs: PairCounts,
  sentences: readonly Sentence[],
  window: number,
): Work<(index: number) => readonly SentenceSpan[]> {
  const place = new Int32Array(pairs.size).fill(-1);
  for (const [i, slot] of slots.entries()) place[slot] = i;
  const kept = nearestPairs(slots.length, (from, to) => distance(sentences, from, to));
  for (let i = 0; i < sentences.length; i++) {
    pairWithin(sentences, i, window, (a, b, from, to) => {
      const index = place[pairs.find(a, b)] ?? -1;
      if (index >= 0) kept.add(index, from, to);
    });
    if (i % 256 === 0) yield { done: i, total: sentences.length };
  }
  return (index) => toSpans(kept.of(index), sentences);
}

function distance(sentences: readonly Sentence[], from: number, to: number): number {
  return (sentences[to]?.number ?? 0) - (sentences[from]?.number ?? 0);
}

function pairWithin(
  sentences: readonly Sentence[],
  i: number,
  window: number,
  see: (a: number, b: number, from: number, to: number) => void,
): void {
  const here = sentences[i];
  if (!here) return;
  const { entities } = here;
  for (let n = 0; n < entities.length; n++) {
    for (let m = n + 1; m < entities.length; m++) see(entities[n] ?? 0, entities[m] ?? 0, i, i);
  }
  for (let j = i + 1; j < sentences.length; j++) {
    const there = sentences[j];
    if (!there || there.documentId !== here.documentId) return;
    if (there.number - here.number > window || there.row !== here.row) return;
    for (const a of entities) {
      for (const b of there.entities) if (a !== b) see(a, b, i, j);
    }
  }
}

const NOWHERE: SentencePlace = { start: 0, end: 0 };

function sentencesWithEntities(
  documentId: string,
  rows: readonly ExtractionRow[],
  entityIndex: ReadonlyMap<string, number>,
  sentencesOf: SentenceLookup,
  perSentence: number,
): Sentence[] {
  const found = new Map<number, Set<number>>();
  for (const row of rows) {
    const entity = row.kind === 'mention' ? entityIndex.get(row.key) : undefined;
    if (entity === undefined) continue;
    for (const number of row.sentences) {
      const entities = found.get(number);
      if (!entities) found.set(number, new Set([entity]));
      else if (entities.size < perSentence) entities.add(entity);
    }
  }
  const spans = sentencesOf(documentId);
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([number, entities]) => ({
      documentId,
      number,
      ...(spans.get(number) ?? NOWHERE),
      entities: [...entities],
    }));
}

function toSpans(kept: readonly SentencePair[], sentences: readonly Sentence[]): SentenceSpan[] {
  return kept
    .toSorted((a, b) => distance(sentences, a.from, a.to) - distance(sentences, b.from, b.to))
    .flatMap(({ from, to }) => {
      const [first, last] = [sentences[from], sentences[to]];
      return first && last ? [{ documentId: first.documentId, start: first.start, end: last.end }] : [];
    });
}

/** The span of a sentence. */
interface SentencePlace {
  readonly start: number;
  readonly end: number;
  /** In a table, the number of its row: entities of two rows do not co-occur. Missing in prose. */
  readonly row?: number;
}

/** Where each document's sentences start and end, by their numbers. */
type SentenceLookup = (documentId: string) => ReadonlyMap<number, SentencePlace>;

/** The sentences of all text units, each with its row where its document is a table. */
export function sentenceLookup(
  units: readonly TextUnitRow[],
  documents: readonly Pick<DocumentRow, 'id' | 'media_type' | 'text'>[],
): SentenceLookup {
  const rowOf = new Map(documents.filter(isTabular).map(({ id, text }) => [id, rowsOf(text)]));
  const byDocument = new Map<string, Map<number, SentencePlace>>();
  for (const { document_id: id, first_sentence: first, sentence_starts, sentence_ends } of units) {
    const sentences = byDocument.get(id) ?? new Map<number, SentencePlace>();
    byDocument.set(id, sentences);
    const row = rowOf.get(id);
    for (const [at, start] of sentence_starts.entries()) {
      const place = { start, end: sentence_ends[at] ?? start };
      sentences.set(first + at, row ? { ...place, row: row(start) } : place);
    }
  }
  return (documentId) => byDocument.get(documentId) ?? NONE;
}

const NONE: ReadonlyMap<number, SentencePlace> = new Map();

/** The number of the row, which is a paragraph, at an offset. */
function rowsOf(text: string): (position: number) => number {
  const ends = Array.from(text.matchAll(/\n{2,}/gu), ({ index }) => index);
  return (position) => lowerBound(ends.length, (at) => (ends[at] ?? 0) < position);
}
