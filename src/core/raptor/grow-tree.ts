import { stableId } from '../ids';
import { addTo } from '../arrays';
import type { Span, SummaryRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';
import { CLUSTERS_PER_STEP, meansOf } from './cluster-rows';
import { carryOver, clustersOf, type Layer } from './layer-clusters';
import { leafVectors, type PassageVectors } from './leaf-vectors';
import { leavesOf, type Leaf, type LeafTables } from './leaves';
import {
  idfAmong,
  summaryTokensOf,
  termsOfLeaf,
  TOP,
  type SummaryTree,
  type TreeChoices,
  type TreeNode,
} from './summary-tree';

const UNITS_PER_STEP = 16;

interface Made {
  readonly choices: string;
  readonly passages: PassageVectors | undefined;
  readonly tree: SummaryTree;
}

const known = new WeakMap<readonly TextUnitRow[], Made>();

/** The tree that these text units alone make, where it was made already. */
export function madeSummaryTree(
  { text_units }: LeafTables,
  choices: TreeChoices,
  passages?: PassageVectors,
): SummaryTree | undefined {
  const before = known.get(text_units);
  return before?.choices === JSON.stringify(choices) && before.passages === passages ? before.tree : undefined;
}

/** Makes the tree of these text units alone, once for each state of the table: by words, or with the embeddings of all passages by meaning. */
export function* makeSummaryTree(
  tables: LeafTables,
  choices: TreeChoices,
  passages?: PassageVectors,
): Work<SummaryTree> {
  const before = madeSummaryTree(tables, choices, passages);
  if (before) return before;
  const own = { ...choices, placedBy: passages ? 'meaning' : 'words' } as const;
  const tree = yield* growTree(yield* readLeaves(tables, choices.leafTokens), own, { passages });
  known.set(tables.text_units, { choices: JSON.stringify(choices), passages, tree });
  return tree;
}

/** Rows and vectors that place leaves besides their words. */
interface Placement {
  /** Rows of an earlier tree: leaves that they name stay in their clusters. */
  readonly before?: readonly SummaryRow[];
  readonly passages?: PassageVectors | undefined;
}

/** Groups leaves level by level. */
export function* growTree(
  leaves: readonly Leaf[],
  choices: TreeChoices,
  { before = [], passages }: Placement,
): Work<SummaryTree> {
  const texts = leaves.map(termsOfLeaf);
  const nodes: (TreeNode & { readonly parents: number[] })[] = [];
  const parentsBefore = new Map(before.map(({ id, parents }) => [id, parents]));
  const summaryTokens = summaryTokensOf(choices);
  let layer: Layer = {
    ...(yield* leafVectors(leaves, texts, passages)),
    hashes: leaves.map(({ hash }) => hash),
    order: leaves.map(({ hash }) => hash),
    tokens: leaves.map(({ tokens }) => tokens),
    leaves: leaves.map((_, at) => [at]),
    parents: leaves.map((): number[] => []),
    homes: homesOf(leaves, before),
    first: 0,
    languages: leaves.map(({ language }) => language),
  };
  for (let level = 1; level <= choices.layers && layer.hashes.length > 0; level++) {
    const own = before.filter((row) => row.level === level);
    if (own.length === 0 && layer.hashes.length <= TOP) break;
    const clusters = yield* own.length > 0 ? carryOver(layer, own, choices) : clustersOf(layer, choices);
    if (own.length === 0 && clusters.length >= layer.hashes.length) break;
    const first = nodes.length;
    for (const [at, { members }] of clusters.entries()) {
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
      dims: layer.dims,
      vectors: yield* meansOf(
        layer,
        clusters.map(({ members }) => members),
      ),
      hashes: above.map(({ id }) => id),
      order: above.map((node) => layer.order[(node.members[0] ?? 0) - layer.first] ?? ''),
      tokens: above.map(() => summaryTokens),
      leaves: above.map((node) => node.leaves),
      parents: above.map((node) => node.parents),
      homes: clusters.map(({ origins }) => origins.flatMap((id) => parentsBefore.get(id) ?? [])),
      first,
    };
  }
  const levels = nodes.at(-1)?.level ?? 0;
  return { leaves, terms: texts, nodes, levels, size: leaves.length, choices, summaryTokens, idf: idfAmong(texts) };
}

/** Lists the leaves of these text units. */
export function* readLeaves(tables: LeafTables, tokens: number): Work<readonly Leaf[]> {
  const leaves: Leaf[] = [];
  let units = 0;
  for (const some of leavesOf(tables, tokens)) {
    leaves.push(...some);
    some.forEach(termsOfLeaf);
    if (++units % UNITS_PER_STEP === 0) yield { done: units, total: tables.text_units.length };
  }
  return leaves;
}

/** Names the place of words. */
export const placeOf = ({ document_id, start, end }: Span): string => `${document_id} ${String(start)} ${String(end)}`;

/** Places of the leaves of a row. */
export const leafPlaces = ({ leaf_document_ids, leaf_starts, leaf_ends }: SummaryRow): readonly Span[] =>
  leaf_document_ids.map((document_id, at) => ({ document_id, start: leaf_starts[at] ?? 0, end: leaf_ends[at] ?? 0 }));

/**
 * Ids of the lowest clusters of an earlier tree that each leaf is in: by its place, else as one of the same words whose place is gone, such as in
 * an earlier version of the document.
 */
export function homesOf(leaves: readonly Leaf[], before: readonly SummaryRow[]): readonly (readonly string[])[] {
  const homes = new Map<string, string[]>();
  const hashes = new Map<string, string>();
  for (const row of before.filter(({ level }) => level === 1).sort((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const [at, span] of leafPlaces(row).entries()) {
      addTo(homes, placeOf(span), row.id);
      hashes.set(placeOf(span), row.leaf_ids[at] ?? '');
    }
  }
  const here = new Map(leaves.map((leaf) => [placeOf(leaf), leaf.hash]));
  const gone = new Map<string, string[]>();
  for (const place of [...homes.keys()].sort()) {
    const hash = hashes.get(place) ?? '';
    if (here.get(place) !== hash) addTo(gone, hash, place);
  }
  return leaves.map((leaf) => {
    const place = placeOf(leaf);
    const from = hashes.get(place) === leaf.hash ? place : gone.get(leaf.hash)?.shift();
    return homes.get(from ?? '') ?? [];
  });
}
