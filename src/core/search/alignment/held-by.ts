import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import type { Statement } from './judge';
import { languageOf } from './languages';
import { TITLES } from './names';
import { isYear, MONTHS, type Word } from './statement';

/** How well grounds hold each demand of one statement, 0 to 1; what was worked out is kept. */
export interface HeldBy {
  /** By the ground's own words. */
  readonly words: (ground: number) => readonly number[];
  /** Also by what it is about, and by whom its pronouns mean. */
  readonly all: (ground: number) => readonly number[];
}

const FROM_TITLE = 0.7;
const FROM_CONTEXT = 0.85;
/** What a sentence on somebody named before begins with, where it names others, too. */
const PERSON = new Set(
  (
    'he she it they his her its their we i my our this these the former latter ' +
    'er sie es ihr sein seine ihre wir dieser diese il elle ils elles ce cette él ella ellos su sus'
  ).split(' '),
);
const OPENING = 3;

/** Looks grounds up for one statement. */
export function heldBy({ demands }: Statement, index: GroundIndex): HeldBy {
  const words = kept((ground) => demands.map((demand) => holds(index, ground, demand)));
  const isOnlyOne = kept((name) =>
    isOnlyOneOfIt(
      demands.filter((one) => one.name === name),
      index,
    ),
  );
  const all = kept((ground) =>
    words(ground).map((value, at) => {
      const demand = demands[at];
      return value > 0 || !demand ? value : besides(demand, { demands, isOnlyOne }, index, ground);
    }),
  );
  return { words, all };
}

function kept<T>(work: (at: number) => T): (at: number) => T {
  const known = new Map<number, T>();
  return (at) => {
    const found = known.get(at) ?? work(at);
    known.set(at, found);
    return found;
  };
}

function holds(index: GroundIndex, ground: number, demand: Demand): number {
  const keys = index.keys[ground];
  let best = 0;
  if (keys) for (const [key, value] of demand.held) if (value > best && keys.has(key)) best = value;
  return best;
}

/** The demands of a statement, with whether a name of it is the only one that its words belong to. */
interface Named {
  readonly demands: readonly Demand[];
  readonly isOnlyOne: (name: number) => boolean;
}

/** What a ground holds without saying it: its title's words, the rest of a name, whom its pronoun means. */
function besides(demand: Demand, { demands, isOnlyOne }: Named, index: GroundIndex, main: number): number {
  const isIn = (keys: ReadonlySet<string> | undefined, one = demand): boolean =>
    keys !== undefined && [...one.held.keys()].some((key) => keys.has(key));
  const isAbout =
    isIn(index.about[main]) ||
    (languageOf(index.words[main] ?? [], index.languages) === 'de' && isInCompound(demand.lower, index.titles[main]));
  const words = index.words[main] ?? [];
  if (isAbout && isOfDate(demand) && hasDate(words, demand)) return 0;
  if (demand.kind === 'word') return isAbout ? FROM_TITLE : 0;
  if (demand.kind === 'number')
    return isAbout && isOfTitle(demand, demands, (one) => isIn(index.about[main], one)) ? FROM_TITLE : 0;
  const strange = strangers(words, demands, index);
  const isSpokenOf = !strange || words.slice(0, OPENING).some(({ lower }) => PERSON.has(lower));
  if (isAbout) return isSpokenOf ? FROM_CONTEXT : 0;
  const rest = demands.filter((other) => other !== demand && other.name === demand.name);
  const isShort = rest.some((other) => holds(index, main, other) > 0);
  if (!isIn(index.rowKeys[index.rowOf[main] ?? -1])) return isShort && isOnlyOne(demand.name) ? FROM_CONTEXT : 0;
  if (isShort) return strange || isOfAnotherName([demand, ...rest], words, index) ? 0 : FROM_CONTEXT;
  const [opening] = index.rows[index.rowOf[main] ?? -1] ?? [];
  const spoken = [...before(index, main), ...(opening === undefined ? [] : [opening])];
  return isSpokenOf && spoken.some((ground) => isIn(index.keys[ground])) ? FROM_CONTEXT : 0;
}

const SEASONS = new Set('spring summer autumn fall winter frühling sommer herbst'.split(' '));

const isOfDate = ({ kind, lower }: Demand): boolean => kind === 'number' || MONTHS.has(lower);

/** What a year stands behind that tells when something was: "in 1953", not "a surplus for 2017". */
const WHEN = new Set('in since until by im seit bis anno'.split(' '));

