import type { Leaf } from '../../../raptor/leaves';
import { summaryOf, type Summary } from '../../../raptor/summaries';
import type { SummaryTree } from '../../../raptor/summary-tree';
import type { Span } from '../../../tables/tables';
import { idfOfWord } from '../../../retrieval/lexical/asked-words';
import type { WordTerms } from '../../../retrieval/lexical/bm25';
import { wordsInDocuments } from '../../../retrieval/lexical/languages';
import { rankTextUnits } from '../../../retrieval/text-units';
import type { Hit } from '../../../vectors/top-k';
import type { Retrieval } from '../../writer/search-run';
import type { PartsInScope } from './parts-in-scope';
import type { TreeIndex } from './tree-index';

/** Scores of the parts of a tree for a question, by their numbers; 1 is the most for a leaf. */
export interface PartScores {
  readonly leaves: ReadonlyMap<number, number>;
  readonly summaries: ReadonlyMap<number, number>;
}

/** Scores parts by their nearness to the question. For one on the whole, and where none is near, by how much they stand for. */
export function scoreParts(retrieval: Retrieval, found: TreeIndex, parts: PartsInScope): PartScores {
  const near = retrieval.question.scope === 'whole' ? undefined : nearness(retrieval, found, parts);
  const isNear = near && (near.leaves.size > 0 || [...near.summaries.values()].some((score) => score > 0));
  return isNear ? near : breadth(found, parts);
}

/**
 * Scores leaves as Basic ranks their passages, and within a passage by their own words. Summaries count by their words and those of their
 * leaves, and by meaning where there are vectors, relative to the best leaf.
 */
function nearness(retrieval: Retrieval, found: TreeIndex, { isWhole }: PartsInScope): PartScores {
  const { index, question, scope } = retrieval;
  const passages = falling(rankTextUnits(index, question, scope.unit).hits).map(({ id, score }) => ({
    leaves: found.leavesOf(index.unitAt.get(id)?.id ?? ''),
    score,
  }));
  const ranked = new Set(passages.flatMap(({ leaves }) => leaves));
  const { length } = found.tree.leaves;
  const allow = (id: number): boolean => ranked.has(id) || (id >= length && isWhole(id));
  const byWords = found.bm25.search(askedWords(retrieval), { k: length + found.tree.nodes.length, allow });
  const words = new Map(byWords.map(({ id, score }) => [id, score]));
  const wordsOf = (id: number): number => words.get(id) ?? 0;
  const leaves = passages.flatMap(({ leaves, score }) => {
    const best = Math.max(...leaves.map(wordsOf));
    return leaves.map((id, at) => [id, score * (best > 0 ? wordsOf(id) / best : 1 / (1 + at))] as const);
  });
  return { leaves: new Map(leaves), summaries: scoreSummaries(retrieval, found, wordsOf, isWhole) };
}

/**
 * Scores each cluster by its share of the leaves in scope: what a model wrote of it, else the leaf that has most of its extractive summary, since
 * single sentences stand without their surroundings. All leaves alike where there are no clusters.
 */
function breadth({ tree, rows, extracts }: TreeIndex, { isWhole, hasPart }: PartsInScope): PartScores {
  const inScope = [...tree.leaves.keys()].filter(hasPart);
  if (tree.nodes.length === 0) return { leaves: new Map(inScope.map((leaf) => [leaf, 1])), summaries: new Map() };
  const leaves = new Map<number, number>();
  const summaries = new Map<number, number>();
  for (const [number, node] of tree.nodes.entries()) {
    const id = tree.leaves.length + number;
    const own = node.leaves.filter(hasPart);
    // A cluster of a hosted index may be here without its leaves.
    const share = (node.size / tree.size) * (node.leaves.length === 0 ? 1 : own.length / node.leaves.length);
    const leaf = mostOf(tree, own, summaryOf(tree, number, rows));
    if (!extracts.has(id) && isWhole(id)) summaries.set(id, share);
    else if (leaf !== undefined) leaves.set(leaf, Math.max(share, leaves.get(leaf) ?? 0));
  }
  return { leaves, summaries };
}

