import type { Demand } from './demands';
import { isTurnedRound } from './direction';
import type { GroundIndex } from './ground-index';
import { excludedBy } from './opposites';
import { isDenied } from './polarity';
import { isSwapped } from './swapped-numbers';
import { valueOfKey, type Word } from './statement';

/**
 * Why grounds do not support a statement: they hold another number or name, say the opposite, deny it or turn it round, leave out a whole
 * part of it, or hold too little of it.
 */
export type Doubt = 'number' | 'name' | 'opposite' | 'denied' | 'turned round' | 'part' | 'little';

/** How well some grounds hold a statement. */
export interface Judgement {
  /** Numbers of grounds, the one that holds most first. */
  readonly grounds: readonly number[];
  /** Weighted share of the statement's demands that they hold, 0 to 1. */
  readonly score: number;
  readonly doubt: Doubt | null;
}

/** A statement as it is held against grounds. */
export interface Statement {
  readonly words: readonly Word[];
  readonly demands: readonly Demand[];
  /** Groups of demands that must not be missing altogether. */
  readonly parts: readonly (readonly number[])[];
}

export const LEAST_SCORE = 0.68;
const LEAST_SCORE_OF_SIGNS = 0.84;
const LEAST_PART = 0.4;
const LEAST_AROUND = 0.4;
const AROUND = 4;
const FROM_TITLE = 0.7;
const FROM_CONTEXT = 0.85;
const PRONOUN = new Set(
  (
    'he she it they his her its their him them this these who we i my our us me you your that which former latter there here ' +
    'er sie es ihr sein seine ihre wir dieser diese il elle ils elles ce cette él ella ellos su sus'
  ).split(' '),
);

/** How well one ground holds a demand, 0 to 1. */
export function holds(index: GroundIndex, ground: number, demand: Demand): number {
  const keys = index.keys[ground];
  let best = 0;
  if (keys) for (const [key, value] of demand.held) if (value > best && keys.has(key)) best = value;
  return best;
}

/** Judges a statement by grounds taken together. Each part of it must be held by one of them alone, so that none is pieced together. */
export function judge({ words, demands, parts }: Statement, index: GroundIndex, grounds: readonly number[]): Judgement {
  const own = grounds.map((ground) => coverOf(demands, index, ground));
  const holders = parts.map((part) => holderOf(demands, own, part));
  const cover = demands.map((_, at) => own[holders[parts.findIndex((part) => part.includes(at))] ?? 0]?.[at] ?? 0);
  const all = demands.map((_, at) => at);
  const score = shareOf(demands, cover, all);
  const ranked = grounds
    .map((ground, at) => ({ ground, share: shareOf(demands, own[at] ?? [], all), isUsed: holders.includes(at) }))
    .filter(({ isUsed }) => isUsed)
    .sort((a, b) => b.share - a.share)
    .map(({ ground }) => ground);
  return {
    grounds: ranked,
    score,
    doubt: doubtOf({ words, demands, parts }, index, ranked, { own, holders, cover, score }),
  };
}

interface Held {
  readonly own: readonly (readonly number[])[];
  /** Place in `own` of the ground that holds each part best. */
  readonly holders: readonly number[];
  readonly cover: readonly number[];
  readonly score: number;
}

function doubtOf(
  { words, demands, parts }: Statement,
  index: GroundIndex,
  grounds: readonly number[],
  { cover, score }: Held,
): Doubt | null {
  const texts = grounds.map((ground) => index.words[ground] ?? []);
  const together = texts.flat();
  if (demands.some((demand, at) => demand.kind === 'name' && cover[at] === 0)) return 'name';
  if (isNumberMissing(demands, cover, together)) return 'number';
  if (texts.some((text) => isOfOtherYear(demands, text) || isSwapped(words, text))) return 'number';
  if (isOpposite(words, together)) return 'opposite';
  if (texts.some((text) => isDenied(words, demands, text))) return 'denied';
  if (texts.some((text) => isTurnedRound(words, demands, text))) return 'turned round';
  if (parts.some((part) => isPartMissing(demands, cover, part))) return 'part';
  return score < leastScore(words) ? 'little' : null;
}

/** Pairs of signs agree by chance more often than words do. */
const leastScore = (words: readonly Word[]): number =>
  words.some(({ lower }) => /\p{Script=Han}/u.test(lower)) ? LEAST_SCORE_OF_SIGNS : LEAST_SCORE;

function coverOf(demands: readonly Demand[], index: GroundIndex, ground: number): readonly number[] {
  return demands.map((demand) => holds(index, ground, demand) || besides(demand, demands, index, ground));
}

