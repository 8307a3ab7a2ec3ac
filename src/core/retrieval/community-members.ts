import { rowIn, type Rows } from '../tables/rows';
import type { CommunityRow, EntityRow, RelationshipRow, TextUnitRow } from '../tables/tables';
import { rowAt } from './lexical/bm25';
import { edgesOf, neighboursOf, type Adjacency } from './graph-expansion';
import { lazy } from '../memo';
import type { RowLinks } from './indexes/row-links';
import type { NumberedRows } from './indexes/row-numbers';

/** Members of a community, by the row number of the community. Looks up no id. */
export interface CommunityMembers {
  /** Relationships with both ends inside. */
  relationships(row: number): readonly RelationshipRow[];
  /** Number of distinct text units that mention its members. */
  unitCount(row: number): number;
  /** At least that number. */
  mostUnits(row: number): number;
  /** For each document, how many of its mentions are of members, as a share; their sum. A long document counts no more than a short one. */
  documents(row: number): number;
}

interface Linked {
  readonly relationships: Rows<RelationshipRow>;
  readonly entities: NumberedRows<EntityRow>;
  /** The entities of communities. */
  readonly members: () => RowLinks<CommunityRow>;
  /** The text units that entities are mentioned in. */
  readonly mentions: () => RowLinks<EntityRow>;
  readonly adjacency: () => Adjacency;
  readonly textUnits: NumberedRows<TextUnitRow>;
}

/** Prepares these look-ups on one state of the tables. */
export function communityMembers(linked: Linked): CommunityMembers {
  const { relationships, entities, members, mentions, adjacency } = linked;
  /** By entity, the last count in which it was seen. */
  const seenIn = lazy(() => new Int32Array(entities.rows.length));
  let round = 0;
  const shares = lazy(() => mentionShares(mentions(), linked.textUnits));
  const membersOf = (row: number): readonly number[] => {
    const { offsets, targets } = members();
    const numbers = targets.subarray(offsets[row] ?? 0, offsets[row + 1] ?? 0);
    return Array.from(numbers).flatMap((number) => rowAt(entities.positions, number) ?? []);
  };
  const unitsOf = (entity: number): Int32Array => {
    const { offsets, targets } = mentions();
    return targets.subarray(offsets[entity] ?? 0, offsets[entity + 1] ?? 0);
  };
  return {
    relationships(row) {
      const own = membersOf(row);
      const seen = seenIn();
      round++;
      for (const entity of own) seen[entity] = round;
      const inside: RelationshipRow[] = [];
      for (const entity of own) {
        const edges = edgesOf(adjacency(), entity);
        for (const [at, neighbour] of neighboursOf(adjacency(), entity).entries()) {
          // Each is listed at both of its ends.
          if (neighbour <= entity || seen[neighbour] !== round) continue;
          const relationship = rowIn(relationships, edges[at] ?? -1);
          if (relationship) inside.push(relationship);
        }
      }
      return inside;
    },
    unitCount(row) {
      const units = new Set<number>();
      for (const entity of membersOf(row)) for (const unit of unitsOf(entity)) if (unit >= 0) units.add(unit);
      return units.size;
    },
    documents(row) {
      let sum = 0;
      for (const entity of membersOf(row)) for (const unit of unitsOf(entity)) sum += shares()[unit] ?? 0;
      return sum;
    },
    mostUnits: (row) => membersOf(row).reduce((sum, entity) => sum + unitsOf(entity).length, 0),
  };
}

/** By the number of a text unit, the share that each of its mentions has in all mentions of its document. */
function mentionShares(
  { targets }: RowLinks<EntityRow>,
  { rows, numbers, positions }: NumberedRows<TextUnitRow>,
): Float64Array {
  const documentOf = (row: number | undefined): string => rowIn(rows, row ?? -1)?.document_id ?? '';
  const counts = new Map<string, number>();
  for (const unit of targets) {
    const document = documentOf(rowAt(positions, unit));
    counts.set(document, (counts.get(document) ?? 0) + 1);
  }
  const shares = new Float64Array(positions.length);
  for (const [row, number] of numbers.entries()) shares[number] = 1 / (counts.get(documentOf(row)) ?? 1);
  return shares;
}
