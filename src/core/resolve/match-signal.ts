import type { Ends, NamedEntity } from '../extract/aliases/alias-candidates';
import { pairKey } from '../ids';
import { findAliasCandidates } from '../extract/aliases/suggest-aliases';
import { type Work, inSteps } from '../work';
import { foldEdits } from '../graph/edits/fold-edits';
import type { EvidenceTables } from './name-evidence';
import { untitledWords } from '../extract/aliases/name-parts';
import { isStopWord } from '../text/terms';

/** A sign that two entities may be the same. */
export interface MatchSignal {
  readonly a: NamedEntity;
  readonly b: NamedEntity;
  /** `name` by rules about names, `brackets` of one after the other, `words` in common, `meaning` close by, `company` kept. */
  readonly kind: 'name' | 'brackets' | 'words' | 'meaning' | 'company';
  /** 0 to 1, higher is surer. */
  readonly strength: number;
}

/** The highest score that a rule about names gives. */
const SUREST = 4;

/** What the rules find that also suggest aliases to a person. */
export function* nameSignals(
  entities: readonly NamedEntity[],
  relationships: readonly Ends[],
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

/** Between two names of which the second explains the first: `塔兰特牧师(Ambrose Tarrant)`, `Northmoor Water Authority (“the Authority”)`. */
const OPENING = /^\s?[(（[]\s?["“'‘「]?(?:the |now |formerly |then |later )?$/iu;
const CLOSING = /^["”'’」]?\s?[)）\],;]/u;
const LONGEST_OPENING = 16;

/** Pairs of entities of which one's name stands in brackets right after the other's. */
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
      const known = places.get(row.document_id);
      if (known) known.push(...found);
      else places.set(row.document_id, found);
    },
    1024,
  );
  const clues = new Map<string, MatchSignal>();
  yield* inSteps(documents, ({ id, text }) => {
    for (const { a, b } of explained(places.get(id) ?? [], text)) {
      clues.set(pairKey(a.key, b.key), { a, b, kind: 'brackets', strength: 1 });
    }
  });
  return [...clues.values()];
}

function explained(places: readonly Place[], text: string): readonly Pick<MatchSignal, 'a' | 'b'>[] {
  const sorted = places.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return sorted.flatMap((first, at) => {
    const second = sorted.slice(at + 1, at + 4).find(({ start }) => start >= first.end);
    if (!second || second.entity === first.entity || second.start - first.end > LONGEST_OPENING) return [];
    const opens = OPENING.test(text.slice(first.end, second.start));
    const closes = CLOSING.test(text.slice(second.end, second.end + 3));
    return opens && closes ? [{ a: first.entity, b: second.entity }] : [];
  });
}

/** A word in more names than this tells nothing of any two of them. */
const MOST_NAMES = 24;
const LEAST = 0.34;
/** Pairs per entity at most: a name that is like very many is like none in particular. */
const MOST_PAIRS = 16;
const ENTITIES_PER_STEP = 128;

/** Pairs of names that share rare words: their weight, by rarity, over seven tenths of the shorter name's and three of the longer's. */
export function* sharedWords(entities: readonly NamedEntity[]): Work<readonly MatchSignal[]> {
  const total = entities.length;
  const wordsOf: (readonly string[])[] = [];
  const holders = new Map<string, number[]>();
  for (const [at, { title }] of entities.entries()) {
    const words = nameWords(title);
    wordsOf.push(words);
    for (const word of words) push(holders, word, at);
    if (at % ENTITIES_PER_STEP === 0) yield { done: at, total: 2 * total };
  }
  const rarity = new Map(Array.from(holders, ([word, { length }]) => [word, Math.log(1 + total / length)]));
  const weights = wordsOf.map((words) => words.reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0));
  const clues: MatchSignal[] = [];
  for (const [a, entity] of entities.entries()) {
    const shared = new Map<number, number>();
    for (const word of wordsOf[a] ?? []) {
      const list = holders.get(word) ?? [];
      if (list.length > MOST_NAMES) continue;
      for (const b of list) if (b > a) shared.set(b, (shared.get(b) ?? 0) + (rarity.get(word) ?? 0));
    }
    clues.push(...best(entity, weights[a] ?? 0, shared, weights, entities));
    if (a % ENTITIES_PER_STEP === 0) yield { done: total + a, total: 2 * total };
  }
  return clues;
}

/** The pairs of one entity that share enough, the best ones first. */
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

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Entities, by id, whose vectors lie nearest to that of one, itself left out, best first, with their cosines. Empty where it has no vector. */
export type Near = (id: string, k: number) => readonly Neighbour[] | Promise<readonly Neighbour[]>;

interface Neighbour {
  readonly id: string;
  readonly score: number;
}

/** Entities looked up at most, the most frequent ones: each is a search over all vectors. */
const MOST_SEARCHES = 400;
const NEAREST = 4;
/** Below this two descriptions are not alike, whatever the model of the vectors. */
const LEAST_COSINE = 0.6;

/** Pairs of entities each of which is among the nearest of the other by what is known of them. */
export async function closeMeanings(entities: readonly NamedEntity[], near: Near): Promise<readonly MatchSignal[]> {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const asked = entities
    .toSorted((a, b) => b.frequency - a.frequency || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_SEARCHES);
  const nearest = new Map<string, readonly Neighbour[]>();
  for (const { id } of asked)
    nearest.set(
      id,
      (await near(id, NEAREST)).filter(({ score }) => score >= LEAST_COSINE),
    );
  return asked.flatMap((a) =>
    (nearest.get(a.id) ?? []).flatMap(({ id, score }) => {
      const b = byId.get(id);
      const mutual = nearest.get(id)?.some((one) => one.id === a.id) ?? false;
      return b && mutual && a.id < id ? [{ a, b, kind: 'meaning' as const, strength: Math.min(1, score) }] : [];
    }),
  );
}
