import { selectEntities, type SelectParameters } from '../../extract/select';
import { attributesOf } from '../../extract/mention-records';
import type {
  CovariateRow,
  DocumentRow,
  EditRow,
  EntityRow,
  ExtractionRow,
  RelationshipRow,
  Span,
  TextUnitRow,
} from '../../tables/tables';
import type { Work } from '../../work';
import { countCoOccurrence, type CoOccurrence, type CoOccurrenceParameters, sentenceLookup } from './co-occurrence';
import { deriveCovariates } from './derive-covariates';
import { deriveEntities, type GivenNumbers } from './derive-entities';
import { relationshipsFromRecords, withCoOccurrence } from './derive-relationships';
import { foldEdits } from '../edits/fold-edits';
import type { MergeOperations } from './merge-operations';
import { pmiWeights } from './pair-counts';
import { withQuotedDescriptions } from './descriptions';
import { pruneGraph, type PruneParameters } from './prune';
import { currentRecords } from './current-records';
import { countKeys, type KeyCounts } from './key-counts';

interface GraphInput {
  readonly documents: readonly DocumentRow[];
  readonly text_units: readonly TextUnitRow[];
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
  /** Rows as they were before, whose summarised descriptions stay where they still hold. */
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
}

export interface GraphParameters extends CoOccurrenceParameters, PruneParameters {
  readonly select: SelectParameters;
  /** `count` keeps distance-decayed counts; `pmi` is GraphRAG's normalised weight. */
  readonly weighting: 'count' | 'pmi';
  /** Once there are more pairs than MOST_PAIRS, those with a smaller counted weight are left out. */
  readonly min_edge_weight: number;
  readonly merge: MergeOperations;
}

/** Up to here even two neighbouring sentences are worth a relationship. */
const MOST_PAIRS = 250_000;

interface GraphNumbers {
  readonly entities: GivenNumbers;
  readonly relationships: GivenNumbers;
  readonly covariates: GivenNumbers;
}

export interface Graph {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly covariates: readonly CovariateRow[];
}

/** Derives entities, relationships and claims from the records and the edits. Pure: the same input gives the same graph. */
export function* deriveGraph(input: GraphInput, parameters: GraphParameters, numbers: GraphNumbers): Work<Graph> {
  const keys = foldEdits(input.edits);
  const records = yield* currentRecords(input.extractions, keys, input.text_units);
  const tallies = yield* countKeys(records, attributesOf);
  const selected = selectTallies(tallies, parameters.select, input.text_units.length);
  const candidates = deriveEntities(selected, keys, { given: new Map(), next: 0 });
  const index = new Map(candidates.map((entity, i) => [entity.key, i]));
  const sentences = sentenceLookup(input.text_units, input.documents);
  const coOccurrence = yield* countCoOccurrence(records, index, sentences, parameters);
  const kept = pruned(coOccurrence, candidates, parameters);
  const standing = selected.filter((tally, i) => kept.nodes[i] === 1 || tally.layers.size > 0);
  const operations = parameters.merge;
  const entities = deriveEntities(standing, keys, numbers.entities, { operations, earlier: byId(input.entities) });
  const entityOf = new Map(entities.map((entity) => [entity.key, entity]));
  const atIndex = candidates.map((candidate) => entityOf.get(candidate.key));
  const earlier = byId(input.relationships);
  const stated = relationshipsFromRecords(records, entityOf, numbers.relationships, { operations, earlier });
  const relationships = yield* withCoOccurrence(
    stated,
    coOccurrence,
    kept,
    atIndex,
    unitsOfSpan(input.text_units),
    numbers.relationships,
    earlier,
  );
  const textOf = new Map(input.documents.map((row) => [row.id, row.text]));
  const covariates = deriveCovariates(records, entityOf, (id) => textOf.get(id) ?? '', numbers.covariates);
  fillDegrees(entities, relationships);
  return { entities: withQuotedDescriptions(entities, input.text_units), relationships, covariates };
}

