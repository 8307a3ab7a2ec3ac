import { isBehindPreposition, isMeant, isOneName } from './antecedents';
import { commanded } from './commands';
import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import type { HeldBy } from './held-by';
import type { Statement } from './judge';
import { glueOf, languageOf } from './languages';
import { isLedOtherwise } from './led-by';
import { arePointedAt, gapOf, isTelling } from './stand-ins';
import { areSmallWordsHeld, MATTERS } from './small-words';
import type { Word } from './statement';
import { bordersBefore, togetherWith } from './statement-parts';
import { isOfOtherGender, isToldOfAnother } from './told-of';
import { isOnlyThought } from './told-as';
import { isVerb } from './verb-forms';
import { isOnlyWish, isOver } from './wishes';
import {
  isInOrder,
  isNoMatter,
  isOfOtherVoice,
  isPassedOver,
  placesOf,
  straightest,
  type Line,
  type Place,
} from './word-order';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words of a ground that limit what stands beside them: a statement must not leave them out. */
const LIMITS = set(
  'nearly almost less fewer more least most only partly half hardly barely up over under about possibly may might could would should unless except ' +
    'alleged allegedly proposed attempted tried almost not no never without refused failed rarely seldom sometimes often usually mostly some many ' +
    'fast beinahe weniger mehr mindestens höchstens nur teilweise halb kaum etwa knapp rund könnte sollte nicht kein keine nie ohne selten manchmal oft meist meistens',
);
const OF = set('of');
const CLOSE = 0.8;
const FEW = 0.3;
/** Of one word alone nothing is said. */
const LEAST_OF_PART = 2;

/** Why grounds do not say a statement: they lack words, have them in another order, or limit them. */
export type Unsaid = 'words' | 'order' | 'further';

/**
 * Whether grounds say a statement in its own words, null, or why not: every word that matters stands there, by its stem or a word of the same sense, in the
 * same order but for whole phrases and the passive, and nothing is left out that limits it. Each part is said by one of them alone.
 */
export function unsaidBy(
  statement: Statement,
  index: GroundIndex,
  held: HeldBy,
  grounds: readonly number[],
): Unsaid | null {
  const { demands, parts } = statement;
  const by = (part: readonly number[], ground: number): Unsaid | null =>
    unsaidPart(
      statement,
      part.flatMap((at) => demands[at] ?? []),
      index,
      held.all(ground),
      ground,
    );
  const whole = demands.map((_, at) => at);
  const least = (part: readonly number[]): Unsaid | null => leastOf(grounds.map((ground) => by(part, ground)));
  const alone = least(whole);
  const together = togetherWith(statement.words, demands, parts);
  const isOwn = (part: readonly number[], at: number): boolean => at === 0 || !isDeed(demands[part[0] ?? -1]);
  if (
    alone === null ||
    parts.every((part, at) => part.length >= LEAST_OF_PART && isOwn(part, at) && least(together[at] ?? part) === null)
  )
    return null;
  return alone;
}

/** A part that begins with what is done does not say who did it: it says nothing alone. */
const isDeed = (first: Demand | undefined): boolean => first !== undefined && first.kind === 'word' && isVerb(first);

/** What is missing least: a ground with all of the words says more than one with some of them. */
function leastOf(found: readonly (Unsaid | null)[]): Unsaid | null {
  if (found.length === 0) return 'words';
  if (found.includes(null)) return null;
  return found.find((one) => one !== 'words') ?? 'words';
}

function unsaidPart(
  { words, demands }: Statement,
  part: readonly Demand[],
  index: GroundIndex,
  all: readonly number[],
  ground: number,
): Unsaid | null {
  const theirs = index.words[ground] ?? [];
  const command = commanded(words, theirs);
  const { found, missing } = sought({ words, demands, parts: [] }, part, index, all, ground);
  const told = found.filter(([{ place }]) => place !== command);
  if (told.length === 0 || missing.length > MOST_POINTED_AT) return 'words';
  const line = straightest(told);
  const runs = runsOf(missing, line);
  if (runs.length > MOST_RUNS || !runs.every((run) => arePointedAt(words, run, line, index, ground))) return 'words';
  const isName = line.every(([{ kind }]) => kind === 'name');
  if (!isName && (!isInOrder(words, line, theirs, command >= 0) || isPassedOver(line, theirs)))
    return isOfOtherVoice(words, line, theirs) ? 'words' : 'order';
  if (isSpokenTo(part, theirs) || isToldOfAnother(line, theirs, index)) return 'order';
  if (isOfOtherGender(words, theirs, languageOf(theirs, index.languages))) return 'order';
  if (part.some((one) => isInPlaceOfAnother(one, words, line, index, ground))) return 'words';
  if (isLimited(words, line, theirs) || isOnlyWish(words, line, theirs) || isOver(words, line, theirs))
    return 'further';
  if (isOfWhole(line, theirs) || isOnlyThought(words, line, theirs)) return 'further';
  if (isLedOtherwise(words, line, theirs)) return 'words';
  return areSmallWordsHeld(words, line, theirs, command >= 0) ? null : 'words';
}

