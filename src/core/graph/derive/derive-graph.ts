import { pairKey } from '../../ids';
import { rowIn, type Rows } from '../../tables/rows';
import type {
  CovariateRow,
  DocumentRow,
  EditRow,
  EntityRow,
  ExtractionRow,
  RelationshipRow,
  TextUnitRow,
} from '../../tables/tables';
import { asPart, type Work } from '../../work';
import { Records } from '../records/records';
import { type CoOccurrence, evidenceOf, weightScale } from './co-occurrence';
import { withEditedKeys } from './current-records';
import { pairNumber } from './changed-pairs';
import { withFreshDegrees } from './degrees';
import { deriveCovariates } from './derive-covariates';
import type { Derivation, GivenNumbers } from './derive-entities';
import { appearsWith, retitled, statedPairs, statedRelationships } from './derive-relationships';
import { withQuotedDescriptions } from './descriptions';
import { KIND } from './key-stats';
import { entityNumbers, type GraphLinks, graphLinks, keepLinks, linksOf } from './graph-links';
import type { MergeOperations } from './merge-operations';
import {
  createNodeState,
  type NodeParameters,
  type NodeState,
  settleNodes,
  touchedNodes,
  updateNodes,
} from './node-state';
import { isLocal, type PairParameters, prunePairs } from './pruned-pairs';
import { deriveEntities, type TouchedEntities } from './touched-entities';
import { type PairFacts, prunedFacts, strongPairs } from './touched-pairs';
import {
  appearingByPair,
  exchangeRelationships,
  type RelationshipExchange,
  rowsById,
  touchedRelationships,
} from './touched-relationships';

/** The tables that a graph is derived into, and the texts behind it. */
interface GraphInput {
  readonly documents: readonly DocumentRow[];
  readonly text_units: readonly TextUnitRow[];
  readonly edits: readonly EditRow[];
  /** Earlier rows: those of entities that nothing touched stay the same objects. */
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly covariates: readonly CovariateRow[];
}

export interface GraphParameters extends NodeParameters, PairParameters {
  /** Once there are more pairs than MOST_PAIRS, those with a smaller counted weight are left out. */
  readonly min_edge_weight: number;
  readonly merge: MergeOperations;
}

/** Raised when the same records give another graph: tables of an earlier version are derived whole at their next change. */
export const GRAPH_VERSION = 1;

/** The part of the time in which names are counted, and of the rest that in which entities are made. Only the progress bar uses them. */
const NODES_SHARE = 0.25;
const ENTITIES_SHARE = 0.2;

/** Up to this number of pairs, even two neighbouring sentences are worth a relationship. */
const MOST_PAIRS = 250_000;

interface GraphNumbers {
  readonly entities: GivenNumbers;
  readonly relationships: GivenNumbers;
  readonly covariates: GivenNumbers;
}

export interface Graph {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly covariates: readonly CovariateRow[];
}

/**
 * The graph as a view of records that is kept up to date. What it derives follows from records, edits and parameters alone, whatever came
 * first: only numbers given before, and descriptions of the same text, are taken from earlier rows.
 */
export interface GraphView {
  readonly records: Records;
  /** Prepares a view that has derived nothing yet for changes, where the tables already stand for all records. */
  prime(
    input: Pick<GraphInput, 'edits' | 'text_units' | 'entities' | 'relationships'>,
    parameters: GraphParameters,
  ): Work<void>;
  /**
   * The tables after all changes. The cost follows the change and its neighbours in the text; unchanged rows are the
   * same objects.
   */
  update(input: GraphInput, parameters: GraphParameters, numbers: GraphNumbers): Work<Graph>;
  /** Accepts the tables of the last update as kept. Until then the next one derives their differences once more. */
  settle(): void;
}

/** Parameters and weights of the last derivation, besides the tables. */
interface Derived {
  readonly parameters: string;
  /** The least counted weight of a pair. */
  readonly least: number;
  /** Pairs of keys that a reader stated. */
  readonly stated: ReadonlySet<string>;
}

