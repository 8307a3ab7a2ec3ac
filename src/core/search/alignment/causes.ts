import type { Demand } from './demands';
import type { Word } from './statement';
import { wordSet } from '../../text/word-set';

const CAUSE = wordSet(
  'because due owing caused causes therefore hence consequently thanks weil wegen deshalb daher infolge parce porque',
);
const ANY_CAUSE = wordSet(
  'because due owing caused cause causes therefore hence consequently thanks thus led result reason weil wegen deshalb daher infolge denn ursache grund parce car porque pues',
);
/** Words that give a cause only where they begin a part of a sentence. */
const CAUSE_IN_FRONT = wordSet('so for as since da');
/**
 * Whether a statement makes one thing the cause of another that no ground joins like that: a ground has to give a cause and to hold some
 * of both, or to hold one of them and to begin with "therefore" or the like.
 */
export function joinsAsCause(
  words: readonly Word[],
  demands: readonly Demand[],
  texts: readonly (readonly Word[])[],
): boolean {
  const cue = words.findIndex(({ lower, isCapital, isFirst }) => CAUSE.has(lower) && (!isCapital || isFirst));
  if (cue < 0) return false;
  const own = demands.filter(({ kind }) => kind === 'word');
  const isBehind = (demand: Demand): boolean => (cue === 0 ? demand.part === words[0]?.part : demand.place > cue);
  const sides = [own.filter(isBehind), own.filter((demand) => !isBehind(demand))];
  if (sides.some(({ length }) => length < LEAST_SHARED)) return false;
  return !texts.some((text) => {
    const given = text.findIndex((word, place) => ANY_CAUSE.has(word.lower) || givesCause(word, place, text));
    if (given < 0) return false;
    const held = sides.filter((side) => shareIn(side, text) >= LEAST_SIDE).length;
    return held === sides.length || (held > 0 && given < OPENING);
  });
}

const LEAST_SIDE = 0.4;
const OPENING = 3;

/** Share of some demands that a text holds. */
function shareIn(demands: readonly Demand[], text: readonly Word[]): number {
  const held = demands.filter((demand) => text.some(({ keys }) => keys.some((key) => demand.held.has(key))));
  return held.length / demands.length;
}

const givesCause = ({ lower, part }: Word, place: number, words: readonly Word[]): boolean =>
  CAUSE_IN_FRONT.has(lower) && (place === 0 || words[place - 1]?.part !== part || words[place - 1]?.lower === 'and');

const LEAST_SHARED = 2;
