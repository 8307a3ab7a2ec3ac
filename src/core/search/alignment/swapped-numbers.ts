import type { Word } from './statement';

const JOINERS = new Set(['and', 'but', 'while', 'whereas', 'und', 'aber', 'et', 'y', 'e']);

/** Whether two numbers stand at each other's words: "three in the north and one in the south" for "one in the north and three in the south". */
export function isSwapped(words: readonly Word[], ground: readonly Word[]): boolean {
  const own = numbersByWord(words);
  const theirs = numbersByWord(ground);
  const differing = [...own].filter(([key, number]) => theirs.has(key) && theirs.get(key) !== number);
  return differing.some(([key, number], at) =>
    differing.slice(at + 1).some(([other, second]) => number === theirs.get(other) && second === theirs.get(key)),
  );
}

/** The number that each word is told with: the only one between commas or words such as "and". */
function numbersByWord(words: readonly Word[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const group of groupsOf(words)) {
    const numbers = group.flatMap(({ kind, keys, lower }) =>
      kind === 'number' ? (keys[0] ?? []) : lower === 'one' ? '#1' : [],
    );
    const [number] = numbers;
    if (number === undefined || numbers.length > 1) continue;
    for (const { kind, keys } of group) if (kind === 'word') for (const key of keys) found.set(key, number);
  }
  return found;
}

function groupsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const groups: Word[][] = [];
  words.forEach((word, place) => {
    const last = groups.at(-1);
    if (last && word.part === words[place - 1]?.part && !JOINERS.has(word.lower)) last.push(word);
    else groups.push([word]);
  });
  return groups;
}
