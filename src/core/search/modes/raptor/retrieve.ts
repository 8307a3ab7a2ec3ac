import { statementsOfLeaf, summaryOf } from '../../../raptor/summaries';
import { leavesUnder, treeIndex, type TreeIndex } from './tree-index';
import type { SearchIndex } from '../../../retrieval';
import { clipToWords } from '../../../text/clip';
import { estimateTokens } from '../../../text/tokens';
import { sortedHits, type Hit } from '../../../vectors/top-k';
import { wordingOf, type BuiltContext, type ContextTable, type Entry } from '../../context/context';
import { assemble, fillTable, formOf } from '../../context/context-table';
import type { Scope } from '../../context/scope';
import type { Retrieval } from '../../writer/search-run';
import type { collapsedChoices, traversalChoices } from './parameters';
import { partsInScope } from './parts-in-scope';
import { helpfulExtracts, scoreParts } from './score-parts';

/** The nearest parts of the tree, whatever their layer (RAPTOR's collapsed tree); extractive summaries only where they help. */
export function collapsedContext(
  retrieval: Retrieval,
  { nodes, tokens: most }: ReturnType<typeof collapsedChoices>,
  tokens: number,
): BuiltContext {
  const found = treeIndex(retrieval.index);
  const { leaves, summaries } = scoreParts(retrieval, found, partsInScope(retrieval, found));
  const helps = helpfulExtracts(retrieval, found, [...leaves.keys()]);
  const helpful = [...summaries].filter(([id]) => !found.extracts.has(id) || helps(id));
  const parts = sortedHits(new Map([...leaves, ...helpful].filter(([, score]) => score > 0)));
  return contextOf(retrieval, found, parts.slice(0, nodes), Math.min(tokens, most));
}

/**
 * The nearest parts of a layer, then the nearest of what these sum up, and so on (RAPTOR's tree traversal). A summary is as near as the best
 * leaf beneath it, or as its own words. It goes on below each part that has a leaf in scope, and shows those that have no other.
 */
export function traversalContext(
  retrieval: Retrieval,
  { nodes, startLayer, layers, tokens: most }: ReturnType<typeof traversalChoices>,
  tokens: number,
): BuiltContext {
  const found = treeIndex(retrieval.index);
  const { tree, extracts } = found;
  const { isWhole, hasPart } = partsInScope(retrieval, found);
  const { leaves, summaries } = scoreParts(retrieval, found, { isWhole: hasPart, hasPart });
  const scoreOf = (id: number): number =>
    leavesUnder(tree, id).reduce(
      (best, leaf) => Math.max(best, leaves.get(leaf) ?? 0),
      extracts.has(id) ? 0 : (summaries.get(id) ?? 0),
    );
  const start = Math.max(0, tree.levels - startLayer);
  const end = layers === 0 ? 0 : Math.max(0, start - layers + 1);
  const taken: Hit[] = [];
  let among: readonly number[] = layerOf(found, start);
  for (let level = start; level >= end; level--) {
    const best = among
      .filter(hasPart)
      .map((id) => ({ id, score: scoreOf(id) }))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, nodes);
    taken.push(...best.filter(({ id }) => isWhole(id)));
    const below = best.flatMap(({ id }) => tree.nodes[id - tree.leaves.length]?.members ?? []);
    among = [...new Set(below)].map((member) => (level === 1 ? member : tree.leaves.length + member));
  }
  const helps = helpfulExtracts(
    retrieval,
    found,
    taken.map(({ id }) => id).filter((id) => id < tree.leaves.length),
  );
  const shown = taken.filter(({ id }) => !extracts.has(id) || helps(id));
  return contextOf(retrieval, found, shown, Math.min(tokens, most));
}

/** Numbers of the parts of a layer. */
const layerOf = ({ tree }: TreeIndex, level: number): readonly number[] =>
  level === 0
    ? [...tree.leaves.keys()]
    : tree.nodes.flatMap((node, number) => (node.level === level ? [tree.leaves.length + number] : []));

/** Tokens of a row beside its text. */
const FRAME = 20;

/**
 * Tables of the first parts that fit into so many tokens: summaries, and leaves as sources. Extractive summaries stand behind leaves, since
 * sentences without their surroundings say less than a passage.
 */
function contextOf(retrieval: Retrieval, found: TreeIndex, parts: readonly Hit[], most: number): BuiltContext {
  const { index, scope } = retrieval;
  const { length } = found.tree.leaves;
  const isExtract = ({ id }: Hit): boolean => found.extracts.has(id);
  const extracts = parts.filter(isExtract).map(({ id }) => ({ id, score: 0 }));
  const ordered = [...parts.filter((part) => !isExtract(part)), ...extracts];
  let left = most;
  const end = ordered.findIndex(({ id }, at) => (left -= tokensOf(found, id)) < 0 && at > 0);
  const chosen = end < 0 ? ordered : ordered.slice(0, end);
  const summaries = chosen.filter(({ id }) => id >= length);
  const leaves = chosen.filter(({ id }) => id < length);
  const entries = summaries.flatMap((hit) => summaryEntry(found, hit, scope) ?? []);
  const sources = leaves.flatMap((hit) => leafEntry(index, found, hit) ?? []);
  const forms = [
    { form: formOf('Summaries'), entries },
    { form: formOf('Sources'), entries: sources },
  ];
  const isWritten = !summaries.every(isExtract);
  const tables: ContextTable[] = [];
  for (const one of isWritten ? forms : forms.toReversed()) {
    const used = tables.reduce((sum, { tokens }) => sum + tokens, 0);
    tables.push(fillTable(one.form, one.entries, most - used, scope));
  }
  return assemble(tables, most);
}

function tokensOf({ tree, rows }: TreeIndex, id: number): number {
  const leaf = tree.leaves[id];
  return FRAME + (leaf ? leaf.tokens : estimateTokens(summaryOf(tree, id - tree.leaves.length, rows).text));
}

const TITLE_WORDS = 8;

function summaryEntry({ tree, rows }: TreeIndex, { id, score }: Hit, scope: Scope): Entry | null {
  const number = id - tree.leaves.length;
  const node = tree.nodes[number];
  if (!node) return null;
  const { statements } = summaryOf(tree, number, rows);
  const units = [...new Set(node.leaves.flatMap((leaf) => tree.leaves[leaf]?.unit.id ?? []))];
  const wording = wordingOf(statements);
  return {
    dataset: 'Summaries',
    id: node.id,
    row: number,
    title: clipToWords(wording.text, TITLE_WORDS),
    score,
    cells: (text) => [node.level, text],
    wordings: [wording],
    documentIds: () => scope.documentsOf(units),
  };
}

function leafEntry(index: SearchIndex, { tree }: TreeIndex, { id, score }: Hit): Entry | null {
  const leaf = tree.leaves[id];
  if (!leaf) return null;
  const title = index.labels.get(leaf.document_id) ?? index.documents.get(leaf.document_id)?.title ?? '';
  return {
    dataset: 'Sources',
    id: leaf.unit.id,
    row: index.slotOf.get(leaf.unit.id) ?? -1,
    title,
    score,
    cells: (words) => [title, words],
    wordings: [{ text: leaf.text, statements: () => statementsOfLeaf(leaf) }],
    documentIds: () => [leaf.document_id],
  };
}