/**
 * Whether a ground has another word where a statement has one from elsewhere, behind the same small word or right behind the same word: "for the
 * Supplier" for "for the Cooperative", "the firm Calder" for "the firm Marlow".
 */
function isInPlaceOfAnother(
  demand: Demand,
  words: readonly Word[],
  line: Line,
  index: GroundIndex,
  ground: number,
): boolean {
  if (line.some(([one]) => one === demand)) return false;
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
/** Two numbers of one kind of thing: "Room 4" and "Room 2". */
const isOtherOfKind = (own: Word | undefined, other: Word): boolean =>
  own?.kind === 'number' && other.kind === 'number' && own.lower !== other.lower;

const BEFORE = set('for of by from to with against at in für von mit gegen bei in');
const BEHIND = 2;

/** The words of a part that matter: with their places in a ground, and those that neither it has nor what is known of it. */
function sought(
  statement: Statement,
  part: readonly Demand[],
  index: GroundIndex,
  all: readonly number[],
  ground: number,
): { readonly found: readonly (readonly [Demand, readonly Place[]])[]; readonly missing: readonly Demand[] } {
  const { words, demands } = statement;
  const language = languageOf(words, index.languages);
  const places = placesOf(index.words[ground] ?? []);
  const meant = meantByPronoun(part, index, ground);
  const found: (readonly [Demand, readonly Place[]])[] = [];
  const missing: Demand[] = [];
  for (const demand of part) {
    if (isNoMatter(demand.lower, language)) continue;
    const isElsewhere = (all[demands.indexOf(demand)] ?? 0) > 0 && isHeldElsewhere(demand, statement, index, ground);
    const close = places.filter(({ key }) => (demand.held.get(key) ?? 0) >= CLOSE);
    if (close.length > 0 && !(isElsewhere && isOfOtherName(demand, part, index, ground)))
      found.push([demand, asWritten(demand, close)]);
    else if (!isElsewhere && matters(demand, language) && !meant.has(demand) && !isTelling(words, demand.place))
      missing.push(demand);
  }
  return { found, missing };
}

/** Whether a word of a name stands in a ground only as part of another one: "Fell" of "Craig Fell" in "Lena Fell". */
function isOfOtherName(demand: Demand, part: readonly Demand[], index: GroundIndex, ground: number): boolean {
  if (demand.kind !== 'name') return false;
  const others = part.filter((one) => one !== demand && one.name === demand.name);
  return others.length > 0 && !others.some(({ held }) => [...held.keys()].some((key) => index.keys[ground]?.has(key)));
}

/** Places of a word, the first ones; of a number those that write it in the same way, where there are any: "third" is not "three". */
function asWritten({ kind, lower }: Demand, places: readonly Place[]): readonly Place[] {
  const same = kind === 'number' ? places.filter(({ word }) => word.lower === lower) : [];
  return (same.length > 0 ? same : places).slice(0, MOST_PLACES);
}
/** Places of one word that are looked at: a sentence that repeats it a thousand times says nothing new with the others. */
const MOST_PLACES = 24;

/** Words that a ground lacks, those together that it lacks between the same two words that it has. */
function runsOf(missing: readonly Demand[], line: Line): readonly (readonly Demand[])[] {
  const runs = new Map<number, Demand[]>();
  for (const demand of missing) {
    const behind = line.filter(([{ place }]) => place < demand.place).length;
    runs.set(behind, [...(runs.get(behind) ?? []), demand]);
  }
  return [...runs.values()];
}

const MOST_POINTED_AT = 3;
const MOST_RUNS = 2;
const PRONOUN = set(
  'he she it they we i his her its their our my these this er sie es wir ihr ihre sein seine dieser diese dieses',
);
const OPENING = 3;

/**
 * The words before the first one that a ground holds, a name or a noun that a pronoun stands for there before anything that it holds.
 */
function meantByPronoun(part: readonly Demand[], index: GroundIndex, ground: number): ReadonlySet<Demand> {
  const theirs = index.words[ground] ?? [];
  const pronoun = theirs.slice(0, OPENING).findIndex(({ lower }) => PRONOUN.has(lower));
  if (pronoun < 0) return new Set();
  const isIn = ({ held }: Demand): boolean =>
    [...held].some(([key, value]) => value >= CLOSE && index.keys[ground]?.has(key));
  const first = part.findIndex(isIn);
  const lacked = part.slice(0, Math.max(0, first));
  return isMeant(lacked, pronoun, index, ground) ? new Set(lacked) : new Set();
}

/**
 * Whether what a ground has from elsewhere may stand for a word of a statement: the rest of a name that it has in part, or what its title
 * names. Of names that are who did it only the teller of a ground with "I" is taken from a title, and never what was done nor where.
 */
function isHeldElsewhere(demand: Demand, { words, demands }: Statement, index: GroundIndex, ground: number): boolean {
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
const TELLER = set('i we my our ich wir mein unser');

/** Whether a statement begins with a word of a title where the ground begins with another one for who did it: "the governors describe him". */
function isInstead({ place }: Demand, { words, demands }: Statement, index: GroundIndex, ground: number): boolean {
  const isFirst = words.slice(0, place).every(({ keys }) => keys.length === 0);
  const [subject] = (index.words[ground] ?? []).slice(0, LEADING).filter(({ keys }) => keys.length > 0);
  return isFirst && subject !== undefined && !demands.some(({ held }) => subject.keys.some((key) => held.has(key)));
}
const LEADING = 3;

const matters = ({ lower, weight, kind }: Demand, language: string): boolean =>
  kind !== 'word' || MATTERS.has(lower) || (weight >= FEW && !glueOf(language).has(lower));

const SPEAKER = set('i we you ich wir du ihr');

/** Whether a name that a statement tells of is only spoken to: "Anna, I have seen him". */
const isSpokenTo = (part: readonly Demand[], theirs: readonly Word[]): boolean =>
  theirs.some((word, at) => {
    const next = theirs[at + 1];
    const isAside = next !== undefined && next.part !== word.part && SPEAKER.has(next.lower);
    return isAside && part.some(({ kind, held }) => kind === 'name' && word.keys.some((key) => held.has(key)));
  });

const DENIALS = set('not never nicht nie');
const JOINERS = set('and but und aber');

/** Whether a statement tells of all what a ground tells of some: "48 households" of "31 of the 48 households". */
function isOfWhole(line: Line, theirs: readonly Word[]): boolean {
  const used = new Set(line.map(([, { at }]) => at));
  return line.some(([{ kind }, { at }]) => {
    if (kind !== 'number') return false;
    const of = theirs.slice(Math.max(0, at - 2), at).findLastIndex(({ lower }) => OF_SOME.has(lower));
    const part = at - Math.min(2, at) + of - 1;
    return of >= 0 && theirs[part]?.kind === 'number' && !used.has(part);
  });
}
const OF_SOME = set('of von der');

/** Whether a word that limits what is said was left out in its middle, or right before it. */
function isLimited(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const said = new Set(words.map(({ lower }) => lower));
  const places = line.map(([, { at }]) => at);
  const used = new Set(places);
  const parts = new Set(line.map(([, { word }]) => word.part));
  return theirs.some(({ lower, part }, at) => {
    if (used.has(at) || !LIMITS.has(lower) || said.has(lower) || !parts.has(part)) return false;
    return (
      used.has(at + 1) ||
      used.has(at + 2) ||
      (OF.has(theirs[at + 1]?.lower ?? '') && used.has(at + 3)) ||
      (DENIALS.has(lower) && used.has(at - 2) && !JOINERS.has(theirs[at - 1]?.lower ?? '')) ||
      (at > Math.min(...places) && at < Math.max(...places))
    );
  });
}