function byId<R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Keys that a reader named as entities, and the mentions that the selection keeps, in key order. */
function selectTallies(
  tallies: ReadonlyMap<string, KeyCounts>,
  parameters: SelectParameters,
  textUnits: number,
): readonly KeyCounts[] {
  const mentioned = [...tallies.values()].filter((tally) => tally.layers.size === 0);
  const selected = selectEntities(mentioned, textUnits, parameters);
  return [...tallies.values()]
    .filter((tally) => tally.layers.size > 0 || selected.has(tally.key))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function pruned(coOccurrence: CoOccurrence, candidates: readonly EntityRow[], parameters: GraphParameters) {
  const { pairs } = coOccurrence;
  const all = Int32Array.from({ length: pairs.size }, (_, slot) => slot);
  const least = pairs.size > MOST_PAIRS ? parameters.min_edge_weight : 0;
  const slots = all.filter((slot) => pairs.weight(slot) >= least);
  const low = slots.map((slot) => pairs.low(slot));
  const high = slots.map((slot) => pairs.high(slot));
  const counted = Float64Array.from(slots, (slot) => pairs.weight(slot));
  const frequencies = Float64Array.from(candidates, (entity) => entity.frequency);
  const weight =
    parameters.weighting === 'pmi'
      ? pmiWeights(counted, (edge) => [low[edge] ?? 0, high[edge] ?? 0], frequencies)
      : counted;
  const { nodes, edges } = pruneGraph({ low, high, weight, frequencies }, parameters);
  return {
    nodes,
    slots: edges.map((edge) => slots[edge] ?? 0),
    weights: Float64Array.from(edges, (edge) => weight[edge] ?? 0),
  };
}

/** The text units that hold the start or the end of a span. */
function unitsOfSpan(units: readonly TextUnitRow[]) {
  const byDocument = new Map<string, TextUnitRow[]>();
  for (const unit of units) {
    const list = byDocument.get(unit.document_id);
    if (list) list.push(unit);
    else byDocument.set(unit.document_id, [unit]);
  }
  for (const list of byDocument.values()) list.sort((a, b) => a.start - b.start);
  return ({ document_id, start, end }: Span): readonly string[] => {
    const list = byDocument.get(document_id) ?? [];
    const found: string[] = [];
    for (let i = firstEndingAfter(list, start); i < list.length; i++) {
      const unit = list[i];
      if (!unit || unit.start >= end) break;
      found.push(unit.id);
    }
    return found;
  };
}

function firstEndingAfter(units: readonly TextUnitRow[], offset: number): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Fills degree (distinct neighbours) and combined_degree, in place: rows that were just made are copied for nobody. */
export function fillDegrees(entities: readonly EntityRow[], relationships: readonly RelationshipRow[]): void {
  const nodeOf = new Map(entities.map((entity, node) => [entity.id, node]));
  const source = Int32Array.from(relationships, (row) => nodeOf.get(row.source_id) ?? -1);
  const target = Int32Array.from(relationships, (row) => nodeOf.get(row.target_id) ?? -1);
  const degrees = distinctNeighbours(entities.length, source, target);
  for (const [node, entity] of entities.entries()) (entity as { degree: number }).degree = degrees[node] ?? 0;
  for (const [edge, row] of relationships.entries()) {
    (row as { combined_degree: number }).combined_degree =
      (degrees[source[edge] ?? -1] ?? 0) + (degrees[target[edge] ?? -1] ?? 0);
  }
}

/** Per node the number of other ends, those that several edges lead to counted once; −1 is an unknown end. */
function distinctNeighbours(nodes: number, source: Int32Array, target: Int32Array): Int32Array {
  const neighbours: number[][] = Array.from({ length: nodes }, () => []);
  for (const [edge, from] of source.entries()) {
    const to = target[edge] ?? -1;
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  return Int32Array.from(neighbours, (list) => new Set(list).size);
}
