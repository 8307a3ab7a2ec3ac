import { pairKey } from '../graph/edits/distinct-pairs';
import type { Decision, DistinctValue } from '../graph/edits/edit-values';
import type { Candidate } from './candidates';
import type { Answered } from './decisions';
import { createGroups, type Groups } from './groups';
import { typesContradict } from './name-contradiction';

export interface Settled {
  readonly decisions: readonly Decision[];
  readonly groups: Groups;
  /** Pairs said to be the same that are left as they are, since a name would then mean two that cannot be one. */
  readonly ambiguous: number;
}

/**
 * What follows from a model's answers. Where it gives a name to two entities whose names contradict each other, or which it told apart,
 * neither gets it: the name is a homonym until a person says whose it is. So is one of another kind than two of which nobody said that they are
 * the same.
 */
export function settle(answers: readonly Answered[], by: string): Settled {
  const sorted = answers.toSorted((a, b) => b.candidate.score - a.candidate.score);
  const distinct = sorted.filter(({ same }) => !same).map(({ candidate }) => candidate);
  const same = sorted.filter((one) => one.same).map(({ candidate }) => candidate);
  const clear = withoutHomonyms(same, distinct);
  const groups = groupsWith(distinct);
  const merged = clear.filter(({ into, from }) => {
    if (groups.clash(into, from)) return false;
    groups.join(into, from);
    return true;
  });
  return {
    decisions: [
      ...merged.map(({ into, from }) => ({ kind: 'alias' as const, key: from.key, value: { into: into.key, by } })),
      ...distinct.map((candidate) => toldApart(candidate, { by })),
      ...same.filter((candidate) => !merged.includes(candidate)).map((one) => toldApart(one, { by, homonym: true })),
    ],
    groups,
    ambiguous: same.length - merged.length,
  };
}

function toldApart({ into, from }: Candidate, value: Omit<DistinctValue, 'other'>): Decision {
  return { kind: 'distinct', key: from.key, value: { other: into.key, ...value } };
}

/** The pairs without those of a name that was given to two entities which cannot be one. */
function withoutHomonyms(same: readonly Candidate[], distinct: readonly Candidate[]): readonly Candidate[] {
  const groups = groupsWith(distinct);
  const said = new Set(same.map(({ into, from }) => pairKey(into.key, from.key)));
  const givenTo = new Map<Candidate['into'], Candidate['into'][]>();
  for (const { into, from } of same) {
    givenTo.set(from, [...(givenTo.get(from) ?? []), into]);
    givenTo.set(into, [...(givenTo.get(into) ?? []), from]);
  }
  const isOfOtherKind = (name: Candidate['into'], a: Candidate['into'], b: Candidate['into']): boolean =>
    typesContradict(name, a) && typesContradict(name, b) && !said.has(pairKey(a.key, b.key));
  const homonyms = new Set(
    [...givenTo]
      .filter(([name, others]) =>
        others.some((a) => others.some((b) => a !== b && (groups.clash(a, b) || isOfOtherKind(name, a, b)))),
      )
      .map(([{ key }]) => key),
  );
  return same.filter(({ into, from }) => !homonyms.has(into.key) && !homonyms.has(from.key));
}

function groupsWith(distinct: readonly Candidate[]): Groups {
  const groups = createGroups();
  for (const { into, from } of distinct) groups.tellApart(into, from);
  return groups;
}
