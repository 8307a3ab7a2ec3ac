import type { Ends, NamedEntity } from '../extract/alias-candidates';
import { NO_MODEL } from '../extract/mention-records';
import { pairKey } from '../graph/apart';
import type { EntityRow } from '../tables/tables';
import type { Work } from '../work';
import type { Clue } from './clue';
import { companyOf, type Company } from './company';
import { nameClues } from './name-clues';
import { namesContradict, typesContradict } from './name-contradiction';
import { sharedWords } from './token-overlap';

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
  /** Pairs found by vectors, if there are any. */
  readonly meanings?: readonly Clue[];
  /** Whether entities count that no model has named, for an estimate; default false. */
  readonly everyone?: boolean;
}

const WEIGHTS: Readonly<Record<Clue['kind'], number>> = { name: 1, words: 0.7, meaning: 0.5, company: 0.3 };
const LIKENESS = 0.4;
const SAME_TYPE = 0.1;
const OTHER_TYPE = -0.5;
const LEAST = 0.25;

/**
 * Pairs of entities that a model named and that may be the same, surest first: by rules about names, words in common, vectors close by
 * and company kept. Types that contradict lower a score; given names and numbers that contradict rule a pair out.
 */
export function* candidates({
  entities,
  relationships,
  meanings = [],
  everyone = false,
}: CandidateInput): Work<readonly Candidate[]> {
  const named = entities.filter(({ method }) => everyone || method !== NO_MODEL);
  const company = yield* companyOf(relationships);
  const clues = [
    ...(yield* nameClues(named, relationships)),
    ...(yield* sharedWords(named)),
    ...meanings,
    ...(yield* company.clues(named)),
  ];
  const found = [...byPair(clues).values()].flatMap((pair) => rated(pair, company));
  return found.sort((a, b) => b.score - a.score || order(a, b));
}

function byPair(clues: readonly Clue[]): ReadonlyMap<string, readonly Clue[]> {
  const pairs = new Map<string, Clue[]>();
  for (const clue of clues) {
    const key = pairKey(clue.a.id, clue.b.id);
    const list = pairs.get(key);
    if (list) list.push(clue);
    else pairs.set(key, [clue]);
  }
  return pairs;
}

function rated(clues: readonly Clue[], company: Company): readonly Candidate[] {
  const [first] = clues;
  if (!first || namesContradict(first.a, first.b)) return [];
  const { a, b } = first;
  const strongest = new Map<Clue['kind'], number>();
  for (const { kind, strength } of clues) strongest.set(kind, Math.max(strongest.get(kind) ?? 0, strength));
  const signs = [...strongest].reduce((sum, [kind, strength]) => sum + WEIGHTS[kind] * strength, 0);
  const types = typesContradict(a, b) ? OTHER_TYPE : a.type === b.type ? SAME_TYPE : 0;
  const score = signs + LIKENESS * company.likeness(a.id, b.id) + types;
  if (score < LEAST) return [];
  const [into, from] = isBefore(a, b) ? [a, b] : [b, a];
  return [{ into, from, score }];
}

/** The more frequent one; of equals the longer name, which says more. */
function isBefore(a: NamedEntity, b: NamedEntity): boolean {
  return (a.frequency - b.frequency || a.title.length - b.title.length || (a.key < b.key ? 1 : -1)) > 0;
}

const order = (a: Candidate, b: Candidate): number =>
  pairKey(a.into.key, a.from.key) < pairKey(b.into.key, b.from.key) ? -1 : 1;
