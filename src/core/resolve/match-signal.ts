import type { Rows } from '../tables/rows';
import { addTo } from '../arrays';
import { type Ends, type NamedEntity, untitledWords } from '../extract/aliases/alias-candidates';
import { pairKey } from '../ids';
import { findAliasCandidates } from '../extract/aliases/suggest-aliases';
import { type Work, inSteps } from '../work';
import { foldEdits } from '../graph/edits/fold-edits';
import type { EvidenceTables } from './name-evidence';
import { isStopWord } from '../text/analysis/english';

/** A sign that two entities may be the same. */
export interface MatchSignal {
  readonly a: NamedEntity;
  readonly b: NamedEntity;
  /** A rule about names, one name in brackets after the other, rare words in common, vectors close by, or neighbours in common. */
  readonly kind: 'name' | 'brackets' | 'words' | 'vectors' | 'neighbours';
  /** 0 to 1. */
  readonly strength: number;
}

/** The highest score that a rule about names gives. */
const SUREST = 4;

/** Pairs by the rules that also suggest aliases to a person. */
export function* nameSignals(
  entities: readonly NamedEntity[],
  relationships: Rows<Ends>,
): Work<readonly MatchSignal[]> {
  const found = yield* findAliasCandidates(entities, relationships);
  return found.map(({ into, from, score }) => ({
    a: into,
    b: from,
    kind: 'name',
    strength: Math.min(1, score / SUREST),
  }));
}

/** A name in a document. */
interface Place {
  readonly entity: NamedEntity;
  readonly start: number;
  readonly end: number;
}

