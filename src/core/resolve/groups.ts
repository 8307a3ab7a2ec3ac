import { pairKey } from '../graph/edits/distinct-pairs';
import type { NamedEntity } from '../extract/alias-candidates';
import { namesContradict } from './name-contradiction';

/** Entities that were found to be the same, and pairs that were told apart. */
export interface Groups {
  together(a: NamedEntity, b: NamedEntity): boolean;
  /** One key for all that are together. */
  keyOf(entity: NamedEntity): string;
  /** Whether bringing two entities together would bring together names that contradict each other or were told apart. */
  clash(a: NamedEntity, b: NamedEntity): boolean;
  join(a: NamedEntity, b: NamedEntity): void;
  tellApart(a: NamedEntity, b: NamedEntity): void;
}

export function createGroups(): Groups {
  const groups = new Map<string, readonly NamedEntity[]>();
  const apart = new Set<string>();
  const of = (entity: NamedEntity): readonly NamedEntity[] => groups.get(entity.key) ?? [entity];
  const together = (a: NamedEntity, b: NamedEntity): boolean => of(a).some(({ key }) => key === b.key);
  const clashing = (a: NamedEntity, b: NamedEntity): boolean =>
    apart.has(pairKey(a.key, b.key)) || namesContradict(a, b);
  return {
    together,
    keyOf: (entity) => of(entity).reduce((least, { key }) => (key < least ? key : least), entity.key),
    clash: (a, b) => of(a).some((one) => of(b).some((other) => clashing(one, other))),
    join: (a, b) => {
      if (together(a, b)) return;
      const both = [...of(a), ...of(b)];
      for (const { key } of both) groups.set(key, both);
    },
    tellApart: (a, b) => void apart.add(pairKey(a.key, b.key)),
  };
}
