import { pairKey } from '../../ids';
import type { RawEntityRow, RawGraph, RawRelationshipRow } from '../../tables/raw-tables';
import type { Work } from '../../work';
import type { Records } from '../records/records';
import {
  type CoOccurrence,
  type EvidenceSpan,
  nearSentences,
  sentenceLists,
  sentencesOf,
  weightScale,
} from './co-occurrence';
import { titleOf, UNKNOWN_TYPE } from './derive-entities';
import { statedPairs, unitsOf } from './derive-relationships';
import { recordsOfNode } from './edited-nodes';
import { growStats, noteCounts } from './key-stats';
import { chooseEntities, countsOfNode, createNodeState, type NodeParameters, type NodeState } from './node-state';

/** Inputs of the graph of some records. */
interface RawGraphInput {
  /** The number of text units, on which the choice of entities depends. */
  readonly textUnits: number;
  /** Keys of entities that are chosen in any case. */
  readonly keys: Iterable<string>;
  readonly parameters: Pick<NodeParameters, 'select' | 'window' | 'perSentence'>;
}

/**
 * Builds the graph of records before edits, summaries and pruning (GraphRAG A4.3, A6.1). Entities are all names that
 * were read, one row per title and type. Relationships are those that a reader stated, and all pairs of chosen entities
 * in nearby sentences. The records must be no view's: their cached parts are made from scratch.
 */
export function* rawGraph(records: Records, { textUnits, keys, parameters }: RawGraphInput): Work<RawGraph> {
  const state = createNodeState(records);
  const titles: (string | undefined)[] = [];
  const entities = yield* rawEntities(state, titles);
  state.selected = chooseEntities(state.stats, textUnits, parameters.select);
  for (const key of keys) {
    const node = records.symbols.keys.find(key);
    if (titles[node] !== undefined) state.selected[node] = 1;
  }
  const { stated, pairs } = statedRows(records, titles);
  const within = { records, nodes: state.nodes, selected: state.selected, parameters };
  const appearing = yield* appearingRows(within, titles, pairs);
  return { entities, relationships: [...stated, ...appearing] };
}

/** Rows of all names, whose titles and counts are noted. */
function* rawEntities(state: NodeState, titles: (string | undefined)[]): Work<readonly RawEntityRow[]> {
  const { records, nodes, stats } = state;
  const total = records.symbols.keys.size;
  growStats(stats, total);
  const rows: RawEntityRow[] = [];
  for (let node = 0; node < total; node++) {
    const counts = countsOfNode(state, node);
    noteCounts(stats, node, counts);
    if (!counts) continue;
    const title = (titles[node] = titleOf(counts));
    const byType = new Map<string, { readonly description: string[]; readonly text_unit_ids: string[] }>();
    for (const { rows: read } of recordsOfNode(node, nodes, records)) {
      for (const { kind, type, description, text_unit_id } of read) {
        if (kind !== 'mention' && kind !== 'entity') continue;
        const name = type || UNKNOWN_TYPE;
        const own = byType.get(name) ?? { description: [], text_unit_ids: [] };
        byType.set(name, own);
        own.text_unit_ids.push(text_unit_id);
        if (kind === 'entity') own.description.push(description);
      }
    }
    for (const [type, own] of byType) rows.push({ title, type, ...own, frequency: own.text_unit_ids.length });
    if (node % 16 === 0) yield { done: node / 2, total };
  }
  return rows;
}

/** Rows of the relationships that a reader stated between names, and the pairs of their keys. */
function statedRows(
  records: Records,
  titles: readonly (string | undefined)[],
): { readonly stated: readonly RawRelationshipRow[]; readonly pairs: ReadonlySet<string> } {
  const { keys } = records.symbols;
  const pairs = new Set<string>();
  const stated: RawRelationshipRow[] = [];
  for (const group of statedPairs(records.blocks().flatMap(({ current }) => current)).values()) {
    const [first] = group;
    const [key, target_key] = [first?.key ?? '', first?.target_key ?? ''];
    const [source, target] = [titles[keys.find(key)], titles[keys.find(target_key)]];
    if (source === undefined || target === undefined) continue;
    pairs.add(pairKey(key, target_key));
    stated.push({
      source,
      target,
      description: group.map(({ description }) => description),
      text_unit_ids: group.map(({ text_unit_id }) => text_unit_id),
      weight: group.reduce((sum, { weight }) => sum + weight, 0),
    });
  }
  return { stated, pairs };
}

/** Joint places of two entities, weighted by nearness. */
interface Together {
  weight: number;
  readonly spans: EvidenceSpan[];
}

/** Rows of the pairs that appear together, each once, but for those that a reader stated. */
function* appearingRows(
  within: CoOccurrence,
  titles: readonly (string | undefined)[],
  stated: ReadonlySet<string>,
): Work<readonly RawRelationshipRow[]> {
  const { keys } = within.records.symbols;
  for (const block of within.records.blocks()) block.lists = undefined;
  const scale = weightScale(within.parameters.window);
  const rows: RawRelationshipRow[] = [];
  for (let node = 0; node < within.selected.length; node++) {
    if (within.selected[node] !== 1) continue;
    for (const [other, { weight, spans }] of togetherWith(node, within)) {
      if (stated.size > 0 && stated.has(pairKey(keys.text(node), keys.text(other)))) continue;
      const [source, target] = [titles[node] ?? '', titles[other] ?? ''];
      rows.push({ source, target, description: [], text_unit_ids: unitsOf(spans), weight: weight / scale });
    }
    if (node % 4 === 0) yield { done: (within.selected.length + node) / 2, total: within.selected.length };
  }
  return rows;
}

/** The entities with a higher key that appear with one. Weights are counted as in `neighbourCounter`. */
function togetherWith(node: number, within: CoOccurrence): ReadonlyMap<number, Together> {
  const { records, parameters } = within;
  const { keys } = records.symbols;
  const scale = weightScale(parameters.window);
  const found = new Map<number, Together>();
  for (const block of records.holding(node)) {
    const lists = sentenceLists(block, within);
    for (const place of sentencesOf(block, node, within)) {
      for (const [near, distance] of nearSentences(block, place, parameters.window)) {
        const [from, to] = place < near ? [place, near] : [near, place];
        const span = { block, start: block.sentences.start[from] ?? 0, end: block.sentences.end[to] ?? 0 };
        for (let at = lists.offsets[near] ?? 0; at < (lists.offsets[near + 1] ?? 0); at++) {
          const other = lists.nodes[at] ?? 0;
          if (keys.text(other) <= keys.text(node)) continue;
          const together = found.get(other) ?? { weight: 0, spans: [] };
          found.set(other, together);
          together.weight += scale / (1 + distance);
          together.spans.push(span);
        }
      }
    }
  }
  return found;
}
