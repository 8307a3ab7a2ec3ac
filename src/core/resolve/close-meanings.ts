import type { NamedEntity } from '../extract/alias-candidates';
import type { Clue } from './clue';

/** Entities, by id, whose vectors lie nearest to that of one, itself left out, best first, with their cosines. Empty where it has no vector. */
export type Near = (id: string, k: number) => readonly Neighbour[] | Promise<readonly Neighbour[]>;

interface Neighbour {
  readonly id: string;
  readonly score: number;
}

/** Entities looked up at most, the most frequent ones: each is a search over all vectors. */
const MOST_SEARCHES = 400;
const NEAREST = 4;
/** Below this two descriptions are not alike, whatever the model of the vectors. */
const LEAST_COSINE = 0.6;

/** Pairs of entities each of which is among the nearest of the other by what is known of them. */
export async function closeMeanings(entities: readonly NamedEntity[], near: Near): Promise<readonly Clue[]> {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const asked = entities
    .toSorted((a, b) => b.frequency - a.frequency || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_SEARCHES);
  const nearest = new Map<string, readonly Neighbour[]>();
  for (const { id } of asked)
    nearest.set(
      id,
      (await near(id, NEAREST)).filter(({ score }) => score >= LEAST_COSINE),
    );
  return asked.flatMap((a) =>
    (nearest.get(a.id) ?? []).flatMap(({ id, score }) => {
      const b = byId.get(id);
      const mutual = nearest.get(id)?.some((one) => one.id === a.id) ?? false;
      return b && mutual && a.id < id ? [{ a, b, kind: 'meaning' as const, strength: Math.min(1, score) }] : [];
    }),
  );
}
