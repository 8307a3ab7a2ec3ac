import { summaryOf } from '../../../raptor/summaries';
import type { SearchIndex } from '../../../retrieval';
import type { Work } from '../../../work';
import type { Passage } from '../../evidence/evidence';
import { passageOf } from '../../evidence/sentences';
import { makeTreeIndex } from './tree-index';

/** A summary of the tree, as it is browsed. */
export interface SummaryLine {
  readonly id: string;
  /** Layer of the tree; 1 stands on leaves. */
  readonly level: number;
  readonly text: string;
  /** `extractive` or a model id. */
  readonly method: string;
  /** Leaves beneath it. */
  readonly leaves: number;
}

/** Parts of the tree that lie right under one of it. */
export interface SummaryParts {
  readonly summaries: readonly SummaryLine[];
  /** Leaves, in the order of the documents. */
  readonly passages: readonly Passage[];
}

/** Lists the parts under a summary, the largest first; for null the top of the tree. Empty for one that is gone. */
export function* summaryParts(index: SearchIndex, id: string | null): Work<SummaryParts> {
  const { tree, rows } = yield* makeTreeIndex(index);
  const of = id === null ? undefined : tree.nodes.find((node) => node.id === id);
  if (id !== null && !of) return { summaries: [], passages: [] };
  const top = tree.nodes.flatMap(({ level }, number) => (level === tree.levels ? [number] : []));
  const members = of?.members ?? (tree.levels > 0 ? top : [...tree.leaves.keys()]);
  if ((of?.level ?? tree.levels + 1) === 1) {
    const leaves = members.flatMap((leaf) => tree.leaves[leaf] ?? []);
    return { summaries: [], passages: leaves.flatMap((leaf) => passageOf(index, leaf) ?? []) };
  }
  const summaries = members.flatMap((number): readonly SummaryLine[] => {
    const node = tree.nodes[number];
    if (!node) return [];
    const { text, method } = summaryOf(tree, number, rows);
    return [{ id: node.id, level: node.level, text, method, leaves: node.size }];
  });
  return { summaries: summaries.sort((a, b) => b.leaves - a.leaves), passages: [] };
}
