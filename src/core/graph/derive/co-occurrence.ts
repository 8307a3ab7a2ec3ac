import { type DocumentBlock, type SentenceLists, sentencesWith } from '../records/document-block';
import { createIntList } from '../records/int-list';
import type { Records } from '../records/records';
import { blocksOf, type EditedNodes } from './edited-nodes';

export interface CoOccurrenceParameters {
  /** Sentences to either side in which two entities count as appearing together; 0 is the same sentence only. */
  readonly window: number;
  /** Distinct entities of one sentence that are paired; longer lists are cut, since entities of a list are seldom related. */
  readonly perSentence: number;
}

/** Inputs of co-occurrence: the records, their entities, and the choice among them. */
export interface CoOccurrence {
  readonly records: Records;
  readonly nodes: EditedNodes;
  /** 1 for each entity, by symbol of its key. */
  readonly selected: Uint8Array;
  readonly parameters: CoOccurrenceParameters;
}

/** The entities that appear with one, in parallel arrays: their symbols, and what the pair has in common. */
export interface Neighbours {
  readonly nodes: Int32Array;
  /** Sums of 1 / (1 + distance) over the sentences, times `weightScale`: whole numbers, so that their order does not matter. */
  readonly weights: Float64Array;
  /** Pairs of sentences. */
  readonly counts: Int32Array;
}

