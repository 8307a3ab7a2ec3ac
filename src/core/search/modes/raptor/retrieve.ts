import { summaryOf } from '../../../raptor/summaries';
import { treeIndex, type TreeIndex } from './tree-index';
import type { SearchIndex } from '../../../retrieval';
import { wordsInDocuments } from '../../../retrieval/lexical/languages';
import { clipToWords, oneLine } from '../../../text/clip';
import { estimateTokens } from '../../../text/tokens';
import { fuseDense, sortedHits, type Hit } from '../../../vectors/top-k';
import { wordingOf, type BuiltContext, type Entry } from '../../context/context';
import { assemble, fillTable, formOf } from '../../context/context-table';
import type { Scope } from '../../context/scope';
import type { Retrieval } from '../../writer/search-run';
import type { collapsedChoices, traversalChoices } from './parameters';

/** The nearest parts of the tree, whatever their layer (RAPTOR's collapsed tree). Where nothing matches, the broadest. */
export function collapsedContext(
  retrieval: Retrieval,
  { nodes, tokens: most }: ReturnType<typeof collapsedChoices>,
  tokens: number,
): BuiltContext {
  const found = treeIndex(retrieval.index);
  const ranked = rankParts(retrieval, found);
  const broadest = (): readonly Hit[] =>
    layerOf(found, found.tree.levels)
      .filter(allowedParts(retrieval, found))
      .map((id) => ({ id, score: 0 }));
  const chosen = ranked.length > 0 ? ranked : broadest();
  return contextOf(retrieval, found, chosen.slice(0, nodes), Math.min(tokens, most));
}

/** The nearest parts of a layer, then the nearest of what these sum up, and so on (RAPTOR's tree traversal). */
export function traversalContext(
  retrieval: Retrieval,
  { nodes, startLayer, layers, tokens: most }: ReturnType<typeof traversalChoices>,
  tokens: number,
): BuiltContext {
  const found = treeIndex(retrieval.index);
  const { tree } = found;
  const scores = new Map(rankParts(retrieval, found).map(({ id, score }) => [id, score]));
  const isAllowed = allowedParts(retrieval, found);
  const start = Math.max(0, tree.levels - startLayer);
  const end = layers === 0 ? 0 : Math.max(0, start - layers + 1);
  const taken: Hit[] = [];
  let among: readonly number[] = layerOf(found, start);
  for (let level = start; level >= end; level--) {
    const best = among
      .map((id) => ({ id, score: scores.get(id) ?? 0 }))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, nodes);
    taken.push(...best.filter(({ id }) => isAllowed(id)));
    const below = best.flatMap(({ id }) => tree.nodes[id - tree.leaves.length]?.members ?? []);
    among = [...new Set(below)].map((member) => (level === 1 ? member : tree.leaves.length + member));
  }
  return contextOf(retrieval, found, taken, Math.min(tokens, most));
}

/** Numbers of the parts of a layer. */
const layerOf = ({ tree }: TreeIndex, level: number): readonly number[] =>
  level === 0
    ? [...tree.leaves.keys()]
    : tree.nodes.flatMap((node, number) => (node.level === level ? [tree.leaves.length + number] : []));

/** Checks that all words of a part are in scope. */
function allowedParts({ index, scope }: Retrieval, { tree }: TreeIndex): (id: number) => boolean {
  const isIn = (leaf: number): boolean => scope.unit(index.slotOf.get(tree.leaves[leaf]?.unit.id ?? '') ?? -1);
  const { length } = tree.leaves;
  if (scope.everything) return () => true;
  return (id) => (id < length ? isIn(id) : (tree.nodes[id - length]?.leaves.every(isIn) ?? false));
}

/** Parts of the tree by the words of the question, and by meaning where there are vectors, best first. */
function rankParts(retrieval: Retrieval, found: TreeIndex): readonly Hit[] {
  const { index, question } = retrieval;
  const { tree, bm25 } = found;
  const words = question.words.map(({ terms }) => terms);
  const k = tree.leaves.length + tree.nodes.length;
  const allow = allowedParts(retrieval, found);
  const asked = words.length > 0 ? words : wordsInDocuments(question.text, index.tables.documents);
  const hits = bm25.search(asked, { k, allow });
  return question.dense ? fuseDense(hits, nearParts(retrieval, found, allow), question.dense.weight) : hits;
}

/** Parts of the tree by meaning: a leaf by the vector of its passage, a summary by the mean of its leaves. */
function nearParts(
  { index, question }: Retrieval,
  { tree }: TreeIndex,
  allow: (id: number) => boolean,
): readonly Hit[] {
  const units = new Map(question.dense?.units(index.unitAt.size).map(({ id, score }) => [id, score]));
  const ofLeaf = tree.leaves.map(({ unit }) => units.get(index.slotOf.get(unit.id) ?? -1) ?? 0);
  const ofNode = tree.nodes.map(
    ({ leaves }) => leaves.reduce((sum, leaf) => sum + (ofLeaf[leaf] ?? 0), 0) / Math.max(1, leaves.length),
  );
  const scores = [...ofLeaf, ...ofNode].map((score, id) => [id, score] as const);
  return sortedHits(new Map(scores.filter(([id, score]) => score > 0 && allow(id))));
}

/** Tokens of a row beside its text. */
const FRAME = 20;

/** Tables of the first parts that fit into so many tokens: summaries, and leaves as sources. */
function contextOf(retrieval: Retrieval, found: TreeIndex, parts: readonly Hit[], most: number): BuiltContext {
  const { index, scope } = retrieval;
  const { length } = found.tree.leaves;
  let left = most;
  const end = parts.findIndex(({ id }, at) => (left -= tokensOf(found, id)) < 0 && at > 0);
  const chosen = end < 0 ? parts : parts.slice(0, end);
  const summaries = chosen.filter(({ id }) => id >= length);
  const leaves = chosen.filter(({ id }) => id < length);
  const entries = summaries.flatMap((hit) => summaryEntry(found, hit, scope) ?? []);
  const summaryTable = fillTable(formOf('Summaries'), entries, most, scope);
  const sources = leaves.flatMap((hit) => leafEntry(index, found, hit) ?? []);
  return assemble([summaryTable, fillTable(formOf('Sources'), sources, most - summaryTable.tokens, scope)], most);
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
  const statements = () =>
    leaf.sentences.map((span) => ({
      text: oneLine(leaf.text.slice(span.start - leaf.start, span.end - leaf.start)),
      spans: [span],
    }));
  return {
    dataset: 'Sources',
    id: leaf.unit.id,
    row: index.slotOf.get(leaf.unit.id) ?? -1,
    title,
    score,
    cells: (words) => [title, words],
    wordings: [{ text: leaf.text, statements }],
    documentIds: () => [leaf.document_id],
  };
}
