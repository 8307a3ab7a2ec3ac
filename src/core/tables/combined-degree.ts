import type { EntityRow, RelationshipRow } from './tables';

type Ends = Pick<RelationshipRow, 'id' | 'source_id' | 'target_id'>;

/** Looks up an entity by its id. */
export type EntityLookUp = (id: string) => Pick<EntityRow, 'degree'> | undefined;

/**
 * The sum of the degrees of both ends (GraphRAG's `combined_degree`); an end that is no entity counts as 0. Rows in
 * memory lack it, since one new neighbour of a name changes it in all relationships of that name.
 */
export const combinedDegree = ({ source_id, target_id }: Omit<Ends, 'id'>, entityOf: EntityLookUp): number =>
  (entityOf(source_id)?.degree ?? 0) + (entityOf(target_id)?.degree ?? 0);

/** Relationships by their combined degree, the highest first; those of the same by id. */
export function byCombinedDegree<R extends Ends>(rows: readonly R[], entityOf: EntityLookUp): readonly R[] {
  return rows
    .map((row) => ({ row, degree: combinedDegree(row, entityOf) }))
    .sort((a, b) => b.degree - a.degree || (a.row.id < b.row.id ? -1 : 1))
    .map(({ row }) => row);
}