/** The least number by which all of 1, 1/2 … 1/(1 + window) become whole. */
export function weightScale(window: number): number {
  let scale = 1;
  for (let distance = 2; distance <= window + 1; distance++) scale = (scale * distance) / divisor(scale, distance);
  return scale;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** The entities of each sentence of a block, at most `perSentence` of them, in reading order; kept with the block. */
export function sentenceLists(
  block: DocumentBlock,
  { nodes, selected, parameters }: Omit<CoOccurrence, 'records'>,
): SentenceLists {
  if (block.lists) return block.lists;
  const { offsets, key, title } = block.sentences;
  const starts = new Int32Array(offsets.length);
  const list = createIntList(key.length + 1);
  const isEdited = nodes.edited.size > 0;
  for (let place = 0; place + 1 < offsets.length; place++) {
    const first = list.length;
    const end = offsets[place + 1] ?? 0;
    for (let at = offsets[place] ?? 0; at < end && list.length - first < parameters.perSentence; at++) {
      const node = isEdited ? nodes.home(key[at] ?? 0, title[at] ?? 0) : (key[at] ?? 0);
      if (selected[node] === 1 && !includes(list.data, first, list.length, node)) list.push(node);
    }
    starts[place + 1] = list.length;
  }
  return (block.lists = { offsets: starts, nodes: list.take() });
}

function includes(nodes: Int32Array, from: number, to: number, node: number): boolean {
  for (let at = from; at < to; at++) if (nodes[at] === node) return true;
  return false;
}

/** Checks if an entity is in the list of a sentence. */
const holds = ({ offsets, nodes }: SentenceLists, place: number, node: number): boolean =>
  includes(nodes, offsets[place] ?? 0, offsets[place + 1] ?? 0, node);

/** The sentences of a block whose lists hold an entity, rising. */
export function sentencesOf(block: DocumentBlock, node: number, within: CoOccurrence): readonly number[] {
  const lists = sentenceLists(block, within);
  const keys = within.nodes.keysOf(node);
  const [only] = keys;
  const { symbols } = within.records;
  const places =
    keys.length === 1 && only !== undefined
      ? sentencesWith(block, only, symbols)
      : [...new Set(keys.flatMap((key) => sentencesWith(block, key, symbols)))].sort((a, b) => a - b);
  return places.filter((place) => holds(lists, place, node));
}

/** Visits the sentences near one, itself included, with their distance from it. Rows of a table are never near each other. */
export function* nearSentences(
  { sentences }: DocumentBlock,
  place: number,
  window: number,
): Generator<[number, number]> {
  const { number, row } = sentences;
  yield [place, 0];
  for (const step of [-1, 1]) {
    for (let other = place + step; other >= 0 && other < number.length; other += step) {
      const distance = Math.abs((number[other] ?? 0) - (number[place] ?? 0));
      if (distance > window || row[other] !== row[place]) break;
      yield [other, distance];
    }
  }
}

/** Counts the neighbours of one entity after another; it keeps its room between calls. */
export function neighbourCounter(within: CoOccurrence): (node: number) => Neighbours {
  const { records, nodes, parameters } = within;
  const size = records.symbols.keys.size;
  const weights = new Float64Array(size);
  const counts = new Int32Array(size);
  const scale = weightScale(parameters.window);
  const { window } = parameters;
  return (node) => {
    const touched = createIntList();
    for (const block of blocksOf(node, nodes, records)) {
      const lists = sentenceLists(block, within);
      const { number, row } = block.sentences;
      const add = (place: number, distance: number): void => {
        const end = lists.offsets[place + 1] ?? 0;
        for (let at = lists.offsets[place] ?? 0; at < end; at++) {
          const other = lists.nodes[at] ?? 0;
          if (other === node) continue;
          if (counts[other] === 0) touched.push(other);
          weights[other] = (weights[other] ?? 0) + scale / (1 + distance);
          counts[other] = (counts[other] ?? 0) + 1;
        }
      };
      for (const place of sentencesOf(block, node, within)) {
        add(place, 0);
        for (let other = place + 1; other < number.length; other++) {
          const distance = (number[other] ?? 0) - (number[place] ?? 0);
          if (distance > window || row[other] !== row[place]) break;
          add(other, distance);
        }
        for (let other = place - 1; other >= 0; other--) {
          const distance = (number[place] ?? 0) - (number[other] ?? 0);
          if (distance > window || row[other] !== row[place]) break;
          add(other, distance);
        }
      }
    }
    const found = touched.take();
    const result = {
      nodes: found,
      weights: Float64Array.from(found, (other) => weights[other] ?? 0),
      counts: found.map((other) => counts[other] ?? 0),
    };
    for (const other of found) {
      weights[other] = 0;
      counts[other] = 0;
    }
    return result;
  };
}

/** Kept evidence per pair of entities; more spans are counted but not kept. */
export const EVIDENCE_KEPT = 8;

/** Two sentences of a document by place, the second one the same as the first or after it. */
interface SentencePair {
  readonly block: DocumentBlock;
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

/** Place where a pair of entities appears together: from a first to a last sentence. */
export interface EvidenceSpan {
  readonly block: DocumentBlock;
  readonly start: number;
  readonly end: number;
}

/** The nearest sentences that two entities share, the nearest first, then in the order of documents: at most `EVIDENCE_KEPT` spans. */
export function evidenceOf(one: number, other: number, within: CoOccurrence): readonly EvidenceSpan[] {
  const { records, nodes, parameters } = within;
  const [rare, common] = rarerFirst(one, other, within);
  const kept: SentencePair[] = [];
  for (const block of blocksOf(rare, nodes, records)) {
    const lists = sentenceLists(block, within);
    const seen = new Set<number>();
    for (const place of sentencesOf(block, rare, within)) {
      for (const [near, distance] of nearSentences(block, place, parameters.window)) {
        if (!holds(lists, near, common)) continue;
        const [from, to] = place < near ? [place, near] : [near, place];
        const pair = from * lists.offsets.length + to;
        if (!seen.has(pair)) kept.push({ block, from, to, distance });
        seen.add(pair);
      }
    }
    if (kept.length > EVIDENCE_KEPT) nearest(kept);
    if (kept.length === EVIDENCE_KEPT && kept.every(({ distance }) => distance === 0)) break;
  }
  return nearest(kept).map(({ block, from, to }) => ({
    block,
    start: block.sentences.start[from] ?? 0,
    end: block.sentences.end[to] ?? 0,
  }));
}

/** Sorts pairs by distance, document and place, and cuts the list to what is kept; in place. */
function nearest(pairs: SentencePair[]): readonly SentencePair[] {
  pairs.sort(
    (a, b) =>
      a.distance - b.distance ||
      (a.block === b.block ? a.from - b.from : a.block.documentId < b.block.documentId ? -1 : 1),
  );
  if (pairs.length > EVIDENCE_KEPT) pairs.length = EVIDENCE_KEPT;
  return pairs;
}

/** The entity in fewer documents first. */
function rarerFirst(one: number, other: number, { records, nodes }: CoOccurrence): readonly [number, number] {
  const count = (node: number): number => nodes.keysOf(node).reduce((sum, key) => sum + records.documentsOf(key), 0);
  return count(one) <= count(other) ? [one, other] : [other, one];
}