/** The one of these leaves with most characters of the sentences that a summary leads to. */
function mostOf(tree: SummaryTree, leaves: readonly number[], { statements }: Summary): number | undefined {
  const spans = statements.flatMap((one) => one.spans);
  const lengthIn = (number: number): number => {
    const leaf = tree.leaves[number];
    const own = spans.filter((span) => leaf && contains(leaf, span));
    return own.reduce((sum, { start, end }) => sum + end - start, 0);
  };
  const lengths = new Map(leaves.map((leaf) => [leaf, lengthIn(leaf)]));
  return leaves.toSorted((a, b) => (lengths.get(b) ?? 0) - (lengths.get(a) ?? 0))[0];
}

const contains = (leaf: Leaf, { document_id, start, end }: Span): boolean =>
  document_id === leaf.document_id && start >= leaf.start && end <= leaf.end;

/** Largest score of a passage, relative to the one before it. */
const ALMOST = 0.999;

/** Hits with scores from 1 to 0 that fall with their rank. */
function falling(hits: readonly Hit[]): readonly Hit[] {
  const most = hits.reduce((best, { score }) => Math.max(best, score), 0) || 1;
  const least = hits.reduce((worst, { score }) => Math.min(worst, score), 0);
  let left = 1;
  return hits.map(({ id, score }, at) => {
    left = at === 0 ? 1 : Math.min(ALMOST * left, (score - least) / (most - least));
    return { id, score: left };
  });
}

function scoreSummaries(
  { index, question }: Retrieval,
  { tree, rows }: TreeIndex,
  wordsOf: (id: number) => number,
  isSuch: (id: number) => boolean,
): ReadonlyMap<number, number> {
  const { dense } = question;
  const units = new Map(dense?.units(index.unitAt.size).map(({ id, score }) => [id, score]));
  const nearness = tree.leaves.map(({ unit }) => units.get(index.slotOf.get(unit.id) ?? -1) ?? 0);
  const written = new Map(dense?.summaries(rows.length).map(({ id, score }) => [rows[id]?.id, score]));
  const most = (all: readonly number[]): number => all.reduce((best, one) => Math.max(best, one), 0) || 1;
  const best = { words: most(tree.leaves.map((_, leaf) => wordsOf(leaf))), meaning: most(nearness) };
  const scores = new Map<number, number>();
  for (const [number, node] of tree.nodes.entries()) {
    const id = tree.leaves.length + number;
    if (!isSuch(id)) continue;
    const mean = node.leaves.reduce((sum, leaf) => sum + (nearness[leaf] ?? 0), 0) / node.leaves.length;
    const meaning = written.get(node.id) ?? mean;
    const weight = dense?.weight ?? 0;
    scores.set(id, (wordsOf(id) / best.words + (weight * meaning) / best.meaning) / (1 + weight));
  }
  return scores;
}

/**
 * Checks extractive summaries: one helps that has as much of the question as the best of these leaves. (Its sentences stand without their
 * surroundings, so that a leaf says more.)
 */
export function helpfulExtracts(
  retrieval: Retrieval,
  { tree, bm25, extracts }: TreeIndex,
  leaves: readonly number[],
): (id: number) => boolean {
  const words = askedWords(retrieval).map((terms) => ({ terms, weight: idfOfWord(bm25, terms) }));
  const weightIn = (terms: readonly string[]): number => {
    const own = new Set(terms);
    return words.reduce((sum, word) => sum + (word.terms.some((term) => own.has(term)) ? word.weight : 0), 0);
  };
  const most = leaves.reduce((best, leaf) => Math.max(best, weightIn(tree.terms[leaf] ?? [])), 0);
  return (id) => weightIn(extracts.get(id) ?? []) >= most;
}

/** The terms of each word of a question; of one that has function words alone, of these. */
const askedWords = ({ index, question }: Retrieval): readonly WordTerms[] =>
  question.words.length > 0
    ? question.words.map(({ terms }) => terms)
    : wordsInDocuments(question.text, index.tables.documents);
