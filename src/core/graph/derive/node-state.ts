import { selectEntities, type SelectParameters } from '../../extract/select';
import type { EditRow } from '../../tables/tables';
import { asPart, type Work } from '../../work';
import { type DocumentBlock, sentencesWith } from '../records/document-block';
import { keysIn, type Records } from '../records/records';
import { type ChangedPairs, createChangedPairs, visitChangedPairs } from './changed-pairs';
import { type CoOccurrence, type CoOccurrenceParameters, neighbourCounter, sentenceLists } from './co-occurrence';
import { editedNodes, type EditedNodes, recordsOfNode } from './edited-nodes';
import { countKey, countMentioned, type KeyCounts } from './key-counts';
import { countMentions, createKeyStats, growStats, KIND, type KeyStats, noteCounts } from './key-stats';
import { createPairOrder, type PairOrder, type Strongest, strongestOf } from './strongest';

export interface NodeParameters extends CoOccurrenceParameters {
  readonly select: SelectParameters;
  /** Neighbours kept per entity, the strongest first; 0 keeps all. */
  readonly max_edges_per_node: number;
}

/** State of entities and their co-occurrence, kept from one change of the records to the next. */
export interface NodeState {
  readonly records: Records;
  nodes: EditedNodes;
  readonly stats: KeyStats;
  /** 1 for each entity, by symbol of its key. */
  selected: Uint8Array;
  /** The strongest neighbours of each entity. */
  readonly strongest: Map<number, Strongest>;
  /** Pairs of entities that appear together. */
  pairs: number;
  readonly order: PairOrder;
  /** Entities whose records or names may differ from what was last settled. */
  readonly dirty: Set<number>;
  /** Entities with other neighbours than at the last settling, and their changed pairs. */
  readonly near: Set<number>;
  readonly changed: ChangedPairs;
  /** The strongest neighbours that entities had then, of those that were counted again since. */
  readonly before: Map<number, Strongest | undefined>;
  /** Documents that came, whose pairs are not noted yet. */
  readonly fresh: Set<DocumentBlock>;
  /** True when that may be all of them. */
  allDirty: boolean;
  /** Keys whose records belong to another entity since sentences were last listed. */
  readonly moved: Set<number>;
  /** Edits and parameters of the last update; undefined before the first one. */
  upTo: { readonly edits: readonly EditRow[]; readonly parameters: string } | undefined;
}

/** A state that knows nothing of its records yet. */
export const createNodeState = (records: Records): NodeState => ({
  records,
  nodes: editedNodes([], records.symbols),
  stats: createKeyStats(),
  selected: new Uint8Array(0),
  strongest: new Map(),
  pairs: 0,
  order: createPairOrder(records.symbols.keys),
  dirty: new Set(),
  near: new Set(),
  changed: createChangedPairs(),
  before: new Map(),
  fresh: new Set(),
  allDirty: true,
  moved: new Set(),
  upTo: undefined,
});

/** Accepts the results of the state as kept: from now on, changes are those since. */
export function settleNodes(state: NodeState): void {
  for (const kept of [state.dirty, state.near, state.changed, state.before]) kept.clear();
  state.allDirty = false;
}

/**
 * Brings a state up to its records and edits, and notes in it which entities that touches. The cost follows the change
 * and its neighbours in the text. Work that is given up midway is done again the next time.
 */
export function* updateNodes(
  state: NodeState,
  edits: readonly EditRow[],
  textUnits: number,
  parameters: NodeParameters,
): Work<void> {
  const { records, dirty } = state;
  const { select, window, perSentence, max_edges_per_node: limit } = parameters;
  const fingerprint = JSON.stringify([select, window, perSentence, limit]);
  if (state.upTo?.parameters !== fingerprint) state.allDirty = true;
  applyEdits(state, edits);
  state.upTo = { edits, parameters: fingerprint };
  yield* asPart(records.settle(), 0, SETTLED);
  noteDocuments(state, window);
  const keys = records.symbols.keys.size;
  growStats(state.stats, keys);
  const counted = state.allDirty ? numbersBelow(keys) : [...dirty];
  let done = 0;
  for (const key of counted) {
    countNode(state, key);
    if (++done % 16 === 0) yield { done: SETTLED + ((COUNTED - SETTLED) * done) / keys, total: 1 };
  }
  const earlier = state.selected;
  state.selected = chooseEntities(state.stats, textUnits, select);
  const within: CoOccurrence = { records, nodes: state.nodes, selected: state.selected, parameters };
  if (state.allDirty) for (const block of records.blocks()) block.lists = undefined;
  else {
    const flipped = flippedKeys(earlier, state.selected);
    noteNeighbourhood(state, within, new Set([...flipped, ...state.moved]));
    for (const node of flipped) dirty.add(node);
    for (const block of state.fresh) state.changed.noteDocument(block, sentenceLists(block, within), window);
  }
  state.fresh.clear();
  state.moved.clear();
  const again: Iterable<number> = state.allDirty ? numbersBelow(keys) : touchedNodes(state);
  const total = state.allDirty ? keys : dirty.size + state.near.size;
  yield* asPart(findNeighbours(state, within, again, limit, total), COUNTED, 1);
}

/** The parts of the time after which records are looked at, and entities counted. */
const SETTLED = 0.2;
const COUNTED = 0.3;

/** Entities of which anything may differ. */
export const touchedNodes = ({ dirty, near }: NodeState): ReadonlySet<number> => new Set([...dirty, ...near]);

