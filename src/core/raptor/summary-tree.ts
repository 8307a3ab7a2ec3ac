import { stableId } from '../ids';
import { lazy } from '../memo';
import { choicesOf, number, type Values } from '../parameters';
import type { IndexTables, TextUnitRow } from '../tables/tables';
import { passageLanguage } from '../text/language';
import { terms } from '../text/terms';
import type { Work } from '../work';
import { clusterRows, normalise } from './cluster-rows';
import { addSurroundings, countTexts, termVectors, TERM_DIMS } from './leaf-vectors';
import { leavesOf, type Leaf, type LeafTables } from './leaves';

/** Name of the step that writes summaries, under which the shape of the tree is kept. */
export const SUMMARIES_STEP = 'model summaries';

/** Shape of the tree (RAPTOR, Sarthi and others 2024). */
export const TREE_PARAMETERS = [
  number('leaf_tokens', 'Tokens of a leaf', 100, [30, 1000, 10], {
    advanced: true,
    doc: 'Packs sentences of a passage into leaves of at most this many tokens. Larger leaves make fewer summaries, each of more text (RAPTOR: 100).',
  }),
  number('cluster_tokens', 'Tokens of a cluster', 1200, [200, 8000, 100], {
    advanced: true,
    doc: 'Groups leaves, and then summaries, until a cluster has about this many tokens. Larger clusters make fewer summaries that say less of each leaf.',
  }),
  number('most_tokens', 'Most tokens of a cluster', 3500, [500, 20_000, 100], {
    advanced: true,
    doc: 'Splits a cluster with more tokens. Lower keeps summaries to one subject and makes more of them (RAPTOR: 3500).',
  }),
  number('layers', 'Most layers of summaries', 5, [1, 10], {
    advanced: true,
    doc: 'Stops after this many layers above the leaves. More end in fewer and broader summaries (RAPTOR: 5).',
  }),
  number('max_words', 'Words of a summary', 60, [20, 400, 5], {
    doc: 'Asks for summaries of about this many words. More words say more and take longer to write (RAPTOR: 100 tokens).',
  }),
] as const;

/** Reads the shape of the tree; what is missing has its default. */
export const treeChoices = (chosen?: Values) => choicesOf({ parameters: TREE_PARAMETERS }, chosen);
export type TreeChoices = ReturnType<typeof treeChoices>;

/** A cluster of leaves or of lower clusters, with a summary of its own. */
export interface TreeNode {
  /** Follows from the words of its leaves alone. */
  readonly id: string;
  /** 1 stands on leaves. */
  readonly level: number;
  /** Numbers of its members: of leaves on level 1, else of nodes. */
  readonly members: readonly number[];
  /** Numbers of the nodes that it is a member of; more than one where it is nearly as near to another. */
  readonly parents: readonly number[];
  /** Numbers of the leaves beneath it, rising. */
  readonly leaves: readonly number[];
  /** Leaves beneath it, also where they are not here. */
  readonly size: number;
}

/** Leaves and the clusters above them, the lowest level first. */
export interface SummaryTree {
  readonly leaves: readonly Leaf[];
  /** Index terms of each leaf. */
  readonly terms: readonly (readonly string[])[];
  readonly nodes: readonly TreeNode[];
  /** Numbers of the level-1 nodes of each leaf. */
  readonly parents: readonly (readonly number[])[];
  /** Number of levels above the leaves. */
  readonly levels: number;
  /** Leaves of the whole tree, in the unit of each `size`. */
  readonly size: number;
  /** Estimated tokens of a summary. */
  readonly summaryTokens: number;
  /** Rarity of a term among the leaves. */
  readonly idf: (term: string) => number;
}

/** A layer of so few is the top (RAPTOR: one more than the dimensions that it reduces to). */
export const TOP = 11;
const TOKENS_PER_WORD = 1.5;
const UNITS_PER_STEP = 16;
const CLUSTERS_PER_STEP = 32;

interface Made {
  readonly choices: string;
  readonly tree: SummaryTree;
}

const known = new WeakMap<readonly TextUnitRow[], Made>();

/** Estimates the tokens of a summary. */
export const summaryTokensOf = ({ maxWords }: Pick<TreeChoices, 'maxWords'>): number =>
  Math.ceil(TOKENS_PER_WORD * maxWords);

/** The tree of these text units where it was made already. */
export function madeSummaryTree({ text_units }: LeafTables, choices: TreeChoices): SummaryTree | undefined {
  const before = known.get(text_units);
  return before?.choices === JSON.stringify(choices) ? before.tree : undefined;
}

/** Finds the ids of summaries whose clusters are not in the tree of these text units. */
export function* goneSummaries(
  { summaries, ...tables }: LeafTables & Pick<IndexTables, 'summaries'>,
  choices: TreeChoices,
): Work<ReadonlySet<string>> {
  const ids = new Set(summaries.map(({ id }) => id));
  if (ids.size === 0) return ids;
  for (const { id } of (yield* makeSummaryTree(tables, choices)).nodes) ids.delete(id);
  return ids;
}

/** Makes the tree of these text units, once for each state of the table. */
export function* makeSummaryTree(tables: LeafTables, choices: TreeChoices): Work<SummaryTree> {
  const before = madeSummaryTree(tables, choices);
  if (before) return before;
  const tree = yield* buildTree(tables, choices);
  known.set(tables.text_units, { choices: JSON.stringify(choices), tree });
  return tree;
}