/** A view of no records. */
export function createGraphView(): GraphView {
  const state = createNodeState(new Records());
  const given = entityNumbers((row) => state.records.symbols.keys.of(row.key));
  let derived: Derived | undefined;
  let proposed: Derived | undefined;
  /** Links of the previous tables. */
  let links: GraphLinks | undefined;
  const settle = (): void => {
    derived = proposed;
    settleNodes(state);
  };
  return {
    records: state.records,
    *prime({ edits, text_units, ...tables }, parameters) {
      if (state.upTo) return;
      yield* updateNodes(state, edits, text_units.length, parameters);
      links = keepLinks(graphLinks(tables, undefined, given));
      proposed = derivedNow(state, standingRecords(state), parameters);
      settle();
    },
    *update(input, parameters, numbers) {
      yield* asPart(updateNodes(state, input.edits, input.text_units.length, parameters), 0, NODES_SHARE);
      const standing = standingRecords(state);
      const now = derivedNow(state, standing, parameters);
      proposed = now;
      const isAll = state.allDirty || derived?.parameters !== now.parameters || derived.least !== now.least;
      for (const pair of changedMembers(derived?.stated ?? new Set(), now.stated)) {
        for (const key of pair.split('\u001f')) state.dirty.add(state.records.symbols.keys.of(key));
      }
      links = graphLinks(input, links, given);
      const pass = { state, input, before: links, parameters, numbers, standing, now, isAll };
      return yield* asPart(deriveTables(pass), NODES_SHARE, 1);
    },
    settle,
  };
}

/** Valid records of relationships and claims, under the keys that edits give them, in the order of documents. */
const standingRecords = ({ records, nodes }: NodeState): readonly ExtractionRow[] =>
  records.blocks().flatMap(({ current }) => current.flatMap((row) => withEditedKeys(row, nodes.keys) ?? []));

function derivedNow(state: NodeState, standing: readonly ExtractionRow[], parameters: GraphParameters): Derived {
  const pairs = [...statedPairs(standing).values()].flatMap(([row]) => (row ? [row] : []));
  return {
    parameters: JSON.stringify(parameters),
    least: state.pairs > MOST_PAIRS ? parameters.min_edge_weight : 0,
    stated: new Set(pairs.map(({ key, target_key }) => pairKey(key, target_key ?? ''))),
  };
}

/** Lists the members of exactly one of two sets. */
const changedMembers = (before: ReadonlySet<string>, now: ReadonlySet<string>): readonly string[] => [
  ...[...before].filter((one) => !now.has(one)),
  ...[...now].filter((one) => !before.has(one)),
];

interface Pass {
  readonly state: NodeState;
  readonly input: GraphInput;
  /** The links of the tables as they were. */
  readonly before: GraphLinks;
  readonly parameters: GraphParameters;
  readonly numbers: GraphNumbers;
  readonly standing: readonly ExtractionRow[];
  readonly now: Derived;
  /** True if all entities may differ, not just the dirty ones of the state. */
  readonly isAll: boolean;
}

