import { summaryOf } from '../../../raptor/summaries';
import { treeIndex, type TreeIndex } from './tree-index';
import type { SearchIndex } from '../../../retrieval';
import { idfOfWord } from '../../../retrieval/lexical/asked-words';
import type { Bm25, WordTerms } from '../../../retrieval/lexical/bm25';
import { wordsInDocuments } from '../../../retrieval/lexical/languages';
import { clipToWords, oneLine } from '../../../text/clip';
import { estimateTokens } from '../../../text/tokens';
import { fuseDense, sortedHits, type Hit } from '../../../vectors/top-k';
import { wordingOf, type BuiltContext, type ContextTable, type Entry } from '../../context/context';
import { assemble, fillTable, formOf } from '../../context/context-table';
import type { Scope } from '../../context/scope';
import type { Retrieval } from '../../writer/search-run';
import type { collapsedChoices, traversalChoices } from './parameters';

/** The nearest parts of the tree, whatever their layer (RAPTOR's collapsed tree). Where nothing matches, the broadest in scope. */
export function collapsedContext(
  retrieval: Retrieval,
  { nodes, tokens: most }: ReturnType<typeof collapsedChoices>,
  tokens: number,
): BuiltContext {
  const found = treeIndex(retrieval.index);
  const { isWhole } = partsInScope(retrieval, found);
  const ranked = rankParts(retrieval, found, isWhole);
  const nearest = usefulParts(retrieval, found, ranked.length > 0 ? ranked : broadest(found, isWhole), nodes);
  return contextOf(retrieval, found, nearest.slice(0, nodes), Math.min(tokens, most));
}

/** The parts of the highest layer that has such parts. */
function broadest(found: TreeIndex, isSuch: (id: number) => boolean): readonly Hit[] {
  for (let level = found.tree.levels; level >= 0; level--) {
    const parts = layerOf(found, level).filter(isSuch);
    if (parts.length > 0) return parts.map((id) => ({ id, score: 0 }));
  }
  return [];
}

/**
 * The nearest parts of a layer, then the nearest of what these sum up, and so on (RAPTOR's tree traversal). It goes on below each part that has
 * a leaf in scope, and shows those that have no other.
 */
export function traversalContext(
  retrieval: Retrieval,
  { nodes, startLayer, layers, tokens: most }: ReturnType<typeof traversalChoices>,
  tokens: number,
): BuiltContext {
  const found = treeIndex(retrieval.index);
  const { tree } = found;
  const { isWhole, hasPart } = partsInScope(retrieval, found);
  const scores = new Map(rankParts(retrieval, found, hasPart).map(({ id, score }) => [id, score]));
  const start = Math.max(0, tree.levels - startLayer);
  const end = layers === 0 ? 0 : Math.max(0, start - layers + 1);
  const taken: Hit[] = [];
  let among: readonly number[] = layerOf(found, start);
  for (let level = start; level >= end; level--) {
    const best = among
      .filter(hasPart)
      .map((id) => ({ id, score: scores.get(id) ?? 0 }))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, nodes);
    taken.push(...best.filter(({ id }) => isWhole(id)));
    const below = best.flatMap(({ id }) => tree.nodes[id - tree.leaves.length]?.members ?? []);
    among = [...new Set(below)].map((member) => (level === 1 ? member : tree.leaves.length + member));
  }
  return contextOf(retrieval, found, usefulParts(retrieval, found, taken, nodes), Math.min(tokens, most));
}

/** Parts without the extractive summaries that have less of the question than the best of the first leaves. */
function usefulParts(
  retrieval: Retrieval,
  { tree, bm25, extracts }: TreeIndex,
  parts: readonly Hit[],
  first: number,
): readonly Hit[] {
  const shareOf = shareOfQuestion(bm25, askedWords(retrieval));
  const leaves = parts.filter(({ id }) => id < tree.leaves.length).slice(0, first);
  const nearest = leaves.reduce((most, { id }) => Math.max(most, shareOf(tree.terms[id] ?? [])), 0);
  return parts.filter(({ id }) => {
    const extract = extracts.get(id);
    return !extract || shareOf(extract) >= nearest;
  });
}

/** Measures the share of a question's words, weighted by their rarity, that are among some terms. 0 for a question without words. */
function shareOfQuestion(bm25: Bm25, asked: readonly WordTerms[]): (terms: readonly string[]) => number {
  const words = asked.map((terms) => ({ terms, weight: idfOfWord(bm25, terms) }));
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  return (terms) => {
    const own = new Set(terms);
    const known = words.reduce((sum, word) => sum + (word.terms.some((term) => own.has(term)) ? word.weight : 0), 0);
    return all === 0 ? 0 : known / all;
  };
}

/** Numbers of the parts of a layer. */
const layerOf = ({ tree }: TreeIndex, level: number): readonly number[] =>
  level === 0
    ? [...tree.leaves.keys()]
    : tree.nodes.flatMap((node, number) => (node.level === level ? [tree.leaves.length + number] : []));

/** Checks on the parts of a tree. */
interface PartsInScope {
  /** Checks that all words of a part are in scope. */
  readonly isWhole: (id: number) => boolean;
  /** Checks if some words of a part are in scope. */
  readonly hasPart: (id: number) => boolean;
}

const EVERYTHING: PartsInScope = { isWhole: () => true, hasPart: () => true };

function partsInScope({ index, scope }: Retrieval, { tree }: TreeIndex): PartsInScope {
  if (scope.everything) return EVERYTHING;
  const isIn = (leaf: number): boolean => scope.unit(index.slotOf.get(tree.leaves[leaf]?.unit.id ?? '') ?? -1);
  const leavesOf = (id: number): readonly number[] => tree.nodes[id - tree.leaves.length]?.leaves ?? [id];
  return { isWhole: (id) => leavesOf(id).every(isIn), hasPart: (id) => leavesOf(id).some(isIn) };
}

/** Ranks such parts of the tree by the words of the question, and by meaning where there are vectors, best first. */
function rankParts(retrieval: Retrieval, found: TreeIndex, allow: (id: number) => boolean): readonly Hit[] {
  const { question } = retrieval;
  const { tree, bm25 } = found;
  const k = tree.leaves.length + tree.nodes.length;
  const hits = bm25.search(askedWords(retrieval), { k, allow });
  return question.dense ? fuseDense(hits, nearParts(retrieval, found, allow), question.dense.weight) : hits;
}

/** The terms of each word of a question; of one that has function words alone, of these. */
const askedWords = ({ index, question }: Retrieval): readonly WordTerms[] =>
  question.words.length > 0
    ? question.words.map(({ terms }) => terms)
    : wordsInDocuments(question.text, index.tables.documents);

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

/**
 * Tables of the first parts that fit into so many tokens: summaries, and leaves as sources. Extractive summaries stand behind leaves, since
 * sentences without their surroundings say less than a passage.
 */
function contextOf(retrieval: Retrieval, found: TreeIndex, parts: readonly Hit[], most: number): BuiltContext {
  const { index, scope } = retrieval;
  const { length } = found.tree.leaves;
  const isExtract = ({ id }: Hit): boolean => found.extracts.has(id);
  const ordered = [...parts.filter((part) => !isExtract(part)), ...parts.filter(isExtract)];
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
