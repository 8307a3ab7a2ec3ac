import { rowIn } from '../tables/rows';
import { edgesOf, neighboursOf } from './graph-expansion';
import { fuseDense } from '../vectors/top-k';
import { combinedDegree } from '../tables/combined-degree';
import type { SearchIndex, RetrievalQuery } from './index';

/** Entities and relationships a local answer starts from, as row numbers, best first. */
export interface EntityPick {
  readonly rows: readonly number[];
  readonly scores: ReadonlyMap<number, number>;
}

/** Among which entities is picked, and how. */
interface EntityChoice {
  /** Row numbers of entities that come first. */
  readonly include?: readonly number[];
  /** Checks if an entity may be picked; all may by default. */
  readonly allow?: (row: number) => boolean;
  /** Factor of candidates by words and by meaning (GraphRAG's oversampling); default 2. */
  readonly oversampling?: number;
}

/** By what relationships are ranked. */
export type RelationshipRank = 'combined_degree' | 'weight';

const LEAST_SHARE = 0.3;

/**
 * Maps a question to at most `most` allowed entities (GraphRAG B1, `map_query_to_entities`: 10). Those of `include` come first, then those
 * that the question names. Then come those that match its words or its meaning.
 */
export function mapQueryToEntities(
  index: SearchIndex,
  query: RetrievalQuery,
  most: number,
  { include = [], allow, oversampling = 2 }: EntityChoice = {},
): EntityPick {
  const scores = new Map<number, number>();
  for (const row of [...include, ...query.entities]) if (!allow || allow(row)) scores.set(row, 1);
  const k = most * oversampling;
  const asked = query.words.map(({ terms }) => terms);
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

/** The relationships of some entities as row numbers, the best first. */
interface RankedRelationships {
  /** Between two of the entities. */
  readonly inside: readonly number[];
  /** To any other entity, those first that are linked with most of the entities. */
  readonly outside: readonly number[];
  /** With how many of the entities the other end of a relationship is linked; 0 for one between two of them. */
  readonly links: (row: number) => number;
}

/** Returns the rank of a relationship; 0 for one that does not exist. */
export function relationshipRank({ tables, entities }: SearchIndex, row: number, rankBy: RelationshipRank): number {
  const one = rowIn(tables.relationships, row);
  if (!one || rankBy === 'weight') return one?.weight ?? 0;
  return combinedDegree(one, (id) => tables.entities[entities.at.get(id) ?? -1]);
}

/** Ranks the allowed relationships of some entities (GraphRAG B1). */
export function rankRelationships(
  index: SearchIndex,
  entities: readonly number[],
  rankBy: RelationshipRank,
  allow?: (row: number) => boolean,
): RankedRelationships {
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
  const reach = (edge: number): number => links.get(outside.get(edge) ?? -1)?.size ?? 0;
  const best = (edges: Iterable<number>): number[] =>
    Array.from(edges, (edge) => ({ edge, links: reach(edge), rank: relationshipRank(index, edge, rankBy) }))
      .sort((a, b) => b.links - a.links || b.rank - a.rank || a.edge - b.edge)
      .map(({ edge }) => edge);
  return { inside: best(inside), outside: best(outside.keys()), links: reach };
}
