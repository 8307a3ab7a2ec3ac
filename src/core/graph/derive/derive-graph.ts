import { selectEntities, type SelectParameters } from '../../extract/select';
import type {
  CovariateRow,
  DocumentRow,
  EditRow,
  EntityRow,
  ExtractionRow,
  RelationshipRow,
  TextUnitRow,
} from '../../tables/tables';
import type { Work } from '../../work';
import { foldEdits } from '../edits/fold-edits';
import { countCoOccurrence, sentenceLookup, type CoOccurrence, type CoOccurrenceParameters } from './co-occurrence';
import { currentRecords } from './current-records';
import { deriveCovariates } from './derive-covariates';
import { deriveEntities, type Derivation, type GivenNumbers } from './derive-entities';
import { deriveRelationships } from './derive-relationships';
import { withQuotedDescriptions } from './descriptions';
import { countKeys, type KeyCounts } from './key-counts';
import type { MergeOperations } from './merge-operations';
import { pmiWeights } from './pair-counts';
import { pruneGraph, type PruneParameters } from './prune';

interface GraphInput {
  readonly documents: readonly DocumentRow[];
  readonly text_units: readonly TextUnitRow[];
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
  /** Earlier rows, whose summarised descriptions are kept as long as they are about the same descriptions. */
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

/** Up to this number of pairs, even two neighbouring sentences are worth a relationship. */
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
  const { documents, text_units: units } = input;
  const derivation = <R extends { readonly id: string }>(
    earlier: readonly R[],
    given: GivenNumbers,
  ): Derivation<R> => ({
    operations: parameters.merge,
    earlier: new Map(earlier.map((row) => [row.id, row])),
    numbers: given,
  });
  const keys = foldEdits(input.edits);
  const records = yield* currentRecords(input.extractions, keys, units);
  const candidates = selectKeys(yield* countKeys(records), parameters.select, units.length);
  const nodeOf = new Map(candidates.map(({ key }, node) => [key, node]));
  const coOccurrence = yield* countCoOccurrence(records, nodeOf, sentenceLookup(units, documents), parameters);
  const { nodes, slots, weights } = prunePairs(coOccurrence, candidates, parameters);
  const selected = candidates.filter(({ layers }, node) => nodes[node] === 1 || layers.size > 0);
  const entities = deriveEntities(selected, keys, derivation(input.entities, numbers.entities));
  const entityOf = new Map(entities.map((entity) => [entity.key, entity]));
  const relationships = yield* deriveRelationships(
    { records, entityOf, coOccurrence, slots, weights, nodes: candidates.map(({ key }) => entityOf.get(key)), units },
    derivation(input.relationships, numbers.relationships),
  );
  const textOf = new Map(documents.map((row) => [row.id, row.text]));
  const covariates = deriveCovariates(records, entityOf, (id) => textOf.get(id) ?? '', numbers.covariates);
  fillDegrees(entities, relationships);
  return { entities: withQuotedDescriptions(entities, units), relationships, covariates };
}

/** Keys that a reader named as entities, and the mentions that the selection keeps, in key order. */
function selectKeys(
  counts: ReadonlyMap<string, KeyCounts>,
  parameters: SelectParameters,
  textUnits: number,
): readonly KeyCounts[] {
  const mentioned = [...counts.values()].filter(({ layers }) => layers.size === 0);
  const selected = selectEntities(mentioned, textUnits, parameters);
  return [...counts.values()]
    .filter(({ key, layers }) => layers.size > 0 || selected.has(key))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

interface PrunedPairs {
  /** 1 for each candidate that stays. */
  readonly nodes: Uint8Array;
  /** Slots of the pairs that stay, and their weights. */
  readonly slots: Int32Array;
  readonly weights: Float64Array;
}

function prunePairs(
  { pairs }: CoOccurrence,
  candidates: readonly KeyCounts[],
  parameters: GraphParameters,
): PrunedPairs {
  const least = pairs.size > MOST_PAIRS ? parameters.min_edge_weight : 0;
  const slots = Int32Array.from({ length: pairs.size }, (_, slot) => slot).filter(
    (slot) => pairs.weight(slot) >= least,
  );
  const low = slots.map((slot) => pairs.low(slot));
  const high = slots.map((slot) => pairs.high(slot));
  const counted = Float64Array.from(slots, (slot) => pairs.weight(slot));
  const frequencies = Float64Array.from(candidates, ({ textUnitIds }) => new Set(textUnitIds).size);
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

/** Fills degree (distinct neighbours) and combined_degree, in place: new rows need no copy. */
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

/** The number of distinct neighbours of each node; −1 is an unknown end. */
function distinctNeighbours(nodes: number, source: Int32Array, target: Int32Array): Int32Array {
  const neighbours: number[][] = Array.from({ length: nodes }, () => []);
  for (const [edge, from] of source.entries()) {
    const to = target[edge] ?? -1;
    neighbours[from]?.push(to);
    neighbours[to]?.push(from);
  }
  return Int32Array.from(neighbours, (list) => new Set(list).size);
}
