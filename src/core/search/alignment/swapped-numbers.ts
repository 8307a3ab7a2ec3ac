import type { Word } from './statement';

const JOINERS = new Set(['and', 'but', 'while', 'whereas', 'und', 'aber', 'et', 'y', 'e']);

const NONE = new Set(['none', 'keine', 'keiner', 'keines', 'aucun', 'aucune', 'ninguno', 'ninguna']);
/** Words between two numbers that are told against one another. */
const AGAINST = new Set(['to', 'against', 'gegen', 'zu', 'contre', 'contra']);

/** Whether two numbers stand at each other's words: "three in the north and one in the south" for "one in the north and three in the south". */
export function isSwapped(words: readonly Word[], ground: readonly Word[]): boolean {
  const own = numbersByWord(words);
  const theirs = numbersByWord(ground);
  if (isPairSwapped(words, ground)) return true;
  const differing = [...own].filter(([key, number]) => theirs.has(key) && theirs.get(key) !== number);
  return differing.some(([key, number], at) =>
    differing.slice(at + 1).some(([other, second]) => number === theirs.get(other) && second === theirs.get(key)),
  );
}

/** "12 to 21" for "21 to 12". */
function isPairSwapped(words: readonly Word[], ground: readonly Word[]): boolean {
  const theirs = pairsOf(ground);
  return pairsOf(words).some(([one, other]) => one !== other && theirs.some(([a, b]) => a === other && b === one));
}

function pairsOf(words: readonly Word[]): readonly (readonly [string, string])[] {
  return words.flatMap((word, place) => {
    const other = words[place + 2];
    const isPair = word.kind === 'number' && other?.kind === 'number' && AGAINST.has(words[place + 1]?.lower ?? '');
    const [one, two] = [word.keys[0], other?.keys[0]];
    return isPair && one !== undefined && two !== undefined ? [[one, two] as const] : [];
  });
}

/** The number that each word is told with: the only one between commas or words such as "and". A word that is told with several ("pounds") has none. */
function numbersByWord(words: readonly Word[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const several = new Set<string>();
  for (const group of groupsOf(words)) {
    const numbers = group.flatMap(({ kind, keys, lower }) =>
      kind === 'number' ? (keys[0] ?? []) : lower === 'one' ? '#1' : NONE.has(lower) ? '#0' : [],
    );
    const [number] = numbers;
    if (number === undefined || numbers.length > 1) continue;
    const told = group.flatMap(({ kind, keys }) => (kind === 'word' ? keys : []));
    for (const key of told) {
      if ((found.get(key) ?? number) !== number) several.add(key);
      found.set(key, number);
    }
  }
  for (const key of several) found.delete(key);
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
