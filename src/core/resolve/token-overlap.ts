import type { NamedEntity } from '../extract/alias-candidates';
import { untitledWords } from '../extract/name-parts';
import { isStopWord } from '../text/stop-words';
import { inSteps, type Work } from '../work';
import type { Clue } from './clue';

/** A word in more names than this tells nothing of any two of them. */
const MOST_NAMES = 24;
const LEAST = 0.34;

/** Pairs of names that share rare words: their weight, by rarity, over that of all words of the shorter name and a little of the longer's. */
export function* sharedWords(entities: readonly NamedEntity[]): Work<readonly Clue[]> {
  const wordsOf = entities.map(({ title }) => nameWords(title));
  const holders = new Map<string, number[]>();
  for (const [at, words] of wordsOf.entries()) for (const word of words) push(holders, word, at);
  const rarity = (word: string): number => Math.log(1 + entities.length / (holders.get(word)?.length ?? 1));
  const weigh = (words: Iterable<string>): number => [...words].reduce((sum, word) => sum + rarity(word), 0);
  const weights = wordsOf.map(weigh);
  const clues: Clue[] = [];
  yield* inSteps([...entities.keys()], (a) => {
    for (const b of laterHolders(a, wordsOf[a] ?? new Set(), holders)) {
      const shared = weigh([...(wordsOf[a] ?? [])].filter((word) => wordsOf[b]?.has(word)));
      const [short, long] = [weights[a] ?? 0, weights[b] ?? 0].sort((x, y) => x - y);
      const score = shared / (0.7 * (short ?? 0) + 0.3 * (long ?? 0));
      const [one, other] = [entities[a], entities[b]];
      if (one && other && score >= LEAST) clues.push({ a: one, b: other, kind: 'words', strength: Math.min(1, score) });
    }
  });
  return clues;
}

function laterHolders(
  a: number,
  words: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const word of words) {
    const list = holders.get(word) ?? [];
    if (list.length <= MOST_NAMES) for (const b of list) if (b > a) found.add(b);
  }
  return found;
}

function nameWords(title: string): ReadonlySet<string> {
  const words = untitledWords(title).map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''));
  return new Set(words.filter((word) => word.length > 1 && !isStopWord(word)));
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
