import { summarisedRows } from '../../../raptor/summaries';
import type { SearchIndex } from '../../../retrieval';
import type { SummaryRow } from '../../../tables/tables';
import type { Work } from '../../../work';
import { makeTree, NO_ROWS } from './tree-index';

interface Made {
  readonly written: readonly SummaryRow[];
  readonly all: readonly SummaryRow[];
}

const known = new WeakMap<object, Made>();

/**
 * A row for each cluster of the tree as it is now: by a model, or `extractive`, of sentences of the documents. Made once for each state of the tree and
 * of written summaries.
 */
export function* summaryRows({ tables }: SearchIndex): Work<readonly SummaryRow[]> {
  const tree = yield* makeTree(tables);
  const { summaries: written = NO_ROWS } = tables;
  const before = known.get(tree);
  if (before?.written === written) return before.all;
  const all = yield* summarisedRows(tree, written);
  known.set(tree, { written, all });
  return all;
}
