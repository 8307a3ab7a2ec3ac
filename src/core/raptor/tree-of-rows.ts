import { groupBy } from '../arrays';
import { valuesOf, type Values } from '../parameters';
import type { IndexTables, Span, SummaryRow, TextUnitRow } from '../tables/tables';
import { inSteps, type Work } from '../work';
import { growTree, leafPlaces, makeSummaryTree, placeOf, readLeaves } from './grow-tree';
import { leafAt, type Leaf, type LeafTables } from './leaves';
import {
  idfAmong,
  summaryTokensOf,
  termsOfLeaf,
  TREE_PARAMETERS,
  treeChoices,
  treeSettings,
  type SummaryTree,
  type TreeChoices,
  type TreeNode,
} from './summary-tree';

/** Tables that a tree follows from. */
export type TreeTables = LeafTables & Pick<IndexTables, 'summaries'>;

/** Settings of the tree that rows tell. Empty where they tell none, as those of formats before 15. */
export const settingsOfRows = (rows: readonly SummaryRow[]): string => rows[0]?.tree_settings ?? '';

/** Shape of the tree that rows tell. What cannot be read has its default. */
function choicesOfRows(rows: readonly SummaryRow[]): TreeChoices {
  try {
    return treeChoices(valuesOf({ parameters: TREE_PARAMETERS }, JSON.parse(settingsOfRows(rows)) as Values));
  } catch {
    return treeChoices();
  }
}

/** Checks that rows tell the tree of this shape, where a parameter that came after them has its default. */
export const isTreeOf = (rows: readonly SummaryRow[], choices: TreeChoices): boolean =>
  settingsOfRows(rows) !== '' && treeSettings(choicesOfRows(rows)) === treeSettings(choices);

/**
 * The tree in use: the one of which a model wrote summaries, by their rows, else the one that the text units alone make. `isPart`: of a hosted index,
 * whose text units are mostly elsewhere, so that rows alone tell it.
 */
export function* treeInUse(
  { summaries, ...tables }: TreeTables,
  choices: TreeChoices,
  isPart = false,
): Work<SummaryTree> {
  if (isPart ? summaries.length === 0 : settingsOfRows(summaries) === '')
    return yield* makeSummaryTree(tables, choices);
  return yield* treeOfRows(tables, summaries, isPart ? choices : choicesOfRows(summaries), isPart);
}

/**
 * The tree in use with the text units as they are now: new leaves join the nearest clusters. Null where the rows tell it already.
 */
export function* updatedTree({ summaries, ...tables }: TreeTables, choices: TreeChoices): Work<SummaryTree | null> {
  if (summaries.length === 0) return null;
  if (settingsOfRows(summaries) === '') return yield* updatedOfFormat14(tables, summaries, choices);
  const own = choicesOfRows(summaries);
  const leaves = yield* readLeaves(tables, own.leafTokens);
  return isCurrent(summaries, leaves) ? null : yield* growTree(leaves, own, { before: summaries });
}

/** Rows of format 14 name the places of leaves without their words. With summaries above the lowest, a model has summed up all of these. */
function* updatedOfFormat14(
  tables: LeafTables,
  summaries: readonly SummaryRow[],
  choices: TreeChoices,
): Work<SummaryTree> {
  if (summaries.every(({ level }) => level === 1)) return yield* makeSummaryTree(tables, choices);
  const leaves = yield* readLeaves(tables, choices.leafTokens);
  const hashes = new Map(leaves.map((leaf) => [placeOf(leaf), leaf.hash]));
  const leafIds = (row: SummaryRow) => leafPlaces(row).map((span) => hashes.get(placeOf(span)) ?? '');
  const before = summaries.map((row) => ({ ...row, leaf_ids: leafIds(row) }));
  return yield* growTree(leaves, { ...choices, placedBy: 'words' }, { before });
}

/** Checks that rows name these leaves and no others. */
function isCurrent(rows: readonly SummaryRow[], leaves: readonly Leaf[]): boolean {
  const named = new Map(rows.flatMap((row) => leafPlaces(row).map((span, at) => [placeOf(span), row.leaf_ids[at]])));
  const units = new Set(leaves.map(({ unit }) => unit.id));
  return (
    named.size === new Set(leaves.map(placeOf)).size &&
    leaves.every((leaf) => named.get(placeOf(leaf)) === leaf.hash) &&
    rows.every(({ text_unit_ids }) => text_unit_ids.every((id) => units.has(id)))
  );
}

