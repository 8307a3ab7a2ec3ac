import { edgesOf, neighboursOf } from './adjacency';
import { fuseDense } from './top-k';
import type { SearchIndex } from './index';
import type { RetrievalQuery } from './query';

/** Entities and relationships a local answer starts from, as row numbers, best first. */
export interface EntityPick {
  readonly rows: readonly number[];
  readonly scores: ReadonlyMap<number, number>;
}

/** By what relationships are ranked. */
export type RelationshipRank = 'combined_degree' | 'weight';

/** How many entities are picked, and from which. */
export interface EntityChoice {
  /** Entities at most; default 10. */
  readonly most?: number;
  /** Rows that come first, whatever the question says. */
  readonly include?: readonly number[];
  /** Whether an entity may be picked. */
  readonly allow?: (row: number) => boolean;
}

/** How many relationships are picked, and from which. */
export interface RelationshipChoice {
  /** To outside entities at most for each picked entity; default 10. */
  readonly each?: number;
  /** Default `combined_degree`. */
  readonly rankBy?: RelationshipRank;
  /** Whether a relationship may be picked. */
  readonly allow?: (row: number) => boolean;
}

const TOP_ENTITIES = 10;
const TOP_RELATIONSHIPS = 10;
const LEAST_SHARE = 0.3;

/**
 * Entities that the question names, then those whose title, aliases or description match its words or, where there are vectors, its
 * meaning; cut to 10 (GraphRAG B1, `map_query_to_entities`).
 */
export function mapQueryToEntities(index: SearchIndex, query: RetrievalQuery, choice: EntityChoice = {}): EntityPick {
  const { most = TOP_ENTITIES, include = [], allow } = choice;
  const scores = new Map<number, number>();
  for (const row of [...include, ...query.entities]) if (!allow || allow(row)) scores.set(row, 1);
  const k = most * 2;
  const asked = query.terms.map(({ term }) => term);
  const byWords = index.entities.bm25.search(asked, allow ? { k, allow } : { k });
  const hits = fuseDense(byWords, query.dense?.entities(k, allow) ?? []);
  const best = hits[0]?.score ?? 1;
  for (const { id, score } of hits) {
    const share = score / best;
    if (share >= LEAST_SHARE && !scores.has(id)) scores.set(id, share * 0.8);
  }
  const rows = [...scores.keys()].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0)).slice(0, most);
  return { rows, scores };
}

/**
 * Relationships of the picked entities: between two of them by combined degree, then to outside entities by how many
 * picked entities these touch and by combined degree, at most 10 per picked entity (GraphRAG B1).
 */
export function rankRelationships(
  index: SearchIndex,
  entities: readonly number[],
  choice: RelationshipChoice = {},
): readonly number[] {
  const { each = TOP_RELATIONSHIPS, rankBy = 'combined_degree', allow } = choice;
  const picked = new Set(entities);
  const inside = new Set<number>();
  const outside = new Map<number, number>();
  const links = new Map<number, Set<number>>();
  for (const entity of entities) {
    const edges = edgesOf(index.adjacency, entity);
    neighboursOf(index.adjacency, entity).forEach((neighbour, at) => {
      const edge = edges[at] ?? 0;
      if (allow && !allow(edge)) return;
      if (picked.has(neighbour)) inside.add(edge);
      else {
        outside.set(edge, neighbour);
        links.set(neighbour, (links.get(neighbour) ?? new Set()).add(entity));
      }
    });
  }
  const rank = (edge: number): number => index.tables.relationships[edge]?.[rankBy] ?? 0;
  const reach = (edge: number): number => links.get(outside.get(edge) ?? -1)?.size ?? 0;
  return [
    ...[...inside].sort((a, b) => rank(b) - rank(a) || a - b),
    ...[...outside.keys()]
      .sort((a, b) => reach(b) - reach(a) || rank(b) - rank(a) || a - b)
      .slice(0, each * entities.length),
  ];
}
