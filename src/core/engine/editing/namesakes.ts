import type { EntityRow } from '../../tables/tables';

/** An entity as it is offered by name. */
export interface Namesake {
  readonly id: string;
  readonly title: string;
  readonly type: string;
}

/** Entities by name, at most `count`: first exact titles, then names that begin with the words, then names that contain them. */
export function namesakes(entities: readonly EntityRow[], words: string, count: number): readonly Namesake[] {
  const wanted = folded(words.trim());
  if (wanted === '') return [];
  const found = entities.flatMap((row) => {
    const rank = Math.min(...[row.title, ...row.aliases].map((name, at) => rankOf(folded(name), wanted, at > 0)));
    return rank < Infinity ? [{ row, rank }] : [];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || b.row.frequency - a.row.frequency)
    .slice(0, count)
    .map(({ row: { id, title, type } }) => ({ id, title, type }));
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function rankOf(name: string, wanted: string, isAlias: boolean): number {
  if (name === wanted) return isAlias ? 1 : 0;
  if (name.startsWith(wanted)) return 2;
  return name.includes(wanted) ? 3 : Infinity;
}

/** Types of the entities, the commonest first. */
export function typesOf(entities: readonly Pick<EntityRow, 'type'>[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { type } of entities) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([type]) => type);
}
