import type { Ends, NamedEntity } from '../extract/aliases/alias-candidates';
import { pairKey } from '../ids';
import { NO_MODEL } from '../provenance';
import type { EntityRow } from '../tables/tables';
import { inSteps, type Work } from '../work';
import { type MatchSignal, nameSignals, sharedWords } from './match-signal';
import { findSharedNeighbours, type SharedNeighbours } from './shared-neighbours';
import { namesContradict, typesContradict, typesExclude } from './name-contradiction';

/** Two entities that may be the same. */
export interface Candidate {
  /** The one whose key both would have: the more frequent one. */
  readonly into: NamedEntity;
  readonly from: NamedEntity;
  /** Higher is surer. */
  readonly score: number;
}

export interface CandidateInput {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly Ends[];
  /** Pairs found in the texts and by vectors, if there are any. */
  readonly further?: readonly MatchSignal[];
  /** Whether entities count that no model has named, for an estimate; default false. */
  readonly everyone?: boolean;
}

const WEIGHTS: Readonly<Record<MatchSignal['kind'], number>> = {
  name: 1,
  brackets: 0.9,
  words: 0.7,
  meaning: 0.5,
  company: 0.3,
};
const KINDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
const LIKENESS = 0.4;
const SAME_TYPE = 0.1;
const OTHER_TYPE = -0.5;
const LEAST = 0.25;

/**
 * Pairs of entities that a model named and that may be the same, surest first: by rules about names, brackets, words in common, vectors
 * close by and company kept. Types that contradict lower a score; given names and
 * numbers that contradict rule a pair out, and so do types of which nothing has both.
 */
export function* candidates({
  entities,
  relationships,
  further = [],
  everyone = false,
}: CandidateInput): Work<readonly Candidate[]> {
  const named = entities
    .filter(({ method }) => everyone || method !== NO_MODEL)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const company = yield* findSharedNeighbours(relationships);
  const clues = [
    ...(yield* nameSignals(named, relationships)),
    ...(yield* sharedWords(named)),
    ...further,
    ...(yield* company.clues(named)),
  ];
  const found: Candidate[] = [];
  yield* inSteps([...(yield* byPair(named, clues)).values()], (signs) => {
    const candidate = rated(signs, company);
    if (candidate) found.push(candidate);
  });
  return found.sort((a, b) => b.score - a.score || order(a, b));
}

/** The strongest sign of each kind for one pair. */
interface Signs {
  readonly a: NamedEntity;
  readonly b: NamedEntity;
  readonly strengths: Partial<Record<MatchSignal['kind'], number>>;
}

function* byPair(entities: readonly NamedEntity[], clues: readonly MatchSignal[]): Work<ReadonlyMap<number, Signs>> {
  const place = new Map(entities.map(({ id }, at) => [id, at]));
  const pairs = new Map<number, Signs>();
  yield* inSteps(
    clues,
    ({ a, b, kind, strength }) => {
      const [one, other] = [place.get(a.id) ?? 0, place.get(b.id) ?? 0];
      const pair = Math.min(one, other) * entities.length + Math.max(one, other);
      const signs = pairs.get(pair);
      if (signs) signs.strengths[kind] = Math.max(signs.strengths[kind] ?? 0, strength);
      else pairs.set(pair, { a, b, strengths: { [kind]: strength } });
    },
    1024,
  );
  return pairs;
}

function rated({ a, b, strengths }: Signs, company: SharedNeighbours): Candidate | undefined {
  const signs = KINDS.reduce((sum, kind) => sum + WEIGHTS[kind] * (strengths[kind] ?? 0), 0);
  const types = typesContradict(a, b) ? OTHER_TYPE : a.type === b.type ? SAME_TYPE : 0;
  const score = signs + LIKENESS * company.likeness(a.id, b.id) + types;
  if (score < LEAST || namesContradict(a, b) || typesExclude(a, b)) return undefined;
  const [into, from] = isBefore(a, b) ? [a, b] : [b, a];
  return { into, from, score };
}

/** The more frequent one; of equals the longer name, which says more. */
function isBefore(a: NamedEntity, b: NamedEntity): boolean {
  return (a.frequency - b.frequency || a.title.length - b.title.length || (a.key < b.key ? 1 : -1)) > 0;
}

const order = (a: Candidate, b: Candidate): number =>
  pairKey(a.into.key, a.from.key) < pairKey(b.into.key, b.from.key) ? -1 : 1;
