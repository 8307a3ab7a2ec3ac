import type { Retrieval } from '../../writer/search-run';
import { leavesUnder, type TreeIndex } from './tree-index';

/** Checks on the parts of a tree. */
export interface PartsInScope {
  /** Checks that all words of a part are in scope. */
  readonly isWhole: (id: number) => boolean;
  /** Checks if some words of a part are in scope. */
  readonly hasPart: (id: number) => boolean;
}

const EVERYTHING: PartsInScope = { isWhole: () => true, hasPart: () => true };

/** The checks for the documents that are asked about. */
export function partsInScope({ index, scope }: Retrieval, { tree }: TreeIndex): PartsInScope {
  if (scope.everything) return EVERYTHING;
  const isIn = (leaf: number): boolean => scope.unit(index.slotOf.get(tree.leaves[leaf]?.unit.id ?? '') ?? -1);
  return { isWhole: (id) => leavesUnder(tree, id).every(isIn), hasPart: (id) => leavesUnder(tree, id).some(isIn) };
}
