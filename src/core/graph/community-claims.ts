import type { CovariateRow, EntityRow } from '../tables/tables';
import { thoseMeant } from './claim-entities';

type Titled = Pick<EntityRow, 'title' | 'text_unit_ids'>;

/**
 * Ids of the claims about members of each community, sorted. A claim names its subject and object by title; `membership` gives, per level
 * and node, the community or −1.
 */
export function claimsInside(
  claims: readonly CovariateRow[],
  entities: readonly Titled[],
  membership: readonly Int32Array[],
  communities: number,
): readonly (readonly string[])[] {
  const inside = Array.from({ length: communities }, () => new Set<string>());
  if (claims.length === 0) return inside.map(() => []);
  const nodesOf = nodesByTitle(entities);
  for (const claim of claims) {
    const { id, subject_id, object_id } = claim;
    for (const title of [subject_id, object_id ?? subject_id]) {
      for (const node of thoseMeant(nodesOf.get(title) ?? [], claim, (at) => entities[at])) {
        for (const labels of membership) inside[labels[node] ?? -1]?.add(id);
      }
    }
  }
  return inside.map((ids) => [...ids].sort());
}

function nodesByTitle(entities: readonly Titled[]): ReadonlyMap<string, readonly number[]> {
  const nodes = new Map<string, number[]>();
  for (const [node, { title }] of entities.entries()) nodes.set(title, [...(nodes.get(title) ?? []), node]);
  return nodes;
}
