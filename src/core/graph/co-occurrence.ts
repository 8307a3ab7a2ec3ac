import type { ExtractionRow } from '../tables/tables';
import type { Work } from '../work';
import { createPairCounts, type PairCounts } from './pair-counts';
import type { DocumentRecords } from './standing-records';

export interface CoOccurrenceParameters {
  /** Sentences to either side in which two entities count as appearing together; 0 is the same sentence only. */
  readonly window: number;
  /** Distinct entities of one sentence that are paired; longer lists are cut, since a list connects nothing. */
  readonly perSentence: number;
}

/** Kept evidence per pair; more spans are counted but not kept. */
export const EVIDENCE_KEPT = 8;

/** Pairs of entity indexes with their weights. */
export interface CoOccurrence {
  readonly pairs: PairCounts;
  /**
   * Goes over the sentences once more and gathers evidence for these slots only, since most pairs of a large collection are not
   * kept. Per slot, in the given order: spans from a first to a last sentence, nearest first, at most EVIDENCE_KEPT.
   */
  evidence(slots: Int32Array): Work<readonly (readonly SentenceSpan[])[]>;
}

export interface SentenceSpan {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

interface Sentence extends SentenceSpan {
  readonly number: number;
  readonly entities: number[];
}

/** Where each document's sentences start and end. */
export type SentenceLookup = (
  documentId: string,
) => ReadonlyMap<number, { readonly start: number; readonly end: number }>;

/**
 * Counts which entities appear together: over every pair of sentences i ≤ j within the window, the weight
 * 1 / (1 + j − i) is added once per pair of distinct entities. A sentence that lies in two overlapping text units counts once.
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
): Work<readonly (readonly SentenceSpan[])[]> {
  const place = new Int32Array(pairs.size).fill(-1);
  for (const [i, slot] of slots.entries()) place[slot] = i;
  const kept: number[][] = Array.from(slots, () => []);
  for (let i = 0; i < sentences.length; i++) {
    pairWithin(sentences, i, window, (a, b, from, to) => {
      const list = kept[place[pairs.find(a, b)] ?? -1];
      if (list) keepNearest(list, from, to, sentences);
    });
    if (i % 256 === 0) yield { done: i, total: sentences.length };
  }
  return kept.map((list) => toSpans(list, sentences));
}

function distance(sentences: readonly Sentence[], from: number, to: number): number {
  return (sentences[to]?.number ?? 0) - (sentences[from]?.number ?? 0);
}

/** Keeps at most EVIDENCE_KEPT spans as flat (from, to) pairs: a nearer pair of sentences replaces the farthest one. */
function keepNearest(kept: number[], from: number, to: number, sentences: readonly Sentence[]): void {
  if (kept.length < EVIDENCE_KEPT * 2) {
    kept.push(from, to);
    return;
  }
  if (from === to) {
    for (let i = kept.length - 2; i >= 0; i -= 2) {
      if (distance(sentences, kept[i] ?? 0, kept[i + 1] ?? 0) > 0) {
        kept[i] = from;
        kept[i + 1] = to;
        return;
      }
    }
  }
}

function pairWithin(
  sentences: readonly Sentence[],
  i: number,
  window: number,
  see: (a: number, b: number, from: number, to: number) => void,
): void {
  const here = sentences[i];
  if (!here) return;
  for (const [position, a] of here.entities.entries()) {
    for (const b of here.entities.slice(position + 1)) see(a, b, i, i);
  }
  for (let j = i + 1; j < sentences.length; j++) {
    const there = sentences[j];
    if (!there || there.number - here.number > window) return;
    for (const a of here.entities) {
      for (const b of there.entities) if (a !== b) see(a, b, i, j);
    }
  }
}

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
      start: spans.get(number)?.start ?? 0,
      end: spans.get(number)?.end ?? 0,
      entities: [...entities],
    }));
}

function toSpans(kept: readonly number[], sentences: readonly Sentence[]): SentenceSpan[] {
  const found: { readonly distance: number; readonly span: SentenceSpan }[] = [];
  for (let i = 0; i < kept.length; i += 2) {
    const from = sentences[kept[i] ?? 0];
    const to = sentences[kept[i + 1] ?? 0];
    if (!from || !to) continue;
    const span = { documentId: from.documentId, start: from.start, end: to.end };
    found.push({ distance: to.number - from.number, span });
  }
  return found.sort((a, b) => a.distance - b.distance).map(({ span }) => span);
}
