import { edgesOf, neighboursOf } from './adjacency';
import { fuseDense } from '../vectors/top-k';
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
  /** Whether an entity may be picked; all may by default. */
  readonly allow?: (row: number) => boolean;
  /** So many times as many are looked at by words and by meaning (GraphRAG's oversampling); default 2. */
  readonly oversampling?: number;
}

/** By what relationships are ranked. */
export type RelationshipRank = 'combined_degree' | 'weight';

const LEAST_SHARE = 0.3;

/**
 * Entities that the question names, then those whose title, aliases or description match its words or, where there are vectors, its
 * meaning, behind those of `include`; cut to `most` (GraphRAG B1, `map_query_to_entities`: 10), of allowed ones.
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
 * Relationships of the picked entities, each with its links: between two of them by combined degree, with 0, then to outside entities by how
 * many picked entities these touch and by combined degree, at most `each` per picked entity (GraphRAG B1: 10), of allowed ones.
 */
export function rankRelationships(
  index: SearchIndex,
  entities: readonly number[],
  each: number,
  rankBy: RelationshipRank,
  allow?: (row: number) => boolean,
): ReadonlyMap<number, number> {
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
  const best = (edges: Iterable<number>): number[] =>
    [...edges].sort((a, b) => reach(b) - reach(a) || rank(b) - rank(a) || a - b);
  const ranked = [...best(inside), ...best(outside.keys()).slice(0, each * entities.length)];
  return new Map(ranked.map((edge) => [edge, reach(edge)]));
}
