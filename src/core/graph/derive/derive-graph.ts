import { pairKey } from '../../ids';
import { NO_MODEL } from '../../provenance';
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
import { createRecords, type Records } from '../records/records';
import { type CoOccurrence, evidenceOf, weightScale } from './co-occurrence';
import { withEditedKeys } from './current-records';
import { degreeChanges, withDegrees } from './degrees';
import { deriveCovariates } from './derive-covariates';
import type { Derivation, GivenNumbers } from './derive-entities';
import { appearsWith, retitled, statedPairs, statedRelationships } from './derive-relationships';
import { withQuotedDescriptions } from './descriptions';
import { KIND } from './key-stats';
import type { MergeOperations } from './merge-operations';
import { createNodeState, type NodeParameters, type NodeState, updateNodes } from './node-state';
import { isLocal, type PairParameters, prunePairs } from './pruned-pairs';
import { deriveEntities, type TouchedEntities } from './touched-entities';
import { type PairFacts, prunedFacts, strongPairs } from './touched-pairs';

/** The tables that a graph is derived into, and the texts behind it. */
export interface GraphInput {
  readonly documents: readonly DocumentRow[];
  readonly text_units: readonly TextUnitRow[];
  readonly edits: readonly EditRow[];
  /** Earlier rows: those of entities that nothing touched stay the same objects. */
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly covariates: readonly CovariateRow[];
}

export interface GraphParameters extends NodeParameters, PairParameters {
  /** Once there are more pairs than MOST_PAIRS, those with a smaller counted weight are left out. */
  readonly min_edge_weight: number;
  readonly merge: MergeOperations;
}

/** Raised when the same records give another graph: tables of an earlier version are derived whole at their next change. */
export const GRAPH_VERSION = 1;

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

/**
 * The graph as a view of records that is kept up to date. What it derives follows from records, edits and parameters alone, whatever came
 * first: only numbers given before, and descriptions of the same text, are taken from earlier rows.
 */
export interface GraphView {
  readonly records: Records;
  /** Prepares a view that has derived nothing yet for changes, where the tables already stand for all records. */
  prime(input: Pick<GraphInput, 'edits' | 'text_units'>, parameters: GraphParameters): Work<void>;
  /** The tables after all changes. The cost follows the change and what it stands near to; rows that are as they were are the same objects. */
  update(input: GraphInput, parameters: GraphParameters, numbers: GraphNumbers): Work<Graph>;
  /** Says that the tables of the last update are kept. Until then the next one derives what they differ in once more. */
  settle(): void;
}

/** What was last derived, besides the tables. */
interface Derived {
  readonly parameters: string;
  /** The least counted weight of a pair. */
  readonly least: number;
  /** Pairs of keys that a reader stated. */
  readonly stated: ReadonlySet<string>;
}

/** A view of no records. */
export function createGraphView(): GraphView {
  const state = createNodeState(createRecords());
  let derived: Derived | undefined;
  let proposed: Derived | undefined;
  const settle = (): void => {
    derived = proposed;
    state.dirty.clear();
    state.allDirty = false;
  };
  return {
    records: state.records,
    *prime({ edits, text_units }, parameters) {
      if (state.upTo) return;
      yield* updateNodes(state, edits, text_units.length, parameters);
      proposed = derivedNow(state, standingRecords(state), parameters);
      settle();
    },
    *update(input, parameters, numbers) {
      yield* updateNodes(state, input.edits, input.text_units.length, parameters);
      const standing = standingRecords(state);
      const now = derivedNow(state, standing, parameters);
      proposed = now;
      const isAll = state.allDirty || derived?.parameters !== now.parameters || derived.least !== now.least;
      for (const pair of changedMembers(derived?.stated ?? new Set(), now.stated)) {
        for (const key of pair.split('\u001f')) state.dirty.add(state.records.symbols.keys.of(key));
      }
      const touched = isAll ? undefined : state.dirty;
      return yield* deriveTables({ state, input, parameters, numbers, standing, now, touched });
    },
    settle,
  };
}

/** Records of relationships and claims that stand, under the keys that edits give them, in the order of documents. */
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

/** What is in one of two sets alone. */
const changedMembers = (before: ReadonlySet<string>, now: ReadonlySet<string>): readonly string[] => [
  ...[...before].filter((one) => !now.has(one)),
  ...[...now].filter((one) => !before.has(one)),
];

interface Pass {
  readonly state: NodeState;
  readonly input: GraphInput;
  readonly parameters: GraphParameters;
  readonly numbers: GraphNumbers;
  readonly standing: readonly ExtractionRow[];
  readonly now: Derived;
  /** Entities that may differ; undefined for all. */
  readonly touched: ReadonlySet<number> | undefined;
}

