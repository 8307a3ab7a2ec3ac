import type { Word } from './statement';
import type { Line } from './word-order';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Small words that say which way something goes: "fell to" is not "fell by", "voted for" not "voted against". */
const WAYS = set(
  'for against from to by with without into through under over until since before after ' +
    'für gegen aus zu um mit ohne bis seit vor nach auf unter über',
);
/** Words from one that both have to the next within which such a word belongs to it. */
const REACH = 4;

/** Whether a ground leads from one word to the next by another small word than a statement: "bought it from her" for "bought it for her". */
export function isLedOtherwise(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  return line.some(([demand, place], one) => {
    const next = line[one + 1];
    if (!next) return false;
    const own = waysIn(words, demand.place, next[0].place);
    const other = waysIn(theirs, place.at, next[1].at);
    return own.length > 0 && other.length > 0 && !own.some((way) => other.includes(way));
  });
}

/** The small words of a way between two places that are near to each other. */
const waysIn = (words: readonly Word[], from: number, to: number): readonly string[] =>
  to - from > REACH + 1
    ? []
    : words.slice(from + 1, Math.max(from + 1, to)).flatMap(({ lower }) => (WAYS.has(lower) ? [lower] : []));
