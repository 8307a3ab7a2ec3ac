import { combinedDegree, type EntityLookUp } from '../../tables/combined-degree';
import type { RelationshipRow } from '../../tables/tables';

/** Relationships whose evidence is used, the strongest first. More would fit no budget. */
const MOST = 200;

/** The relationships whose evidence is used, strongest first. Only those that may belong to them are sorted. */
export function strongestOf(
  relationships: readonly RelationshipRow[],
  entityOf: EntityLookUp,
): readonly RelationshipRow[] {
  const weights = Float64Array.from(relationships, ({ weight }) => weight).sort();
  const least = weights.at(-MOST) ?? -Infinity;
  const strong = relationships.filter(({ weight }) => weight >= least);
  return byStrength(strong, entityOf).slice(0, MOST);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Relationships, strongest first; those of the same weight by their combined degree. */
export function byStrength(relationships: readonly RelationshipRow[], entityOf: EntityLookUp): RelationshipRow[] {
  return relationships
    .map((row) => ({ row, degree: combinedDegree(row, entityOf) }))
    .sort((a, b) => b.row.weight - a.row.weight || b.degree - a.degree || compare(a.row.id, b.row.id))
    .map(({ row }) => row);
}
