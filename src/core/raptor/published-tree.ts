import { groupBy } from '../arrays';
import type { SummaryRow, TextUnitRow } from '../tables/tables';
import { inSteps, type Work } from '../work';
import { leafAt, leavesOf, type Leaf, type LeafTables } from './leaves';
import {
  idfAmong,
  summaryTokensOf,
  termsOfLeaf,
  type SummaryTree,
  type TreeChoices,
  type TreeNode,
} from './summary-tree';

interface Made {
  readonly rows: readonly SummaryRow[];
  readonly tree: SummaryTree;
}

const known = new WeakMap<readonly TextUnitRow[], Made>();

/**
 * The tree that rows of summaries tell, over the text units that are here: of a hosted index, whose clusters follow from text units that are
 * mostly elsewhere. Leaves of documents that no row names have no cluster. Made once for each state of both tables.
 */
export function* publishedTree(
  tables: LeafTables,
  rows: readonly SummaryRow[],
  choices: TreeChoices,
): Work<SummaryTree> {
  const before = known.get(tables.text_units);
  if (before?.rows === rows) return before.tree;
  const tree = yield* readTree(tables, rows, choices);
  known.set(tables.text_units, { rows, tree });
  return tree;
}

function* readTree(tables: LeafTables, rows: readonly SummaryRow[], choices: TreeChoices): Work<SummaryTree> {
  const ordered = rows.toSorted((a, b) => a.level - b.level);
  const leaves = new LeavesHere(tables);
  const numberOf = new Map(ordered.map(({ id }, number) => [id, number]));
  const levelOf = (number: number): number => ordered[number]?.level ?? 0;
  const nodes: (TreeNode & { readonly parents: number[] })[] = [];
  yield* inSteps(ordered, ({ id, level, children, ...row }) => {
    // A host may send circles: what a summary sums up is below it.
    const members =
      level === 1
        ? leaves.numbersOf(row)
        : children.flatMap((child) => numberOf.get(child) ?? []).filter((child) => levelOf(child) < level);
    const under = level === 1 ? members : members.flatMap((member) => nodes[member]?.leaves ?? []);
    for (const member of level === 1 ? [] : members) nodes[member]?.parents.push(nodes.length);
    nodes.push({
      ...{ id, level, members, parents: [] },
      leaves: [...new Set(under)].sort((a, b) => a - b),
      size: row.text_unit_ids.length,
    });
  });
  leaves.addOthers(choices.leafTokens);
  const terms = leaves.all.map(termsOfLeaf);
  const parents = leaves.all.map((): number[] => []);
  for (const [number, { level, members }] of nodes.entries())
    for (const leaf of level === 1 ? members : []) parents[leaf]?.push(number);
  return {
    ...{ leaves: leaves.all, terms, nodes, parents },
    levels: nodes.at(-1)?.level ?? 0,
    size: nodes.reduce((most, { size }) => Math.max(most, size), 1),
    summaryTokens: summaryTokensOf(choices),
    idf: idfAmong(terms),
  };
}

/** Leaves whose documents are here. */
class LeavesHere {
  readonly all: Leaf[] = [];
  readonly #tables: LeafTables;
  readonly #units: ReadonlyMap<string, readonly TextUnitRow[]>;
  readonly #documents: ReadonlyMap<string, LeafTables['documents'][number]>;
  /** Numbers by place. */
  readonly #numbers = new Map<string, number>();

  constructor(tables: LeafTables) {
    this.#tables = tables;
    this.#units = groupBy(tables.text_units, ({ document_id }) => document_id);
    this.#documents = new Map(tables.documents.map((document) => [document.id, document]));
  }

  /** Numbers of the leaves of a row. */
  numbersOf({
    leaf_document_ids,
    leaf_starts,
    leaf_ends,
  }: Pick<SummaryRow, 'leaf_document_ids' | 'leaf_starts' | 'leaf_ends'>): readonly number[] {
    const numbers = leaf_document_ids.flatMap((document, at) => {
      const span = { document_id: document, start: leaf_starts[at] ?? 0, end: leaf_ends[at] ?? 0 };
      const key = `${document} ${String(span.start)} ${String(span.end)}`;
      const number = this.#numbers.get(key);
      if (number !== undefined) return number;
      const unit = this.#units.get(document)?.find(({ start, end }) => start <= span.start && span.end <= end);
      const leaf = unit && leafAt(unit, this.#documents.get(document), span);
      if (!leaf) return [];
      this.#numbers.set(key, this.all.push(leaf) - 1);
      return this.all.length - 1;
    });
    return [...new Set(numbers)];
  }

  /** Adds the leaves of documents of which no row names any. */
  addOthers(tokens: number): void {
    const named = new Set(this.all.map(({ document_id }) => document_id));
    const text_units = this.#tables.text_units.filter(({ document_id }) => !named.has(document_id));
    for (const leaves of leavesOf({ ...this.#tables, text_units }, tokens)) this.all.push(...leaves);
  }
}