function* buildTree(tables: LeafTables, choices: TreeChoices): Work<SummaryTree> {
  const { leaves, texts } = yield* readLeaves(tables, choices.leafTokens);
  const nodes: { -readonly [K in keyof TreeNode]: K extends 'parents' ? number[] : TreeNode[K] }[] = [];
  const parents = leaves.map((): number[] => []);
  const summaryTokens = summaryTokensOf(choices);
  let layer: Layer = {
    vectors: yield* addSurroundings(
      yield* termVectors(texts),
      leaves.map(({ unit }) => unit.id),
    ),
    hashes: leaves.map(({ hash }) => hash),
    order: leaves.map(({ hash }) => hash),
    tokens: leaves.map(({ tokens }) => tokens),
    leaves: leaves.map((_, at) => [at]),
    parents,
    first: 0,
    languages: leaves.map(({ language }) => language),
  };
  for (let level = 1; level <= choices.layers && layer.hashes.length > TOP; level++) {
    const clusters = yield* clustersOf(layer, choices);
    if (clusters.length >= layer.hashes.length) break;
    const first = nodes.length;
    for (const [at, members] of clusters.entries()) {
      if (at % CLUSTERS_PER_STEP === 0) yield { done: at, total: clusters.length };
      for (const row of members) layer.parents[row]?.push(nodes.length);
      const under = new Set(members.flatMap((row) => layer.leaves[row] ?? []));
      nodes.push({
        id: stableId('summary', level, ...members.map((row) => layer.hashes[row] ?? '')),
        level,
        members: members.map((row) => layer.first + row),
        parents: [],
        leaves: [...under].sort((a, b) => a - b),
        size: under.size,
      });
    }
    const above = nodes.slice(first);
    layer = {
      vectors: yield* meansOf(layer.vectors, clusters),
      hashes: above.map(({ id }) => id),
      order: above.map((node) => layer.order[(node.members[0] ?? 0) - layer.first] ?? ''),
      tokens: above.map(() => summaryTokens),
      leaves: above.map((node) => node.leaves),
      parents: above.map((node) => node.parents),
      first,
    };
  }
  return {
    leaves,
    terms: texts,
    nodes,
    parents,
    levels: nodes.at(-1)?.level ?? 0,
    size: leaves.length,
    summaryTokens,
    idf: idfAmong(texts),
  };
}

/** Rows that the next level is made of. */
interface Layer {
  readonly vectors: Float32Array;
  readonly hashes: readonly string[];
  readonly order: readonly string[];
  readonly tokens: readonly number[];
  readonly leaves: readonly (readonly number[])[];
  readonly parents: readonly number[][];
  /** Number of its first row. */
  readonly first: number;
  /** Languages that stay apart; missing where rows of all languages meet. */
  readonly languages?: readonly string[];
}

/**
 * Clusters of a layer, each in the order of its hashes; those that differ by nothing but the place of their words once. Rows of different
 * languages share none.
 */
function* clustersOf(layer: Layer, { clusterTokens, mostTokens }: TreeChoices): Work<readonly (readonly number[])[]> {
  const { vectors, tokens, languages } = layer;
  const sizes = { budget: clusterTokens, limit: Math.max(clusterTokens, mostTokens) };
  const keys = layer.hashes.map((hash, row) => `${layer.order[row] ?? ''}${hash}`);
  const keyOf = (row: number): string => keys[row] ?? '';
  const all = Array.from(keys.keys()).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a - b));
  const clusters: (readonly number[])[] = [];
  for (const language of new Set(all.map((row) => languages?.[row]))) {
    const order = languages ? all.filter((row) => languages[row] === language) : all;
    clusters.push(...(yield* clusterRows({ vectors, dims: TERM_DIMS, tokens, order }, sizes)));
  }
  return clusters;
}

/** The mean direction of each cluster's rows. */
function* meansOf(vectors: Float32Array, clusters: readonly (readonly number[])[]): Work<Float32Array> {
  const means = new Float32Array(clusters.length * TERM_DIMS);
  for (const [at, members] of clusters.entries()) {
    const mean = means.subarray(at * TERM_DIMS, (at + 1) * TERM_DIMS);
    for (const row of members) {
      for (let place = 0; place < TERM_DIMS; place++) {
        mean[place] = (mean[place] ?? 0) + (vectors[row * TERM_DIMS + place] ?? 0);
      }
    }
    normalise(mean);
    if (at % CLUSTERS_PER_STEP === 0) yield { done: at, total: clusters.length };
  }
  return means;
}

function* readLeaves(tables: LeafTables, tokens: number) {
  const leaves: Leaf[] = [];
  const texts: (readonly string[])[] = [];
  let units = 0;
  for (const some of leavesOf(tables, tokens)) {
    for (const leaf of some) {
      leaves.push(leaf);
      texts.push(termsOfLeaf(leaf));
    }
    if (++units % UNITS_PER_STEP === 0) yield { done: units, total: tables.text_units.length };
  }
  return { leaves, texts };
}

/** Returns the index terms of a leaf. */
export const termsOfLeaf = ({ text, language }: Leaf): readonly string[] =>
  terms(text, passageLanguage(text, language));

/** ln(1 + texts / texts with the term) */
export function idfAmong(texts: readonly (readonly string[])[]): (term: string) => number {
  const frequencies = lazy(() => countTexts(texts));
  return (term) => Math.log(1 + texts.length / Math.max(1, frequencies().get(term) ?? 0));
}
