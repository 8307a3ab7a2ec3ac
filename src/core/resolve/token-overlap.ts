import type { NamedEntity } from '../extract/alias-candidates';
import { untitledWords } from '../extract/name-parts';
import { isStopWord } from '../text/stop-words';
import type { Work } from '../work';
import type { Clue } from './clue';

/** A word in more names than this tells nothing of any two of them. */
const MOST_NAMES = 24;
const LEAST = 0.34;
/** Pairs per entity at most: a name that is like very many is like none in particular. */
const MOST_PAIRS = 16;
const ENTITIES_PER_STEP = 128;

/** Pairs of names that share rare words: their weight, by rarity, over seven tenths of the shorter name's and three of the longer's. */
export function* sharedWords(entities: readonly NamedEntity[]): Work<readonly Clue[]> {
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
  const clues: Clue[] = [];
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
): readonly Clue[] {
  const found: Clue[] = [];
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