/** Whether a text says itself when something was, in the place of the date of its title: by a year, or where no year is asked for a month or a season. */
function hasDate(words: readonly Word[], { held }: Demand): boolean {
  const isOfYear = [...held.keys()].some(isYear);
  return words.some(({ keys, lower, isCapital }, at) => {
    if (keys.some(isYear)) return WHEN.has(words[at - 1]?.lower ?? '') || MONTHS.has(words[at - 1]?.lower ?? '');
    return !isOfYear && ((isCapital && MONTHS.has(lower)) || SEASONS.has(lower));
  });
}

/** Whether a number is said of what a title says it of: a year, the day of its month, the third part of "Part Three". */
function isOfTitle(
  { place, held }: Demand,
  demands: readonly Demand[],
  isInTitle: (demand: Demand) => boolean,
): boolean {
  if ([...held.keys()].some(isYear)) return true;
  const at = (away: number): Demand | undefined => demands.find((one) => one.place === place + away);
  const isHeld = (one: Demand | undefined): boolean => one !== undefined && isInTitle(one);
  const beside = [at(-1), at(1)].filter((one) => one && (one.kind === 'name' || MONTHS.has(one.lower)));
  return beside.some(isHeld) || (isHeld(at(1)) && isHeld(at(2)));
}

/**
 * Whether the words of a name stand together somewhere, and beside no others with a capital anywhere: then "Skarvnes" alone is short for "Skarvnes HK".
 * Linear in the places of its words.
 */
function isOnlyOneOfIt(name: readonly Demand[], index: GroundIndex): boolean {
  const grounds = new Set(name.flatMap(({ held }) => [...held.keys()].flatMap((key) => index.postings.get(key) ?? [])));
  let isWhole = false;
  for (const ground of grounds) {
    const words = index.words[ground] ?? [];
    if (isOfAnotherName(name, words, index)) return false;
    isWhole ||= words.some((_, at) =>
      name.every(({ held }, place) => words[at + place]?.keys.some((key) => held.has(key))),
    );
  }
  return isWhole;
}

/** Whether a text has a word of a name beside another name's: "Karl Berg" for "Olav Berg". */
function isOfAnotherName(name: readonly Demand[], words: readonly Word[], index: GroundIndex): boolean {
  const isOwn = (word: Word): boolean => name.some(({ held }) => word.keys.some((key) => held.has(key)));
  return words.some((word, at) => {
    if (!isOwn(word)) return false;
    const beside = [words[at - 1], words[at + 1]].filter((one) => one?.part === word.part);
    return beside.some((one) => one !== undefined && isNamed(one, index) && !isOwn(one));
  });
}

/** Whether a word is written as names are: with a capital, never small, and no title; or a letter such as that of “Block A”. */
const isNamed = ({ isCapital, kind, keys, lower, isFirst }: Word, index: GroundIndex): boolean =>
  isCapital &&
  kind === 'word' &&
  (keys.length > 0 || (lower === 'a' && !isFirst)) &&
  !TITLES.has(lower) &&
  !keys.some((key) => (index.capitals.get(key)?.small ?? 0) > 0);

const LEAST_OF_COMPOUND = 5;

/** Whether a noun is part of a compound: "Unfalls" of "Unfallbericht". */
function isInCompound(lower: string, titles: ReadonlySet<string> | undefined): boolean {
  const noun = lower.replace(/(?<=.{5})e?[sn]$/u, '');
  if (noun.length < LEAST_OF_COMPOUND) return false;
  return [...(titles ?? [])].some((title) => title !== noun && (title.startsWith(noun) || title.endsWith(noun)));
}

const POINTED_BACK = 4;

/** The grounds of the same row just before one: what its pronouns point at. */
export function before(index: GroundIndex, ground: number): readonly number[] {
  const row = index.rows[index.rowOf[ground] ?? -1] ?? [];
  const at = row.indexOf(ground);
  return row.slice(Math.max(0, at - POINTED_BACK), at);
}

/** Whether a ground has a name that the statement does not have. */
function strangers(words: readonly Word[], demands: readonly Demand[], index: GroundIndex): boolean {
  return words.some(({ keys: [key], isCapital, kind }) => {
    if (!isCapital || key === undefined || kind === 'number') return false;
    const { capital, small } = index.capitals.get(key) ?? { capital: 0, small: 0 };
    return capital > 0 && small === 0 && !demands.some(({ held }) => held.has(key));
  });
}