interface Made {
  readonly rows: readonly SummaryRow[];
  readonly tree: SummaryTree;
}

const known = new WeakMap<readonly TextUnitRow[], Made>();

/** The tree that rows tell, over the text units that are here. Leaves of documents that no row names have no cluster. Made once for each state of both tables. */
function* treeOfRows(
  tables: LeafTables,
  rows: readonly SummaryRow[],
  choices: TreeChoices,
  isPart: boolean,
): Work<SummaryTree> {
  const before = known.get(tables.text_units);
  if (before?.rows === rows) return before.tree;
  const tree = yield* readTree(tables, rows, { choices, isPart });
  known.set(tables.text_units, { rows, tree });
  return tree;
}

function* readTree(
  tables: LeafTables,
  rows: readonly SummaryRow[],
  { choices, isPart }: { readonly choices: TreeChoices; readonly isPart: boolean },
): Work<SummaryTree> {
  const ordered = rows.toSorted((a, b) => a.level - b.level);
  const leaves = new LeavesHere(tables, yield* readLeaves(tables, choices.leafTokens));
  const numberOf = new Map(ordered.map(({ id }, number) => [id, number]));
  const levelOf = (number: number): number => ordered[number]?.level ?? 0;
  const nodes: (TreeNode & { readonly parents: number[] })[] = [];
  yield* inSteps(ordered, (row) => {
    const { id, level, children } = row;
    // A host may send circles: what a summary sums up is below it.
    const members =
      level === 1
        ? leaves.numbersOf(row)
        : children.flatMap((child) => numberOf.get(child) ?? []).filter((child) => levelOf(child) < level);
    const under = new Set(level === 1 ? members : members.flatMap((member) => nodes[member]?.leaves ?? []));
    for (const member of level === 1 ? [] : members) nodes[member]?.parents.push(nodes.length);
    nodes.push({
      ...{ id, level, members, parents: [] },
      leaves: [...under].sort((a, b) => a - b),
      size: isPart ? row.text_unit_ids.length : under.size,
    });
  });
  leaves.addOthers();
  const terms = leaves.all.map(termsOfLeaf);
  return {
    ...{ leaves: leaves.all, terms, nodes, choices },
    levels: nodes.at(-1)?.level ?? 0,
    size: isPart ? nodes.reduce((most, { size }) => Math.max(most, size), 1) : leaves.all.length,
    summaryTokens: summaryTokensOf(choices),
    idf: idfAmong(terms),
  };
}

/** Leaves whose documents are here. */
class LeavesHere {
  readonly all: Leaf[] = [];
  readonly #packed: readonly Leaf[];
  readonly #byPlace: ReadonlyMap<string, Leaf>;
  readonly #units: ReadonlyMap<string, readonly TextUnitRow[]>;
  readonly #documents: ReadonlyMap<string, LeafTables['documents'][number]>;
  /** Numbers by place. */
  readonly #numbers = new Map<string, number>();

  constructor(tables: LeafTables, packed: readonly Leaf[]) {
    this.#packed = packed;
    this.#byPlace = new Map(packed.map((leaf) => [placeOf(leaf), leaf]));
    this.#units = groupBy(tables.text_units, ({ document_id }) => document_id);
    this.#documents = new Map(tables.documents.map((document) => [document.id, document]));
  }

  /** Numbers of the leaves of a row. */
  numbersOf(row: SummaryRow): readonly number[] {
    const numbers = leafPlaces(row).flatMap((span) => {
      const key = placeOf(span);
      const number = this.#numbers.get(key);
      if (number !== undefined) return number;
      const leaf = this.#byPlace.get(key) ?? this.#cut(span);
      if (!leaf) return [];
      this.#numbers.set(key, this.all.push(leaf) - 1);
      return this.all.length - 1;
    });
    return [...new Set(numbers)];
  }

  /** A leaf at its offsets: a part of a document packs its sentences otherwise than the whole one did. */
  #cut(span: Span): Leaf | undefined {
    const unit = this.#units.get(span.document_id)?.find(({ start, end }) => start <= span.start && span.end <= end);
    return unit && leafAt(unit, this.#documents.get(span.document_id), span);
  }

  /** Adds the leaves of documents of which no row names any. */
  addOthers(): void {
    const named = new Set(this.all.map(({ document_id }) => document_id));
    for (const leaf of this.#packed) if (!named.has(leaf.document_id)) this.all.push(leaf);
  }
}
