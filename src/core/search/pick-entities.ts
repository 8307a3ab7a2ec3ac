import { edgesOf, neighboursOf } from '../retrieve/adjacency';
import type { SearchIndex } from '../retrieve/index';
import { fusedWith } from './fuse-dense';
import type { Question } from './question';

/** Entities and relationships a local answer starts from, as row numbers, best first. */
export interface EntityPick {
  readonly rows: readonly number[];
  readonly scores: ReadonlyMap<number, number>;
}

const TOP_ENTITIES = 10;
const TOP_RELATIONSHIPS = 10;
const LEAST_SHARE = 0.3;

/**
 * Entities that the question names, then those whose title, aliases or description match its words or, where there are vectors, its
 * meaning; cut to 10 (GraphRAG B1).
 */
export function pickEntities(index: SearchIndex, question: Question): EntityPick {
  const scores = new Map<number, number>();
  for (const row of question.entities) scores.set(row, 1);
  const k = TOP_ENTITIES * 2;
  const asked = question.terms.map(({ term }) => term);
  const hits = fusedWith(index.entities.bm25.search(asked, { k }), question.dense?.entities(k) ?? []);
  const best = hits[0]?.score ?? 1;
  for (const { id, score } of hits) {
    const share = score / best;
    if (share >= LEAST_SHARE && !scores.has(id)) scores.set(id, share * 0.8);
  }
  const rows = [...scores.keys()].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0)).slice(0, TOP_ENTITIES);
  return { rows, scores };
}

/**
 * Relationships of the picked entities: between two of them by combined degree, then to outside entities by how many
 * picked entities these touch and by combined degree, at most 10 per picked entity (GraphRAG B1).
 */
export function pickRelationships(index: SearchIndex, entities: readonly number[]): readonly number[] {
  const picked = new Set(entities);
  const inside = new Set<number>();
  const outside = new Map<number, number>();
  const links = new Map<number, Set<number>>();
  for (const entity of entities) {
    const edges = edgesOf(index.adjacency, entity);
    neighboursOf(index.adjacency, entity).forEach((neighbour, at) => {
      const edge = edges[at] ?? 0;
      if (picked.has(neighbour)) inside.add(edge);
      else {
        outside.set(edge, neighbour);
        links.set(neighbour, (links.get(neighbour) ?? new Set()).add(entity));
      }
    });
  }
  const rank = (edge: number): number => index.tables.relationships[edge]?.combined_degree ?? 0;
  const reach = (edge: number): number => links.get(outside.get(edge) ?? -1)?.size ?? 0;
  return [
    ...[...inside].sort((a, b) => rank(b) - rank(a) || a - b),
    ...[...outside.keys()]
      .sort((a, b) => reach(b) - reach(a) || rank(b) - rank(a) || a - b)
      .slice(0, TOP_RELATIONSHIPS * entities.length),
  ];
}
