import type { Demand } from './demands';
import type { Word } from './statement';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const WHOLE = set(
  'all every always never only first last both throughout entirely completely everyone nobody alle immer nur erste ersten beide stets tous toutes toujours todos siempre',
);
const CAUSE = set(
  'because due owing caused causes therefore hence consequently thanks weil wegen deshalb daher infolge parce porque',
);
const ANY_CAUSE = set(
  'because due owing caused cause causes therefore hence consequently thanks thus led result reason weil wegen deshalb daher infolge denn ursache grund parce car porque pues',
);
/** Words that give a cause only where they begin a part of a sentence. */
const CAUSE_IN_FRONT = set('so for as since da');
const UNSURE = set(
  'whether might may could would perhaps possibly probably proposed alleged allegedly supposed supposedly rumoured rumour if unless hoped likely ob vielleicht angeblich könnte soll möglicherweise wahrscheinlich würde falls',
);

/** What nobody may be said to have done or suffered by mistake, as it is written and read. */
const GRAVE = set(
  'killed kill kills murdered murder died dies dead death drowned injured wounded arrested convicted guilty imprisoned executed hanged stole stolen theft ' +
    'fraud lied bribed bankrupt bankruptcy dismissed sacked fired resigned expelled divorced suicide cancer ' +
    'getötet tot starb gestorben ertrunken verletzt verhaftet verurteilt schuldig gestohlen betrug bestochen bankrott insolvent entlassen zurückgetreten geschieden',
);

/** Whether a word says something grave of somebody. */
export const isGrave = (lower: string): boolean => GRAVE.has(lower);

/**
 * Whether a statement goes further than its grounds: it says "all" or "only", gives a cause, or leaves out that something was only
 * proposed or possible, where they do not.
 */
export function goesFurther(words: readonly Word[], ground: readonly Word[]): boolean {
  const has = (text: readonly Word[], cues: ReadonlySet<string>): boolean =>
    text.some(({ lower, isCapital, isFirst }) => cues.has(lower) && (!isCapital || isFirst));
  const theirs = new Set(ground.map(({ lower }) => lower));
  if (words.some(({ lower }) => WHOLE.has(lower) && !theirs.has(lower))) return true;
  if (has(words, CAUSE) && !has(ground, ANY_CAUSE) && !ground.some(givesCause)) return true;
  return has(sharedParts(words, ground), UNSURE) && !has(words, UNSURE);
}

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

/** The parts of a ground that hold words of the statement. */
function sharedParts(words: readonly Word[], ground: readonly Word[]): readonly Word[] {
  const said = new Set(words.flatMap(({ keys }) => keys));
  const parts = new Map<number, number>();
  for (const { keys, part } of ground) {
    if (keys.some((key) => said.has(key))) parts.set(part, (parts.get(part) ?? 0) + 1);
  }
  return ground.filter(({ part }) => (parts.get(part) ?? 0) >= LEAST_SHARED);
}

const LEAST_SHARED = 2;