function holderOf(demands: readonly Demand[], own: readonly (readonly number[])[], part: readonly number[]): number {
  const shares = own.map((cover) => shareOf(demands, cover, part));
  return shares.indexOf(Math.max(...shares));
}

function isPartMissing(demands: readonly Demand[], cover: readonly number[], part: readonly number[]): boolean {
  const said = part.filter((at) => demands[at]?.kind === 'word');
  return said.length > 0 && shareOf(demands, cover, said) < LEAST_PART;
}

/** Weighted share of some demands that is held. */
export function shareOf(demands: readonly Demand[], cover: readonly number[], places: readonly number[]): number {
  let all = 0;
  let held = 0;
  for (const at of places) {
    const weight = demands[at]?.weight ?? 0;
    all += weight;
    held += weight * (cover[at] ?? 0);
  }
  return all === 0 ? 0 : held / all;
}

/** What a ground holds without saying it: its title's words, the rest of a name, whom its pronoun means. */
function besides(demand: Demand, demands: readonly Demand[], index: GroundIndex, main: number): number {
  const isIn = (keys: ReadonlySet<string> | undefined): boolean =>
    keys !== undefined && [...demand.held.keys()].some((key) => keys.has(key));
  const isAbout = isIn(index.about[main]);
  if (demand.kind === 'word') return isAbout ? FROM_TITLE : 0;
  if (demand.kind === 'number') return isAbout ? FROM_TITLE : 0;
  if (isAbout) return FROM_CONTEXT;
  if (!isIn(index.rowKeys[index.rowOf[main] ?? -1])) return 0;
  const words = index.words[main] ?? [];
  const strange = strangers(words, demands, index);
  const rest = demands.filter((other) => other !== demand && other.name === demand.name);
  if (rest.some((other) => holds(index, main, other) > 0)) return strange ? 0 : FROM_CONTEXT;
  return !strange || words.some(({ lower }) => PRONOUN.has(lower)) ? FROM_CONTEXT : 0;
}

/** Whether a ground begins with a name that the statement does not have. */
function strangers(words: readonly Word[], demands: readonly Demand[], index: GroundIndex): boolean {
  return words.slice(0, 5).some(({ keys: [key], isCapital, kind }) => {
    if (!isCapital || key === undefined || kind === 'number') return false;
    const { capital, small } = index.capitals.get(key) ?? { capital: 0, small: 0 };
    return capital > 0 && small === 0 && !demands.some(({ held }) => held.has(key));
  });
}

function isNumberMissing(demands: readonly Demand[], cover: readonly number[], ground: readonly Word[]): boolean {
  return demands.some((demand, at) => {
    if (demand.kind !== 'number') return false;
    if (cover[at] === 0) return !demand.isSoft || hasOtherNumber(demands, ground);
    return !isAround(demands, cover, at);
  });
}

const hasOtherNumber = (demands: readonly Demand[], ground: readonly Word[]): boolean =>
  ground.some(
    ({ kind, keys }) =>
      kind === 'number' && keys.every((key) => valueOfKey(key) < 1000 && !demands.some(({ held }) => held.has(key))),
  );

const isYear = (key: string): boolean => valueOfKey(key) >= 1000 && valueOfKey(key) <= 2100;

/** Whether a ground names other years only than a statement that names years as well. */
function isOfOtherYear(demands: readonly Demand[], ground: readonly Word[]): boolean {
  const years = demands.filter(({ kind, held }) => kind === 'number' && [...held.keys()].some(isYear));
  const theirs = ground.filter(({ keys }) => keys.some(isYear));
  if (years.length === 0 || theirs.length === 0) return false;
  return !theirs.some(({ keys }) => keys.some((key) => years.some(({ held }) => held.has(key))));
}

/** Whether the words around a number are held as well. */
function isAround(demands: readonly Demand[], own: readonly number[], at: number): boolean {
  const { place = 0, part = 0 } = demands[at] ?? {};
  const near = demands.flatMap((one, other) =>
    one.kind === 'word' && one.part === part && Math.abs(one.place - place) <= AROUND ? [other] : [],
  );
  return near.length === 0 || shareOf(demands, own, near) >= LEAST_AROUND;
}

function isOpposite(words: readonly Word[], ground: readonly Word[]): boolean {
  const said = new Set(words.map(({ lower }) => lower));
  const theirs = new Set(ground.map(({ lower }) => lower));
  return [...said].some((lower) => {
    if (theirs.has(lower)) return false;
    return [...excludedBy(lower)].some((other) => theirs.has(other) && !said.has(other));
  });
}
