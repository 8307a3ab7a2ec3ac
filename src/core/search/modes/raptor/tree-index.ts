import type { SearchIndex } from '../../../retrieval';
import { groupBy } from '../../../arrays';
import { remembered } from '../../../memo';
import { createBm25, type Bm25 } from '../../../retrieval/lexical/bm25';
import { passageLanguage } from '../../../text/language';
import { terms } from '../../../text/terms';
import type { SummaryRow } from '../../../tables/tables';
import { asPart, finish, type Work } from '../../../work';
import { EXTRACTIVE, summaryOf } from '../../../raptor/summaries';
import { treeChoices, type SummaryTree } from '../../../raptor/summary-tree';
import { treeInUse } from '../../../raptor/tree-of-rows';

/** The tree of an index, with the words of its parts. Leaves have the first numbers, and nodes follow in their order. */
export interface TreeIndex {
  readonly tree: SummaryTree;
  /** Summaries by models. */
  readonly rows: readonly SummaryRow[];
  readonly bm25: Bm25;
  /** Index terms of summaries that consist of sentences of the documents, by the number of their part. */
  readonly extracts: ReadonlyMap<number, readonly string[]>;
  /** Numbers of the leaves of a text unit, in their order. */
  readonly leavesOf: (unit: string) => readonly number[];
}

/** Summaries of a collection of which a model wrote none. */
export const NO_ROWS: readonly SummaryRow[] = [];
const known = new WeakMap<SummaryTree, TreeIndex>();

/** The tree of an index. Made at once where it is not known yet. */
export const treeIndex = (index: SearchIndex): TreeIndex => finish(makeTreeIndex(index));

/** The same, in steps. Made once for each state of text units and summaries. */
export function* makeTreeIndex({ tables }: SearchIndex): Work<TreeIndex> {
  const { summaries: rows = NO_ROWS } = tables;
  const tree = yield* asPart(makeTree(tables), 0, TREE_SHARE);
  const before = known.get(tree);
  if (before?.rows === rows) return before;
  const words = yield* asPart(wordsOf(tree, rows), TREE_SHARE, 1);
  const made = { tree, rows, ...words, leavesOf: (unit: string) => leavesByUnit(tree).get(unit) ?? [] };
  known.set(tree, made);
  return made;
}

/** The tree of an index, in steps. */
export const makeTree = ({ documents, textUnits, summaries = NO_ROWS, isPart, ...rest }: SearchIndex['tables']) =>
  treeInUse({ documents, text_units: textUnits, summaries }, rest.treeChoices ?? treeChoices(), isPart);

const leavesByUnit = remembered(({ leaves }: SummaryTree) =>
  groupBy(leaves.keys(), (leaf) => leaves[leaf]?.unit.id ?? ''),
);

/** Numbers of the leaves under a part; of a leaf its own. */
export const leavesUnder = ({ leaves, nodes }: SummaryTree, id: number): readonly number[] =>
  nodes[id - leaves.length]?.leaves ?? [id];

const TREE_SHARE = 0.7;
const LEAVES_PER_STEP = 128;

/** A summary is found by its own words and those of its leaves, as its vector is the mean of theirs. */
function* wordsOf(tree: SummaryTree, rows: readonly SummaryRow[]): Work<Pick<TreeIndex, 'bm25' | 'extracts'>> {
  const bm25 = createBm25();
  const extracts = new Map<number, readonly string[]>();
  const { leaves, nodes } = tree;
  const total = leaves.length + nodes.length;
  for (const [number, own] of tree.terms.entries()) {
    bm25.add(number, own);
    if (number % LEAVES_PER_STEP === 0) yield { done: number, total };
  }
  for (const [number, node] of nodes.entries()) {
    const { text, method } = summaryOf(tree, number, rows);
    const own = terms(text, passageLanguage(text, leaves[node.leaves[0] ?? 0]?.language ?? 'und'));
    if (method === EXTRACTIVE) extracts.set(leaves.length + number, own);
    bm25.add(leaves.length + number, [...own, ...node.leaves.flatMap((leaf) => tree.terms[leaf] ?? [])]);
    yield { done: leaves.length + number, total };
  }
  return { bm25, extracts };
}
