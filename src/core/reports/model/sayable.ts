import { NO_MODEL } from '../../extract/mention-records';
import { APPEARS_WITH, appearsWithId } from '../../graph/derive/derive-relationships';
import type { CommunityRow, RelationshipRow } from '../../tables/tables';
import { lineMark, type SaidLine } from './context-facts';
import type { ContextChoice } from './context-key';
import { saidOfClaim, saidOfEntity, saidOfRelationship } from './context-lines';
import { longestOn } from './fill-page';
import type { ModelTables } from './model-tables';

/** The marks of all lines that a community has, whether there is room for them or not. */
export type Sayable = (row: CommunityRow, choice: ContextChoice) => ReadonlySet<string>;

/** Marks on one state of the tables; each line's is made once. */
export function sayables(tables: ModelTables): Sayable {
  const marks = new Map<string, string>();
  return (row, { tokens }) => {
    const longest = longestOn(tokens);
    const markOf = (dataset: SaidLine['dataset'], id: string, said: () => readonly string[]): string => {
      const key = `${String(longest)} ${id}`;
      const mark = marks.get(key) ?? lineMark({ dataset, id, said: said() });
      marks.set(key, mark);
      return mark;
    };
    const entities = row.entity_ids.flatMap((id) => tables.entity(id) ?? []);
    return new Set([
      ...entities.flatMap((entity) => [
        markOf('Entities', entity.id, () => saidOfEntity(entity, { longest })),
        ...tables.claims(entity).map((claim) => markOf('Claims', claim.id, () => saidOfClaim(claim, { longest }))),
      ]),
      ...tables
        .relationships(row)
        .flatMap((one) => [one, ...appearingTogether(tables, one)])
        .map((one) => markOf('Relationships', one.id, () => saidOfRelationship(one, { longest }))),
    ]);
  };
}

/** What co-occurrence would say of a stated pair: it is as true as before, though it has no row beside what is stated. */
function appearingTogether(tables: ModelTables, row: RelationshipRow): readonly RelationshipRow[] {
  const [a, b] = [tables.entity(row.source_id), tables.entity(row.target_id)];
  if (row.method === NO_MODEL || !a || !b) return [];
  const [source, target] = a.key < b.key ? [a.title, b.title] : [b.title, a.title];
  return [{ ...row, id: appearsWithId(a, b), source, target, description: APPEARS_WITH, keywords: [] }];
}