/** Text between two names of which the second explains the first, as in `塔兰特牧师(Ambrose Tarrant)`, `Northmoor Water Authority (“the Authority”)`. */
const OPENING = /^\s?[(（[]\s?["“'‘「]?(?:the |now |formerly |then |later )?$/iu;
const CLOSING = /^["”'’」]?\s?[)）\],;]/u;
const LONGEST_OPENING = 16;

/** Pairs of names with one of them in brackets right after the other. */
export function* bracketedNames(
  entities: readonly NamedEntity[],
  { documents, extractions, edits }: EvidenceTables,
): Work<readonly MatchSignal[]> {
  const byKey = new Map(entities.map((entity) => [entity.key, entity]));
  const keys = foldEdits(edits);
  const places = new Map<string, Place[]>();
  yield* inSteps(
    extractions.filter(({ kind }) => kind === 'entity'),
    (row) => {
      const entity = byKey.get(keys.resolve(row.key, row.title) ?? '');
      if (!entity) return;
      const found = row.starts.map((start, n) => ({ entity, start, end: row.ends[n] ?? start }));
      for (const place of found) addTo(places, row.document_id, place);
    },
    1024,
  );
  const signals = new Map<string, MatchSignal>();
  yield* inSteps(documents, ({ id, text }) => {
    for (const { a, b } of bracketedPairs(places.get(id) ?? [], text)) {
      signals.set(pairKey(a.key, b.key), { a, b, kind: 'brackets', strength: 1 });
    }
  });
  return [...signals.values()];
}

function bracketedPairs(places: readonly Place[], text: string): readonly Pick<MatchSignal, 'a' | 'b'>[] {
  const sorted = places.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return sorted.flatMap((first, at) => {
    const second = sorted.slice(at + 1, at + 4).find(({ start }) => start >= first.end);
    if (!second || second.entity === first.entity || second.start - first.end > LONGEST_OPENING) return [];
    const opens = OPENING.test(text.slice(first.end, second.start));
    const closes = CLOSING.test(text.slice(second.end, second.end + 3));
    return opens && closes ? [{ a: first.entity, b: second.entity }] : [];
  });
}

/** A word in more names than this is no evidence about any two of them. */
const MOST_NAMES = 24;
const LEAST = 0.34;
/** Pairs per entity at most. */
const MOST_PAIRS = 16;
const ENTITIES_PER_STEP = 128;

/** Pairs of names that share rare words. The strength is the weight of these words over 0.7 of the shorter name's weight and 0.3 of the longer's. */
export function* sharedWords(entities: readonly NamedEntity[]): Work<readonly MatchSignal[]> {
  const total = entities.length;
  const wordsOf: (readonly string[])[] = [];
  const holders = new Map<string, number[]>();
  for (const [at, { title }] of entities.entries()) {
    const words = nameWords(title);
    wordsOf.push(words);
    for (const word of words) addTo(holders, word, at);
    if (at % ENTITIES_PER_STEP === 0) yield { done: at, total: 2 * total };
  }
  const rarity = new Map(Array.from(holders, ([word, { length }]) => [word, Math.log(1 + total / length)]));
  const weights = wordsOf.map((words) => words.reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0));
  const signals: MatchSignal[] = [];
  for (const [a, entity] of entities.entries()) {
    const shared = new Map<number, number>();
    for (const word of wordsOf[a] ?? []) {
      const list = holders.get(word) ?? [];
      if (list.length > MOST_NAMES) continue;
      for (const b of list) if (b > a) shared.set(b, (shared.get(b) ?? 0) + (rarity.get(word) ?? 0));
    }
    signals.push(...best(entity, weights[a] ?? 0, shared, weights, entities));
    if (a % ENTITIES_PER_STEP === 0) yield { done: total + a, total: 2 * total };
  }
  return signals;
}

/** The pairs of one entity that share enough, the best first. */
function best(
  a: NamedEntity,
  weight: number,
  shared: ReadonlyMap<number, number>,
  weights: readonly number[],
  entities: readonly NamedEntity[],
): readonly MatchSignal[] {
  const found: MatchSignal[] = [];
  for (const [at, common] of shared) {
    const b = entities[at];
    const other = weights[at] ?? 0;
    const strength = common / (0.7 * Math.min(weight, other) + 0.3 * Math.max(weight, other));
    if (b && strength >= LEAST) found.push({ a, b, kind: 'words', strength: Math.min(1, strength) });
  }
  if (found.length <= MOST_PAIRS) return found;
  return found.sort((one, two) => two.strength - one.strength || (one.b.key < two.b.key ? -1 : 1)).slice(0, MOST_PAIRS);
}

function nameWords(title: string): readonly string[] {
  const words = untitledWords(title).map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set(words)].filter((word) => word.length > 1 && !isStopWord(word));
}

/** Finds the entities whose vectors are nearest to that of an entity, best first. Empty for an entity without a vector. */
export type NearestEntities = (id: string, k: number) => readonly ScoredEntity[] | Promise<readonly ScoredEntity[]>;

interface ScoredEntity {
  readonly id: string;
  /** Cosine. */
  readonly score: number;
}

/** Entities looked up at most, the most frequent ones. Each look-up searches all vectors. */
const MOST_SEARCHES = 400;
const NEAREST = 4;
/** Descriptions below this cosine are not alike, whatever the embedding model. */
const LEAST_COSINE = 0.6;

/** Pairs of entities whose vectors are among the nearest of each other. */
export async function closeVectors(
  entities: readonly NamedEntity[],
  nearestTo: NearestEntities,
): Promise<readonly MatchSignal[]> {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const searched = entities
    .toSorted((a, b) => b.frequency - a.frequency || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_SEARCHES);
  const nearest = new Map<string, readonly ScoredEntity[]>();
  for (const { id } of searched) {
    const found = await nearestTo(id, NEAREST);
    nearest.set(
      id,
      found.filter(({ score }) => score >= LEAST_COSINE),
    );
  }
  return searched.flatMap((a) =>
    (nearest.get(a.id) ?? []).flatMap(({ id, score }) => {
      const b = byId.get(id);
      const isMutual = nearest.get(id)?.some((one) => one.id === a.id) ?? false;
      return b && isMutual && a.id < id ? [{ a, b, kind: 'vectors' as const, strength: Math.min(1, score) }] : [];
    }),
  );
}
