import type { EntityRow } from '../tables/tables';
import { longestMatches, nameKeys } from './concepts';

/** Finds entities by their titles and aliases. */
export interface EntityNames {
  /** Row numbers of the entities of that name, best connected first. */
  withName(key: string): readonly number[];
  /** Names that a text spells out, longest first from the left, without overlap. */
  namesIn(text: string): readonly string[];
}

/** Collects the names of entities; aliases count like titles. */
export function collectNames(entities: readonly EntityRow[]): EntityNames {
  const byName = new Map<string, number[]>();
  entities.forEach((row, at) => {
    for (const key of new Set([row.title, ...row.aliases].flatMap(nameKeys))) {
      if (key.length < 2) continue;
      const list = byName.get(key);
      if (list) list.push(at);
      else byName.set(key, [at]);
    }
  });
  const degree = (at: number): number => entities[at]?.degree ?? 0;
  for (const list of byName.values()) list.sort((a, b) => degree(b) - degree(a) || a - b);
  return {
    withName: (key) => byName.get(key) ?? [],
    namesIn: (text) => longestMatches(text, (key) => byName.has(key)),
  };
}