/** Notes the documents that came and went. */
function noteDocuments({ records, nodes, dirty, changed, fresh }: NodeState, window: number): void {
  const { come, gone } = records.takeChanges();
  for (const block of [...come, ...gone]) {
    for (const key of keysIn(block, records.symbols)) for (const node of nodes.homesOf(key)) dirty.add(node);
  }
  for (const block of come) fresh.add(block);
  for (const block of gone) {
    fresh.delete(block);
    changed.noteDocument(block, block.lists, window);
  }
}

/** Applies a log of edits, and notes the keys whose records belong elsewhere now. */
function applyEdits(state: NodeState, edits: readonly EditRow[]): void {
  if (state.upTo?.edits === edits) return;
  const before = state.nodes;
  state.nodes = editedNodes(edits, state.records.symbols);
  if (!state.allDirty) noteMovedKeys(state, before);
}

function* numbersBelow(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number;
}

/** Checks that an entity has only mentions of its own key, so that the columns describe it fully. */
const isPlain = ({ records, nodes }: NodeState, node: number): boolean =>
  !nodes.edited.has(node) &&
  (nodes.edited.size === 0 || nodes.keysOf(node).length === 1) &&
  records.holding(node).every(({ current }) => current.length === 0);

/** Counts all records of an entity; undefined where none names it. */
export function countsOfNode(state: NodeState, node: number): KeyCounts | undefined {
  const { records, nodes } = state;
  if (isPlain(state, node)) return countMentioned(node, records);
  return countKey(records.symbols.keys.text(node), recordsOfNode(node, nodes, records));
}

/** Counts an entity again. */
function countNode(state: NodeState, node: number): void {
  if (isPlain(state, node)) countMentions(state.stats, node, state.records);
  else noteCounts(state.stats, node, countsOfNode(state, node));
}

/** Chooses entities by their counts; what a model or a person named is always one. 1 for each, by symbol of its key. */
export function chooseEntities(stats: KeyStats, textUnits: number, parameters: SelectParameters): Uint8Array {
  const selected = selectEntities(stats, textUnits, parameters);
  for (let key = 0; key < selected.length; key++) if (stats.kind[key] === KIND.named) selected[key] = 1;
  return selected;
}

function flippedKeys(before: Uint8Array, now: Uint8Array): readonly number[] {
  const flipped: number[] = [];
  for (let key = 0; key < now.length; key++) if ((before[key] ?? 0) !== now[key]) flipped.push(key);
  return flipped;
}

/** Finds what other edits mean: keys whose records belong elsewhere now, and entities with another name or type. */
function noteMovedKeys({ records, nodes, moved, dirty }: NodeState, before: EditedNodes): void {
  const titles = new Set([...before.titles, ...nodes.titles]);
  for (const key of new Set([...before.edited, ...nodes.edited])) {
    const text = records.symbols.keys.text(key);
    const was = before.keys;
    const is = nodes.keys;
    if (was.title(text) !== is.title(text) || was.type(text) !== is.type(text)) dirty.add(key);
    const isSame = [...titles].every(
      (title) =>
        was.resolve(text, title) === is.resolve(text, title) &&
        was.isMergedByHand(text, title) === is.isMergedByHand(text, title),
    );
    if (isSame) continue;
    moved.add(key);
    for (const node of [...before.homesOf(key), ...nodes.homesOf(key)]) dirty.add(node);
  }
}

/**
 * Notes the pairs that are near each other elsewhere, now that records of some entities count otherwise, and makes the
 * lists of those documents again.
 */
function noteNeighbourhood({ near, changed }: NodeState, within: CoOccurrence, nodes: ReadonlySet<number>): void {
  const { records, parameters } = within;
  const keys = new Set([...nodes].flatMap((node) => [node, ...within.nodes.keysOf(node)]));
  const places = new Map<DocumentBlock, Set<number>>();
  for (const key of keys) {
    for (const block of records.holding(key)) {
      const own = places.get(block) ?? new Set<number>();
      places.set(block, own);
      for (const place of sentencesWith(block, key, records.symbols)) own.add(place);
    }
  }
  const note = (entity: number, other: number): void => {
    near.add(entity).add(other);
    changed.note(entity, other);
  };
  for (const [block, own] of places) {
    const before = block.lists;
    block.lists = undefined;
    // One that came has no lists yet, and is noted as a whole.
    if (before) visitChangedPairs(block, [before, sentenceLists(block, within)], own, parameters.window, note);
  }
}

function* findNeighbours(
  state: NodeState,
  within: CoOccurrence,
  again: Iterable<number>,
  limit: number,
  total: number,
): Work<void> {
  const neighboursOf = neighbourCounter(within);
  let [visited, done] = [0, 0];
  for (const node of again) {
    const before = state.strongest.get(node);
    if (!state.allDirty && !state.before.has(node)) state.before.set(node, before);
    const now = state.selected[node] === 1 ? strongestOf(node, neighboursOf(node), limit, state.order) : undefined;
    state.pairs += ((now?.all ?? 0) - (before?.all ?? 0)) / 2;
    if (now && now.all > 0) state.strongest.set(node, now);
    else state.strongest.delete(node);
    visited += now?.all ?? 0;
    done++;
    if (visited < 256 && done % 4 !== 0) continue;
    visited = 0;
    yield { done, total };
  }
}
