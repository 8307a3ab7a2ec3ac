import { fuseDense } from '../vectors/top-k';
import type { RetrievalQuery, SearchIndex } from './index';

/**
 * Row numbers of the relationships nearest to a question, best first: by the words of their keywords, ends and description (BM25), fused with their
 * meaning where they have vectors.
 */
export function rankRelationshipsAbout(
  index: SearchIndex,
  { words, dense }: RetrievalQuery,
  most: number,
  allow?: (row: number) => boolean,
): readonly number[] {
  const asked = words.map(({ terms }) => terms);
  const byWords = index.relationshipWords.reader().search(asked, allow ? { k: most, allow } : { k: most });
  const hits = fuseDense(byWords, dense?.relationships(most, allow) ?? []);
  return hits.slice(0, most).map(({ id }) => id);
}
