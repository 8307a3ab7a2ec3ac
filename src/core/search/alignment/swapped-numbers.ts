import type { Word } from './statement';

const FARTHEST = 4;

/** Whether two numbers stand at each other's words: "three in the north and one in the south" for "one in the north and three in the south". */
export function isSwapped(words: readonly Word[], ground: readonly Word[]): boolean {
  const own = numbersByWord(words);
  const theirs = numbersByWord(ground);
  const differing = [...own].filter(([key, number]) => theirs.has(key) && theirs.get(key) !== number);
  return differing.some(([key, number], at) =>
    differing.slice(at + 1).some(([other, second]) => number === theirs.get(other) && second === theirs.get(key)),
  );
}

/** The number nearest to each word that is told of one number only. */
function numbersByWord(words: readonly Word[]): ReadonlyMap<string, string> {
  const numbers = words.flatMap((word, place) => {
    const key = word.kind === 'number' ? word.keys[0] : word.lower === 'one' ? '#1' : undefined;
    return key === undefined ? [] : [{ key, place }];
  });
  const found = new Map<string, string>();
  const several = new Set<string>();
  words.forEach(({ keys: [key], kind }, place) => {
    if (key === undefined || kind === 'number') return;
    const nearest = nearestTo(numbers, place);
    if (nearest === undefined) return;
    if (found.has(key) && found.get(key) !== nearest) several.add(key);
    found.set(key, nearest);
  });
  return new Map([...found].filter(([key]) => !several.has(key)));
}

/** The number nearest to a place, the one before it of two; undefined when none is near. */
function nearestTo(
  numbers: readonly { readonly key: string; readonly place: number }[],
  place: number,
): string | undefined {
  const near = numbers.filter((one) => Math.abs(one.place - place) <= FARTHEST);
  return [...near].sort((a, b) => Math.abs(a.place - place) - Math.abs(b.place - place) || a.place - b.place)[0]?.key;
}
