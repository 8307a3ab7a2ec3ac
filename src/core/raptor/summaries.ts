import { remembered } from '../memo';
import { isPoorSentence } from '../reports/context/sentence-pool';
import { sentenceChooser, sentenceVectors } from '../reports/extractive/select-sentences';
import type { Span, SummaryRow } from '../tables/tables';
import { oneLine } from '../text/clip';
import { joinSentences } from '../text/join-sentences';
import { estimateTokens } from '../text/tokens';
import type { Work } from '../work';
import { CLUSTERS_PER_STEP } from './cluster-rows';
import type { Leaf } from './leaves';
import { treeSettings, type SummaryTree, type TreeNode } from './summary-tree';

/** A sentence with its places in the documents, best first. */
export interface Statement {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** Sentences as one text. */
export const textOfStatements = (statements: readonly Pick<Statement, 'text'>[]): string =>
  joinSentences(statements.map(({ text }) => oneLine(text)));

/** Summary of a cluster. Each sentence leads to sentences of leaves. */
export interface Summary {
  readonly text: string;
  readonly statements: readonly Statement[];
  /** `extractive`, or the layer of a model. */
  readonly method: string;
}

/** Method of summaries that consist of sentences of the documents. */
export const EXTRACTIVE = 'extractive';

/** A sentence of the documents, or of a lower summary. */
interface Candidate extends Statement {
  readonly language: string;
}

const MOST_SENTENCES = 12;

const extracts = new WeakMap<SummaryTree, Map<number, readonly Candidate[]>>();

/** The sentences that say most of a cluster, within about so many tokens, as they stand in the documents. Made once. */
function extractOf(tree: SummaryTree, number: number): readonly Candidate[] {
  const made = extracts.get(tree) ?? new Map<number, readonly Candidate[]>();
  extracts.set(tree, made);
  const before = made.get(number);
  if (before) return before;
  const node = tree.nodes[number];
  const all = node ? sentencesUnder(tree, node, (child) => extractOf(tree, child)) : [];
  const chosen = chooseSentences(tree, all, tree.summaryTokens);
  made.set(number, chosen);
  return chosen;
}

/** Candidates of a cluster: the sentences of its leaves, or those that `ofChild` gives of the clusters in it. */
function sentencesUnder(
  tree: SummaryTree,
  { level, members }: TreeNode,
  ofChild: (child: number) => readonly Candidate[],
): readonly Candidate[] {
  const all = level === 1 ? members.flatMap((leaf) => sentencesOfLeaf(tree.leaves[leaf])) : members.flatMap(ofChild);
  return [...new Map(all.map((one) => [one.text, one])).values()];
}

const sentencesOfLeaf = (leaf: Leaf | undefined): readonly Candidate[] =>
  leaf ? statementsOfLeaf(leaf).map((one) => ({ ...one, language: leaf.language })) : [];

/** The sentences of a leaf, each with its place. */
export const statementsOfLeaf = ({ text, start, sentences }: Leaf): readonly Statement[] =>
  sentences.map((span) => ({ text: oneLine(text.slice(span.start - start, span.end - start)), spans: [span] }));

/** The most central sentences that do not repeat each other, in their order; poor ones only where there are no others. */
function chooseSentences(tree: SummaryTree, all: readonly Candidate[], tokens: number): readonly Candidate[] {
  const pool = { text: (at: number) => all[at]?.text ?? '', language: (at: number) => all[at]?.language ?? 'und' };
  const good = [...all.keys()].filter((at) => !isPoorSentence(pool.text(at)));
  const among = good.length > 0 ? good : [...all.keys()];
  const chooser = sentenceChooser(among, sentenceVectors(pool, tree.idf), () => 1);
  const chosen: number[] = [];
  let left = tokens;
  for (let tried = 0; tried < MOST_SENTENCES && left > 0; tried++) {
    const next = chooser.next();
    if (next === undefined) break;
    const needed = estimateTokens(pool.text(next));
    if (needed > left && chosen.length > 0) continue;
    chosen.push(next);
    left -= needed;
  }
  return chosen.sort((a, b) => a - b).flatMap((at) => all[at] ?? []);
}

/** Rows with a text by id. Listed once for each state of the table. */
const writtenById = remembered(
  (rows: readonly SummaryRow[]) => new Map(rows.flatMap((row) => (row.text === '' ? [] : [[row.id, row]]))),
);

/** The summary that a model wrote of a cluster. Undefined where none did. */
export const writtenSummary = (rows: readonly SummaryRow[], { id }: Pick<TreeNode, 'id'>): SummaryRow | undefined =>
  writtenById(rows).get(id);

/** The summary of a cluster: that of a model, else sentences of the documents. */
export function summaryOf(tree: SummaryTree, number: number, rows: readonly SummaryRow[]): Summary {
  const node = tree.nodes[number];
  const row = node && writtenSummary(rows, node);
  if (row) return { text: row.text, statements: statementsOf(row), method: row.method };
  const statements = extractOf(tree, number);
  return { text: textOfStatements(statements), statements, method: EXTRACTIVE };
}

const statementsOf = remembered(({ sources }: SummaryRow) => JSON.parse(sources) as readonly Statement[]);

/** Sentences that stand for a cluster before a model: of leaves those that say most of it within so many tokens; of clusters their summaries, each whole. */
export function shownOf(
  tree: SummaryTree,
  node: TreeNode,
  rows: readonly SummaryRow[],
  tokens: number,
): readonly (readonly Statement[])[] {
  if (node.level > 1) return node.members.map((child) => summaryOf(tree, child, rows).statements);
  const known = shownLeaves(tree);
  const key = `${String(tokens)} ${node.id}`;
  const shown = known.get(key) ?? chosenOfLeaves(tree, node, tokens);
  known.set(key, shown);
  return shown;
}

/** Sentences chosen of the leaves of clusters, by the tokens and the id of the cluster. */
const shownLeaves = remembered((_tree: SummaryTree) => new Map<string, readonly (readonly Statement[])[]>());

function chosenOfLeaves(tree: SummaryTree, node: TreeNode, tokens: number): readonly (readonly Statement[])[] {
  const chosen = chooseSentences(
    tree,
    sentencesUnder(tree, node, () => []),
    tokens,
  );
  const byUnit = new Map<string, Statement[]>();
  for (const one of chosen) {
    const key = one.spans[0]?.document_id ?? '';
    byUnit.set(key, [...(byUnit.get(key) ?? []), one]);
  }
  return [...byUnit.values()];
}

/** The row of a cluster with its summary. */
function summaryRow(tree: SummaryTree, node: TreeNode, summary: Summary): SummaryRow {
  const idOf = (one: number): string => tree.nodes[one]?.id ?? '';
  const own = node.level === 1 ? node.members.flatMap((leaf) => tree.leaves[leaf] ?? []) : [];
  return {
    id: node.id,
    level: node.level,
    parents: node.parents.map(idOf),
    children: node.level === 1 ? [] : node.members.map(idOf),
    text_unit_ids: [...new Set(node.leaves.flatMap((leaf) => tree.leaves[leaf]?.unit.id ?? []))],
    leaf_document_ids: own.map(({ document_id }) => document_id),
    leaf_starts: own.map(({ start }) => start),
    leaf_ends: own.map(({ end }) => end),
    leaf_ids: own.map(({ hash }) => hash),
    ...summaryColumns(summary),
    tree_settings: treeSettings(tree.choices),
  };
}

const NOT_WRITTEN: Summary = { text: '', statements: [], method: EXTRACTIVE };

/** A row for each cluster as the table keeps it: with what a model wrote of the same words, else without a text. */
export const rowsOfTree = (tree: SummaryTree, rows: readonly SummaryRow[]): readonly SummaryRow[] =>
  tree.nodes.map((node, number) =>
    summaryRow(tree, node, writtenSummary(rows, node) ? summaryOf(tree, number, rows) : NOT_WRITTEN),
  );

/** A row for each cluster with its summary: of a model, else of sentences of the documents. */
export function* summarisedRows(tree: SummaryTree, rows: readonly SummaryRow[]): Work<readonly SummaryRow[]> {
  const all: SummaryRow[] = [];
  for (const [number, node] of tree.nodes.entries()) {
    all.push(summaryRow(tree, node, summaryOf(tree, number, rows)));
    if (number % CLUSTERS_PER_STEP === 0) yield { done: number, total: tree.nodes.length };
  }
  return all;
}

/** A row with another summary of its cluster. */
export const withSummary = (row: SummaryRow, statements: readonly Statement[], method: string): SummaryRow => ({
  ...row,
  ...summaryColumns({ text: textOfStatements(statements), statements, method }),
});

/** Rows with some of them without their summary; none where a model's are all gone, so that the tree follows from the text units again. */
export function withoutSummaries(
  rows: readonly SummaryRow[],
  isGone: (row: SummaryRow) => boolean,
): readonly SummaryRow[] {
  const left = rows.map((row) => (isGone(row) ? { ...row, ...summaryColumns(NOT_WRITTEN) } : row));
  return left.some(({ text }) => text !== '') ? left : [];
}

const summaryColumns = ({ text, statements, method }: Summary) => ({
  text,
  n_tokens: estimateTokens(text),
  sources: JSON.stringify(statements.map(({ text, spans }) => ({ text, spans }))),
  method,
});
