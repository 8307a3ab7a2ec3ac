import type { Decision, DistinctValue } from '../graph/edits/edit-values';
import { pairKey } from '../ids';
import type { Candidate } from './candidates';
import type { Answered } from './pair-calls';
import { typesContradict, namesContradict } from './name-contradiction';
import type { NamedEntity } from '../extract/aliases/alias-candidates';

interface AppliedDecisions {
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
export function applyDecisions(answers: readonly Answered[], by: string): AppliedDecisions {
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
      ...distinct.map((candidate) => distinctDecision(candidate, { by })),
      ...same
        .filter((candidate) => !merged.includes(candidate))
        .map((one) => distinctDecision(one, { by, homonym: true })),
    ],
    groups,
    ambiguous: same.length - merged.length,
  };
}

function distinctDecision({ into, from }: Candidate, value: Omit<DistinctValue, 'other'>): Decision {
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

/** Entities that were found to be the same, and pairs that were told apart. */
interface Groups {
  together(a: NamedEntity, b: NamedEntity): boolean;
  /** One key for all that are together. */
  keyOf(entity: NamedEntity): string;
  /** Whether bringing two entities together would bring together names that contradict each other or were told apart. */
  clash(a: NamedEntity, b: NamedEntity): boolean;
  join(a: NamedEntity, b: NamedEntity): void;
  tellApart(a: NamedEntity, b: NamedEntity): void;
}

function createGroups(): Groups {
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

/**
 * Up to `most` candidates whose answer is not known yet, surest first: none whose ends other answers have brought together or told apart,
 * and none that the pairs chosen before it would connect anyway. N names of one entity so take N − 1 questions.
 */
export function worthAsking(
  candidates: readonly Candidate[],
  asked: ReadonlySet<Candidate>,
  known: Groups,
  most: number,
): readonly Candidate[] {
  const chosen: Candidate[] = [];
  const connected = connections();
  for (const candidate of candidates) {
    if (chosen.length >= most) break;
    const { into, from } = candidate;
    if (asked.has(candidate) || known.together(into, from) || known.clash(into, from)) continue;
    if (connected.join(known.keyOf(into), known.keyOf(from))) chosen.push(candidate);
  }
  return chosen;
}

/** Which entities the chosen pairs connect. */
function connections() {
  const parents = new Map<string, string>();
  const root = (key: string): string => {
    let at = key;
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) at = next;
    return at;
  };
  return {
    /** False when the two are connected already. */
    join: (a: string, b: string): boolean => {
      const [one, other] = [root(a), root(b)];
      if (one !== other) parents.set(one, other);
      return one !== other;
    },
  };
}
