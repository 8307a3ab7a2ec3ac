import type { Ends, NamedEntity } from '../extract/alias-candidates';
import { inSteps, type Work } from '../work';
import type { Clue } from './clue';

/** A neighbour of more entities than this tells nothing of any two of them. */
const MOST_NEIGHBOURS = 12;
const LEAST_SHARED = 3;
const LEAST_LIKENESS = 0.5;

/** Who is related to whom. */
export interface Company {
  /** Neighbours that two entities, by id, have in common, over those that either has (Jaccard); 0 to 1. */
  likeness(a: string, b: string): number;
  /** Entities that keep nearly the same company, found through neighbours that few have. */
  clues(entities: readonly NamedEntity[]): Work<readonly Clue[]>;
}

export function* companyOf(relationships: readonly Ends[]): Work<Company> {
  const neighbours = new Map<string, Set<string>>();
  const link = (one: string, other: string): void => {
    const set = neighbours.get(one);
    if (set) set.add(other);
    else neighbours.set(one, new Set([other]));
  };
  yield* inSteps(relationships, ({ source_id, target_id }) => {
    link(source_id, target_id);
    link(target_id, source_id);
  });
  const likeness = (a: string, b: string): number => jaccard(neighbours.get(a), neighbours.get(b));
  return { likeness, clues: (entities) => sameCompany(entities, neighbours, likeness) };
}

function* sameCompany(
  entities: readonly NamedEntity[],
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  likeness: Company['likeness'],
): Work<readonly Clue[]> {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const clues: Clue[] = [];
  yield* inSteps(entities, (a) => {
    const shared = new Map<string, number>();
    for (const neighbour of neighbours.get(a.id) ?? []) {
      const others = neighbours.get(neighbour);
      if (!others || others.size > MOST_NEIGHBOURS) continue;
      for (const id of others) if (id > a.id) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    for (const [id, count] of shared) {
      const b = byId.get(id);
      if (!b || count < LEAST_SHARED || b.type !== a.type) continue;
      const strength = likeness(a.id, id);
      if (strength >= LEAST_LIKENESS) clues.push({ a, b, kind: 'company', strength });
    }
  });
  return clues;
}

function jaccard(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): number {
  if (!one || !other) return 0;
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let common = 0;
  for (const id of small) if (large.has(id)) common++;
  return common / (one.size + other.size - common);
}