function* deriveTables(pass: Pass): Work<Graph> {
  const { state, before, input, parameters, numbers, standing, now } = pass;
  const within = { records: state.records, nodes: state.nodes, selected: state.selected, parameters };
  const pruned = isLocal(parameters)
    ? undefined
    : yield* asPart(prunePairs(state, within, now.least, parameters), 0, ENTITIES_SHARE / 2);
  const isAll = pruned !== undefined || pass.isAll;
  const isNamed = (node: number): boolean => state.stats.kind[node] === KIND.named;
  const making = deriveEntities({
    state,
    touched: isAll ? undefined : state.dirty,
    before,
    isEntity: (node) => state.selected[node] === 1 && (pruned?.dropped[node] !== 1 || isNamed(node)),
    operations: parameters.merge,
    numbers: numbers.entities,
  });
  const entities = yield* asPart(making, pruned ? ENTITIES_SHARE / 2 : 0, ENTITIES_SHARE);
  const touched = isAll ? undefined : touchedNodes(state);
  const places = touchedRelationships(before, state, touched, entities.renamed);
  const earlier = rowsById(input.relationships, places);
  const derivation = { operations: parameters.merge, earlier, numbers: numbers.relationships };
  const entityOf = (key: string): EntityRow | undefined => entities.rowOf(state.records.symbols.keys.find(key));
  const stated = statedRelationships(statedPairs(standing), entityOf, derivation);
  const known = appearingByPair(places, before);
  const pairs = pruned
    ? prunedFacts(pruned)
    : strongPairs({
        state,
        nodes: sortedByKey(state, touched ?? entities.numbers),
        isTouched: (node) => !touched || touched.has(node),
        isChanged: (one, other) => isAll || state.changed.has(one, other),
        earlier: Array.from(known.values(), (at) => [before.source[at] ?? -1, before.target[at] ?? -1] as const),
        least: now.least,
        scale: weightScale(parameters.window),
      });
  const rowOfPair = (one: number, other: number): RelationshipRow | undefined =>
    rowIn(input.relationships, known.get(pairNumber(one, other)) ?? -1);
  const exchange = exchangeRelationships(input.relationships, places);
  for (const row of new Map(stated.map((one) => [one.id, one])).values()) exchange.add(row);
  const meeting = appearingRelationships(pairs, {
    ...{ within, entities, rowOfPair, derivation, exchange },
    stated: now.stated,
  });
  yield* asPart(meeting, ENTITIES_SHARE, 1);
  const { rows, freshAt } = exchange.finish();
  const linked = withFreshDegrees(linksOf(entities, rows, before), isAll ? undefined : { before, places, freshAt });
  const links = keepLinks({ ...linked, entities: withQuotedDescriptions(linked.entities, input.text_units) });
  return {
    entities: links.entities,
    relationships: links.relationships,
    covariates: deriveClaims(pass, entityOf),
  };
}

const sortedByKey = ({ records }: NodeState, nodes: Iterable<number>): readonly number[] => {
  const { keys } = records.symbols;
  return [...nodes].sort((a, b) => (keys.text(a) < keys.text(b) ? -1 : 1));
};

interface Appearing {
  readonly within: CoOccurrence;
  readonly entities: TouchedEntities;
  /** The earlier relationship of two entities that only co-occurrence found. */
  readonly rowOfPair: (one: number, other: number) => RelationshipRow | undefined;
  /** Pairs of keys that a reader stated: a strength and a count of sentences cannot be added. */
  readonly stated: ReadonlySet<string>;
  readonly derivation: Derivation<RelationshipRow>;
  readonly exchange: RelationshipExchange;
}

/** Adds the relationships of entities that only appear together. */
function* appearingRelationships(
  pairs: Iterable<PairFacts>,
  { within, entities, rowOfPair, stated, derivation, exchange }: Appearing,
): Work<void> {
  let seen = 0;
  for (const { one, other, weight, count, isKnown, part } of pairs) {
    if (++seen % 8 === 0) yield { done: part, total: 1 };
    const [a, b] = [entities.rowOf(one), entities.rowOf(other)];
    if (!a || !b || (stated.size > 0 && stated.has(pairKey(a.key, b.key)))) continue;
    const before = rowOfPair(one, other);
    if (before && isKnown) exchange.add(retitled(before, a, b));
    else {
      const facts = { weight, count, evidence: evidenceOf(one, other, within) };
      exchange.add(appearsWith([a, b], facts, derivation, before?.id));
    }
  }
}

/** All claims again: only models and persons make them, and each names entities whose titles may have changed. */
function deriveClaims(
  { input, standing, numbers }: Pass,
  entityOf: (key: string) => EntityRow | undefined,
): readonly CovariateRow[] {
  const claims = standing.filter(({ kind }) => kind === 'claim');
  if (claims.length === 0 && input.covariates.length === 0) return input.covariates;
  const documents = new Map(input.documents.map((row) => [row.id, row]));
  const earlier = new Map(input.covariates.map((row) => [row.id, row]));
  const derivation = { earlier, numbers: numbers.covariates };
  return deriveCovariates(claims, entityOf, (id) => documents.get(id)?.text ?? '', derivation);
}