function* deriveTables(pass: Pass): Work<Graph> {
  const { state, input, parameters, numbers, standing, now } = pass;
  const within = { records: state.records, nodes: state.nodes, selected: state.selected, parameters };
  const pruned = isLocal(parameters) ? undefined : yield* prunePairs(state, within, now.least, parameters);
  const touched = pruned ? undefined : pass.touched;
  const isNamed = (node: number): boolean => state.stats.kind[node] === KIND.named;
  const entities = yield* deriveEntities({
    state,
    touched,
    before: input.entities,
    isEntity: (node) => state.selected[node] === 1 && (pruned?.dropped[node] !== 1 || isNamed(node)),
    operations: parameters.merge,
    numbers: numbers.entities,
  });
  const { earlier, isTouched } = touchedRelationships(input.relationships, entities);
  const derivation = { operations: parameters.merge, earlier, numbers: numbers.relationships };
  const entityOf = (key: string): EntityRow | undefined => entities.rowOf.get(state.records.symbols.keys.find(key));
  const stated = statedRelationships(statedPairs(standing), entityOf, derivation);
  const pairs = pruned
    ? prunedFacts(pruned)
    : strongPairs({
        state,
        nodes: sortedByKey(state, touched ?? entities.rowOf.keys()),
        isTouched: (node) => !touched || touched.has(node),
        earlier: earlier.values(),
        nodeOf: (id) => entities.nodeOf.get(id),
        least: now.least,
        scale: weightScale(parameters.window),
      });
  const appearing = yield* appearingRelationships(pairs, { within, entities, stated: now.stated, derivation });
  const fresh = [...stated, ...appearing];
  const rows = exchanged(input.relationships, isTouched, fresh);
  const since = touched && { changes: degreeChanges(earlier.values(), fresh), fresh: new Set(fresh) };
  const linked = withDegrees({ entities: entities.rows, relationships: rows }, since);
  return {
    entities: withQuotedDescriptions(linked.entities, input.text_units),
    relationships: linked.relationships,
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
  /** Pairs of keys that a reader stated: a strength and a count of sentences cannot be added. */
  readonly stated: ReadonlySet<string>;
  readonly derivation: Derivation<RelationshipRow>;
}

/** The relationships of entities that only appear together. */
function* appearingRelationships(
  pairs: Iterable<PairFacts>,
  { within, entities, stated, derivation }: Appearing,
): Work<readonly RelationshipRow[]> {
  const rows: RelationshipRow[] = [];
  const known = appearingByPair(derivation.earlier.values(), entities);
  let done = 0;
  for (const { one, other, weight, count, isKnown } of pairs) {
    const [a, b] = [entities.rowOf.get(one), entities.rowOf.get(other)];
    if (!a || !b || (stated.size > 0 && stated.has(pairKey(a.key, b.key)))) continue;
    const before = known.get(pairNumber(one, other));
    if (before && isKnown) rows.push(retitled(before, a, b));
    else {
      const facts = { weight, count, evidence: evidenceOf(one, other, within) };
      rows.push(appearsWith([a, b], facts, derivation, before?.id));
    }
    if (++done % 8 === 0) yield { done, total: Math.max(done, 6 * entities.rowOf.size) };
  }
  return rows;
}

/** One number for two symbols, in either order. */
const pairNumber = (a: number, b: number): number => Math.min(a, b) * 2 ** 26 + Math.max(a, b);

/** Relationships that only co-occurrence found, by the symbols of their ends: ids are hashes, which cost more. */
function appearingByPair(
  rows: Iterable<RelationshipRow>,
  { nodeOf }: TouchedEntities,
): ReadonlyMap<number, RelationshipRow> {
  const found = new Map<number, RelationshipRow>();
  for (const row of rows) {
    const [source, target] = [nodeOf.get(row.source_id), nodeOf.get(row.target_id)];
    if (row.method === NO_MODEL && source !== undefined && target !== undefined) {
      found.set(pairNumber(source, target), row);
    }
  }
  return found;
}

/** Earlier relationships of touched entities, and all that a reader stated: by id, and by place in the table. */
interface TouchedRelationships {
  readonly earlier: ReadonlyMap<string, RelationshipRow>;
  readonly isTouched: Uint8Array;
}

function touchedRelationships(rows: readonly RelationshipRow[], { ids }: TouchedEntities): TouchedRelationships {
  const earlier = new Map<string, RelationshipRow>();
  const isTouched = new Uint8Array(rows.length);
  for (const [at, row] of rows.entries()) {
    if (ids && !ids.has(row.source_id) && !ids.has(row.target_id) && row.method === NO_MODEL) continue;
    earlier.set(row.id, row);
    isTouched[at] = 1;
  }
  return { earlier, isTouched };
}

/** A table with some rows exchanged for others: those of the same id keep their places, and new ones come last. */
function exchanged(
  table: readonly RelationshipRow[],
  isGone: Uint8Array,
  come: readonly RelationshipRow[],
): readonly RelationshipRow[] {
  const left = new Map(come.map((row) => [row.id, row]));
  const kept: RelationshipRow[] = [];
  for (const [at, row] of table.entries()) {
    if (isGone[at] === 0) {
      kept.push(row);
      continue;
    }
    const other = left.get(row.id);
    if (!other) continue;
    kept.push(other);
    left.delete(row.id);
  }
  for (const row of left.values()) kept.push(row);
  return kept;
}

/** All claims again: only models and persons make them, and each names entities whose titles may have changed. */
function deriveClaims(
  { input, standing, numbers }: Pass,
  entityOf: (key: string) => EntityRow | undefined,
): readonly CovariateRow[] {
  const claims = standing.filter(({ kind }) => kind === 'claim');
  if (claims.length === 0 && input.covariates.length === 0) return input.covariates;
  const textOf = new Map(input.documents.map((row) => [row.id, row.text]));
  const earlier = new Map(input.covariates.map((row) => [row.id, row]));
  const derivation = { earlier, numbers: numbers.covariates };
  return deriveCovariates(claims, entityOf, (id) => textOf.get(id) ?? '', derivation);
}
