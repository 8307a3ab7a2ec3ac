import { isBehindPreposition, isOneName } from './antecedents';
import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import type { Statement } from './judge';
import { gapOf } from './stand-ins';
import type { Word } from './statement';
import { bordersBefore } from './statement-parts';
import { isVerb } from './verb-forms';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Words in which a sentence tells who speaks. */
const OPENING = 3;

/**
 * Whether what a ground has from elsewhere may stand for a word of a statement: the rest of a name that it has in part, or what its title
 * names. Of names that are who did it only the teller of a ground with "I" is taken from a title, and never what was done nor where.
 */
export function isHeldElsewhere(
  demand: Demand,
  { words, demands }: Statement,
  index: GroundIndex,
  ground: number,
): boolean {
  if (demand.kind === 'number') return true;
  const isIn = ({ held }: Demand): boolean => [...held.keys()].some((key) => index.keys[ground]?.has(key));
  if (demand.kind === 'word') {
    const isPlaced = words[demand.place]?.isCapital === true && isBehindPreposition(words, demand.place);
    return (
      !isVerb(demand) && !isIn(demand) && !isPlaced && !isInstead(demand, { words, demands, parts: [] }, index, ground)
    );
  }
  const name = demands.filter((one) => one.name === demand.name);
  if (name.some(isIn)) return isOneName(name, index);
  if (![...demand.held.keys()].some((key) => index.about[ground]?.has(key))) return false;
  const borders = bordersBefore(words);
  const isInPart = ({ place }: Demand): boolean => borders[place] === borders[demand.place];
  const isDoer = !demands.some((one) => one.kind === 'word' && one.place < demand.place && isInPart(one) && isIn(one));
  const isTeller = (index.words[ground] ?? []).slice(0, OPENING).some(({ lower }) => TELLER.has(lower));
  return isTeller || (!isDoer && !isBehindPreposition(words, demand.place));
}
const TELLER = wordSet('i we my our ich wir mein unser');

/** Whether a statement begins with a word of a title where the ground begins with another one for who did it: "the governors describe him". */
function isInstead({ place }: Demand, { words, demands }: Statement, index: GroundIndex, ground: number): boolean {
  const isFirst = words.slice(0, place).every(({ keys }) => keys.length === 0);
  const [subject] = (index.words[ground] ?? []).slice(0, LEADING).filter(({ keys }) => keys.length > 0);
  return isFirst && subject !== undefined && !demands.some(({ held }) => subject.keys.some((key) => held.has(key)));
}
const LEADING = 3;

/** Whether a word of a name stands in a ground only as part of another one: "Fell" of "Craig Fell" in "Lena Fell". */
export function isOfOtherName(demand: Demand, part: readonly Demand[], index: GroundIndex, ground: number): boolean {
  if (demand.kind !== 'name') return false;
  const others = part.filter((one) => one !== demand && one.name === demand.name);
  return others.length > 0 && !others.some(({ held }) => [...held.keys()].some((key) => index.keys[ground]?.has(key)));
}

/**
 * Whether a ground has another word where a statement has one from elsewhere, behind the same small word or right behind the same word: "for the
 * Supplier" for "for the Cooperative", "the firm Calder" for "the firm Marlow".
 */
export function isInPlaceOfAnother(
  demand: Demand,
  words: readonly Word[],
  line: Line,
  index: GroundIndex,
  ground: number,
): boolean {
  const own = line.find(([one]) => one === demand);
  if (own) return isNamedOtherwise(own, words, line, index.words[ground] ?? []);
  const beside = line.find(([one]) => one.place === demand.place - 1)?.[1].at ?? -2;
  const next = (index.words[ground] ?? [])[beside + 1];
  if (next && isOtherOfKind(words[demand.place], next)) return true;
  if (demand.kind === 'number' || line.some(([one]) => one.name >= 0 && one.name === demand.name)) return false;
  const small = words
    .slice(Math.max(0, demand.place - BEHIND), demand.place)
    .findLast(({ lower }) => BEFORE.has(lower));
  const gap = small && gapOf([demand], line, index, ground)?.words;
  const at = gap?.findIndex(({ lower }) => lower === small?.lower) ?? -1;
  const said = new Set(words.flatMap(({ keys }) => keys));
  const isAnother = ({ keys, isCapital }: Word): boolean =>
    isCapital && keys.length > 0 && !keys.some((key) => said.has(key));
  if (words[demand.place]?.isCapital && next && isAnother(next)) return true;
  return at >= 0 && (gap?.slice(at + 1).some(isAnother) ?? false);
}

/** Whether a name stands in a ground, but not behind the word that it stands behind in a statement: "the firm Calder, since Marlow" for "the firm Marlow". */
function isNamedOtherwise(
  [demand, { at }]: Line[number],
  words: readonly Word[],
  line: Line,
  theirs: readonly Word[],
): boolean {
  const [kind, before] = [words[demand.place], line.find(([one]) => one.place === demand.place - 1)];
  const from = before?.[1].at ?? at;
  if (!kind?.isCapital || !before?.[1].word.isCapital || from >= at) return false;
  const next = theirs[from + 1];
  return (
    next?.isCapital === true &&
    next.keys.length > 0 &&
    next.part === before[1].word.part &&
    theirs.slice(from + 1, at).some(({ isCapital }) => !isCapital)
  );
}

/** Two numbers of one kind of thing: "Room 4" and "Room 2". */
const isOtherOfKind = (own: Word | undefined, other: Word): boolean =>
  own?.kind === 'number' && other.kind === 'number' && own.lower !== other.lower;

const BEFORE = wordSet('for of by from to with against at in für von mit gegen bei in');
const BEHIND = 2;
