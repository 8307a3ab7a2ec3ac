import { addTo } from '../arrays';
import type { NamedEntity } from '../extract/aliases/alias-candidates';
import type { Decision, DistinctValue } from '../graph/edits/edit-values';
import { pairKey } from '../ids';
import type { Candidate } from './candidates';
import { namesContradict, typesContradict } from './name-evidence';
import type { PairAnswer } from './pair-calls';

interface AppliedDecisions {
  readonly decisions: readonly Decision[];
  readonly groups: Groups;
  /** Pairs that the model called the same and that are left apart, since one of the names would then mean two different entities. */
  readonly ambiguous: number;
}

/**
 * Turns a model's answers into edits. A name may be given to two entities that cannot be one: their names contradict
 * each other, or the model found them distinct. Such a homonym gets neither until a person decides. The same is true
 * for a name given to two entities of types other than its own, unless these two are the same.
 */
export function applyDecisions(answers: readonly PairAnswer[], by: string): AppliedDecisions {
  const sorted = answers.toSorted((a, b) => b.candidate.score - a.candidate.score);
  const distinct = sorted.filter(({ same }) => !same).map(({ candidate }) => candidate);
  const same = sorted.filter((one) => one.same).map(({ candidate }) => candidate);
  const groups = createGroups(distinct);
  const merged = withoutHomonyms(same, distinct).filter(({ into, from }) => {
    if (groups.conflict(into, from)) return false;
    groups.join(into, from);
    return true;
  });
  const homonyms = same.filter((candidate) => !merged.includes(candidate));
  return {
    decisions: [
      ...merged.map(({ into, from }) => ({ kind: 'alias' as const, key: from.key, value: { into: into.key, by } })),
      ...distinct.map((candidate) => distinctDecision(candidate, { by })),
      ...homonyms.map((candidate) => distinctDecision(candidate, { by, homonym: true })),
    ],
    groups,
    ambiguous: homonyms.length,
  };
}

function distinctDecision({ into, from }: Candidate, value: Omit<DistinctValue, 'other'>): Decision {
  return { kind: 'distinct', key: from.key, value: { other: into.key, ...value } };
}

/** Leaves out the pairs of a name that was given to two entities which cannot be one. */
function withoutHomonyms(same: readonly Candidate[], distinct: readonly Candidate[]): readonly Candidate[] {
  const groups = createGroups(distinct);
  const samePairs = new Set(same.map(({ into, from }) => pairKey(into.key, from.key)));
  const entitiesOf = new Map<NamedEntity, NamedEntity[]>();
  for (const { into, from } of same) {
    addTo(entitiesOf, from, into);
    addTo(entitiesOf, into, from);
  }
  const areOfOtherTypes = (name: NamedEntity, a: NamedEntity, b: NamedEntity): boolean =>
    typesContradict(name, a) && typesContradict(name, b) && !samePairs.has(pairKey(a.key, b.key));
  const homonyms = new Set(
    [...entitiesOf]
      .filter(([name, others]) =>
        others.some((a) => others.some((b) => a !== b && (groups.conflict(a, b) || areOfOtherTypes(name, a, b)))),
      )
      .map(([{ key }]) => key),
  );
  return same.filter(({ into, from }) => !homonyms.has(into.key) && !homonyms.has(from.key));
}

/** Groups of entities that are the same. */
interface Groups {
  areJoined(a: NamedEntity, b: NamedEntity): boolean;
  /** One key for all entities of a group. */
  keyOf(entity: NamedEntity): string;
  /** Checks if joining two entities would join distinct ones, or names that contradict each other. */
  conflict(a: NamedEntity, b: NamedEntity): boolean;
  join(a: NamedEntity, b: NamedEntity): void;
}

/** Groups in which these pairs are distinct. */
function createGroups(distinct: readonly Candidate[]): Groups {
  const groups = new Map<string, readonly NamedEntity[]>();
  const distinctPairs = new Set(distinct.map(({ into, from }) => pairKey(into.key, from.key)));
  const groupOf = (entity: NamedEntity): readonly NamedEntity[] => groups.get(entity.key) ?? [entity];
  const areJoined = (a: NamedEntity, b: NamedEntity): boolean => groupOf(a).some(({ key }) => key === b.key);
  const areDistinct = (a: NamedEntity, b: NamedEntity): boolean =>
    distinctPairs.has(pairKey(a.key, b.key)) || namesContradict(a, b);
  return {
    areJoined,
    keyOf: (entity) => groupOf(entity).reduce((least, { key }) => (key < least ? key : least), entity.key),
    conflict: (a, b) => groupOf(a).some((one) => groupOf(b).some((other) => areDistinct(one, other))),
    join: (a, b) => {
      if (areJoined(a, b)) return;
      const both = [...groupOf(a), ...groupOf(b)];
      for (const { key } of both) groups.set(key, both);
    },
  };
}

/**
 * Picks up to `most` candidates whose answer is still open, the likeliest first. Pairs are skipped when other answers have joined or separated
 * them, or when pairs picked before connect them. N names of one entity so take N − 1 questions.
 */
export function pickPairs(
  candidates: readonly Candidate[],
  asked: ReadonlySet<Candidate>,
  known: Groups,
  most: number,
): readonly Candidate[] {
  const picked: Candidate[] = [];
  const connect = createConnections();
  for (const candidate of candidates) {
    if (picked.length >= most) break;
    const { into, from } = candidate;
    if (asked.has(candidate) || known.areJoined(into, from) || known.conflict(into, from)) continue;
    if (connect(known.keyOf(into), known.keyOf(from))) picked.push(candidate);
  }
  return picked;
}

/** Connects keys (union-find). The function returns false for two that are connected already. */
function createConnections(): (a: string, b: string) => boolean {
  const parents = new Map<string, string>();
  const root = (key: string): string => {
    let at = key;
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) at = next;
    return at;
  };
  return (a, b) => {
    const [one, other] = [root(a), root(b)];
    if (one !== other) parents.set(one, other);
    return one !== other;
  };
}
