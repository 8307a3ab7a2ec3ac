import type { RelationshipRow } from '../tables/tables';

/** What connects two entities: the description, else the predicates that passages were read to state. */
export function relationWords({ description, keywords }: Pick<RelationshipRow, 'description' | 'keywords'>): string {
  return description || keywords.join(', ');
}
