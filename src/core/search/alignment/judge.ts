import type { Demand } from './demands';
import { isTurnedRound } from './direction';
import type { GroundIndex } from './ground-index';
import type { HeldBy } from './held-by';
import { excludedBy } from './opposites';
import { isDenied } from './polarity';
import { goesFurther, isGrave, joinsAsCause } from './strength';
import { isSwapped } from './swapped-numbers';
import { valueOfKey, type Word } from './statement';
import { areHeadsExchanged, areSidesExchanged, isOneByOther } from './sides';
import { isOfOtherUnit } from './units';
import { isWorkedOut } from './worked-out';

/**
 * Why grounds do not support a statement: they hold another number or name, or numbers from which its own can only be worked out, say the
 * opposite, deny it, turn it round, do not go as far or say nothing of something grave, leave out a whole part of it, or hold too little of it.
 */
export type Doubt =
  'number' | 'worked out' | 'name' | 'opposite' | 'denied' | 'turned round' | 'further' | 'part' | 'little';

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

/** What the words of a document's sentence keep when it is begun otherwise or a pronoun is replaced; one that is changed keeps less. */
const LEAST_SCORE = 0.8;
/** Several grounds hold more by chance than one does. */
const LEAST_SCORE_TOGETHER = 0.85;
const LEAST_PART = 0.4;
/** Below this share the wording is not looked at any closer, and a sentence is not even partly supported. */
export const LEAST_PARTLY = 0.3;
const LEAST_AROUND = 0.4;
const AROUND = 4;

/** Grounds taken together, with what they hold of a statement. */
export interface Weighed {
  /** Those that are needed, the one that holds most first. */
  readonly grounds: readonly number[];
  readonly cover: readonly number[];
  readonly score: number;
}

/** Weighs grounds taken together. Each part of a statement must be held by one of them alone, so that none is pieced together. */
export function weigh({ demands, parts }: Statement, held: HeldBy, grounds: readonly number[]): Weighed {
  const own = grounds.map(held.all);
  const all = demands.map((_, at) => at);
  const cover = demands.map(() => 0);
  const used = new Set<number>();
  for (const part of parts) {
    const holder = holderOf(demands, own, part);
    used.add(holder);
    for (const at of part) cover[at] = own[holder]?.[at] ?? 0;
  }
  const ranked = [...used].sort((a, b) => shareOf(demands, own[b] ?? [], all) - shareOf(demands, own[a] ?? [], all));
  return { grounds: ranked.flatMap((at) => grounds[at] ?? []), cover, score: shareOf(demands, cover, all) };
}

/** What speaks against grounds that were weighed; null when they support the statement. */
export function doubtOf(
  { words, demands, parts }: Statement,
  index: GroundIndex,
  { grounds, cover, score }: Weighed,
): Doubt | null {
  const texts = grounds.map((ground) => index.words[ground] ?? []);
  const together = texts.flat();
  if (demands.some((demand, at) => demand.kind === 'name' && cover[at] === 0)) return 'name';
  const missing = missingNumbers(demands, cover, together);
  const isReckoned = missing.length > 0 && missing.every((value) => isWorkedOut(value, together));
  if (missing.length > 0 && !isReckoned) return 'number';
  if (score < LEAST_PARTLY) return 'little';
  if (texts.some((text) => isOfOtherYear(demands, text) || isSwapped(words, text))) return 'number';
  if (isOfOtherUnit(words, together)) return 'number';
  if (isOpposite(words, together)) return 'opposite';
  if (texts.some((text) => isDenied(words, demands, text))) return 'denied';
  if (texts.some((text) => isTwisted(words, demands, text))) return 'turned round';
  if (goesFurther(words, together) || joinsAsCause(words, demands, texts)) return 'further';
  if (demands.some(({ lower }, at) => cover[at] === 0 && isGrave(lower))) return 'further';
  if (demands.some(({ kind }, at) => kind === 'number' && !isAround(demands, cover, at))) return 'part';
  if (parts.some((part) => isPartMissing(demands, cover, part))) return 'part';
  if (isReckoned) return 'worked out';
  return score < (grounds.length > 1 ? LEAST_SCORE_TOGETHER : LEAST_SCORE) ? 'little' : null;
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

/** Values of numbers that a ground does not hold; a small one in letters only counts where the ground tells another one. */
function missingNumbers(
  demands: readonly Demand[],
  cover: readonly number[],
  ground: readonly Word[],
): readonly number[] {
  const missing = demands.filter(
    ({ kind, isSoft }, at) => kind === 'number' && cover[at] === 0 && (!isSoft || hasOtherNumber(demands, ground)),
  );
  return missing.map(({ held }) => valueOfKey([...held.keys()][0] ?? ''));
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

const isTwisted = (...given: Parameters<typeof isTurnedRound>): boolean =>
  isTurnedRound(...given) || areSidesExchanged(...given) || isOneByOther(...given) || areHeadsExchanged(...given);

function isOpposite(words: readonly Word[], ground: readonly Word[]): boolean {
  const said = new Set(words.map(({ lower }) => lower));
  const theirs = new Set(ground.map(({ lower }) => lower));
  return [...said].some((lower) => {
    if (theirs.has(lower)) return false;
    return [...excludedBy(lower)].some((other) => theirs.has(other) && !said.has(other));
  });
}
