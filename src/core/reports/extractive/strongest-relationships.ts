import type { RelationshipRow } from '../../tables/tables';

/** Relationships whose evidence is used, the strongest first. More would fit no budget. */
const MOST = 200;

/** The relationships whose evidence is used, strongest first. Only those that may belong to them are sorted. */
export function strongestOf(relationships: readonly RelationshipRow[]): readonly RelationshipRow[] {
  const weights = Float64Array.from(relationships, ({ weight }) => weight).sort();
  const least = weights.at(-MOST) ?? -Infinity;
  const strong = relationships.filter(({ weight }) => weight >= least);
  return strong.sort(byStrength).slice(0, MOST);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Orders relationships, strongest first. */
export function byStrength(a: RelationshipRow, b: RelationshipRow): number {
  return b.weight - a.weight || b.combined_degree - a.combined_degree || compare(a.id, b.id);
}
