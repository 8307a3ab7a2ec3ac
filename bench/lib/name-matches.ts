import { entityKey } from '../../src/core/extract/entity-key';

/** An entity as a measurement sees it: what it is called. */
export interface Named {
  readonly title: string;
  readonly aliases: readonly string[];
  readonly type: string;
}

/** `strict`: a name of each has the same key. `partial`: the words of one name stand together in the other. */
export type Matching = 'strict' | 'partial';

export interface Matches {
  /** Per found entity the gold entities it matches. */
  readonly ofFound: readonly (readonly number[])[];
  /** Per gold entity the found entities that match it. */
  readonly ofGold: readonly (readonly number[])[];
}

/** Matches every found entity with every gold entity that shares a name with it. */
export function matchEntities(found: readonly Named[], gold: readonly Named[], matching: Matching): Matches {
  const goldKeys = gold.map(keysOf);
  const ofGold: number[][] = gold.map(() => []);
  const ofFound = found.map((entity, at) => {
    const keys = keysOf(entity);
    return goldKeys.flatMap((others, number) => {
      const same = keys.some((key) => others.some((other) => agree(key, other, matching)));
      if (same) ofGold[number]?.push(at);
      return same ? [number] : [];
    });
  });
  return { ofFound, ofGold };
}

const keysOf = ({ title, aliases }: Named): readonly string[] => [...new Set([title, ...aliases].map(entityKey))];

const HAN = /\p{Script=Han}/u;

function agree(one: string, other: string, matching: Matching): boolean {
  if (one === other || matching === 'strict') return one === other;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return HAN.test(short) ? long.includes(short) : ` ${spaced(long)} `.includes(` ${spaced(short)} `);
}

const spaced = (key: string): string => key.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
