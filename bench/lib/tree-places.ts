import { rowsOfTree } from '../../src/core/raptor/summaries';
import { makeSummaryTree } from '../../src/core/raptor/grow-tree';
import type { PassageVectors } from '../../src/core/raptor/leaf-vectors';
import type { LeafTables } from '../../src/core/raptor/leaves';
import { treeChoices, type SummaryTree } from '../../src/core/raptor/summary-tree';
import { updatedTree } from '../../src/core/raptor/tree-of-rows';
import { finish } from '../../src/core/work';
import { table } from './table';

/** Documents with the text units of each. */
export interface Folder {
  readonly documents: LeafTables['documents'];
  readonly units: readonly LeafTables['text_units'][];
}

/** Draws of the tenth that comes later. */
const DRAWS = [0, 3, 7];

/**
 * Prints the share of leaves that are in a cluster of mostly their own article: of a tree made whole, and of one to which a tenth of the documents
 * came later. `perArticle`: documents in a row that belong together.
 */
export function printPlaces({ documents, units }: Folder, perArticle: number, passages?: PassageVectors): void {
  const articleOf = new Map(documents.map(({ id }, at) => [id, Math.floor(at / perArticle)]));
  const tablesWithout = (isGone: (at: number) => boolean): LeafTables => ({
    documents,
    text_units: units.filter((_, at) => !isGone(at)).flat(),
  });
  const whole = tablesWithout(() => false);
  const rows = (passages ? [undefined, passages] : [undefined]).map((vectors) => {
    const tree = finish(makeSummaryTree(whole, treeChoices(), vectors));
    const later = DRAWS.map((draw) => {
      const isLater = (at: number): boolean => at % 10 === draw;
      const first = finish(makeSummaryTree(tablesWithout(isLater), treeChoices(), vectors));
      const summaries = rowsOfTree(first, []);
      return ownShare(finish(updatedTree({ ...whole, summaries }, treeChoices())) ?? first, articleOf);
    });
    const mean = later.reduce((sum, one) => sum + one, 0) / later.length;
    return [vectors ? 'words and meaning' : 'words', ownShare(tree, articleOf).toFixed(2), mean.toFixed(2)];
  });
  console.log(table(['leaves with their own article, by', 'all at once', 'a tenth came later'], rows));
}

function ownShare({ nodes, leaves }: SummaryTree, articleOf: ReadonlyMap<string, number>): number {
  const clusters = nodes.filter(({ level }) => level === 1).map(({ members }) => members);
  const own = clusters.map((members) => {
    const counts = new Map<number | undefined, number>();
    for (const member of members) {
      const article = articleOf.get(leaves[member]?.document_id ?? '');
      counts.set(article, (counts.get(article) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  });
  return own.reduce((sum, one) => sum + one, 0) / Math.max(1, clusters.flat().length);
}
