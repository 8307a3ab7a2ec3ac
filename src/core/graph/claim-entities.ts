import type { CovariateRow, EntityRow } from '../tables/tables';

/**
 * Of several entities with one title, those that a claim, which names them by title alone, can mean: those found in the passage where it was
 * read; all of them where none was.
 */
export function thoseMeant<A>(
  titled: readonly A[],
  claim: Pick<CovariateRow, 'text_unit_id'>,
  entityOf: (one: A) => Pick<EntityRow, 'text_unit_ids'> | undefined,
): readonly A[] {
  if (titled.length < 2) return titled;
  const found = titled.filter((one) => entityOf(one)?.text_unit_ids.includes(claim.text_unit_id));
  return found.length > 0 ? found : titled;
}
