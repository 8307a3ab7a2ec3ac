import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Small words that say which way something goes: "fell to" is not "fell by", "voted for" not "voted against". */
const WAYS = wordSet(
  'for against from to toward towards by with without into through under over off away until since before after ' +
    'für gegen aus zu um mit ohne bis seit vor nach auf unter über',
);
/** Words from one that both have to the next within which such a word belongs to it. */
const REACH = 4;

/** Whether a ground leads from one word to the next by another small word than a statement: "bought it from her" for "bought it for her". */
export function isLedOtherwise(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  if (endsOtherwise(words, line, theirs) || isOfOtherLetter(words, line, theirs)) return true;
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

/** Words that a verb or a thing ends with: "with its lights on". */
const PARTICLES = wordSet('on off up down in out away back an aus ab zu auf');

/** Whether a statement ends with another such word than a ground has in its place. */
function endsOtherwise(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const [demand, place] = line.at(-1) ?? [];
  if (!demand || !place || demand.place !== words.length - 2) return false;
  const [own, other] = [words.at(-1)?.lower ?? '', theirs[place.at + 1]?.lower ?? ''];
  return own !== other && PARTICLES.has(own) && PARTICLES.has(other);
}

const isLetter = (word: Word | undefined): boolean => word !== undefined && word.isCapital && word.lower.length === 1;

/** Whether a statement tells of another one of lettered things: "Block B" for "Block A". */
const isOfOtherLetter = (words: readonly Word[], line: Line, theirs: readonly Word[]): boolean =>
  line.some(([{ place }, { at }]) => {
    const [own, other] = [words[place + 1], theirs[at + 1]];
    return isLetter(own) && isLetter(other) && own?.lower !== other?.lower;
  });
