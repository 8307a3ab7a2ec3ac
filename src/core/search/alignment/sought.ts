import { isMeant } from './antecedents';
import type { Demand } from './demands';
import { isHeldElsewhere, isOfOtherName } from './from-elsewhere';
import type { GroundIndex } from './ground-index';
import type { Statement } from './judge';
import { glueOf, languageOf } from './languages';
import { MATTERS } from './small-words';
import { isTelling } from './stand-ins';
import { isNoMatter, placesOf, type Place } from './word-order';
import { wordSet } from '../../text/word-set';

const CLOSE = 0.8;
const FEW = 0.3;

/** The words of a part that matter: with their places in a ground, and those that neither it has nor what is known of it. */
export function sought(
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

/** Places of a word, the first ones; of a number those that write it in the same way, where there are any: "third" is not "three". */
function asWritten({ kind, lower }: Demand, places: readonly Place[]): readonly Place[] {
  const same = kind === 'number' ? places.filter(({ word }) => word.lower === lower) : [];
  return (same.length > 0 ? same : places).slice(0, MOST_PLACES);
}
/** Places of one word that are looked at: a sentence that repeats it a thousand times says nothing new with the others. */
const MOST_PLACES = 24;

const PRONOUN = wordSet(
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

const matters = ({ lower, weight, kind }: Demand, language: string): boolean =>
  kind !== 'word' || MATTERS.has(lower) || (weight >= FEW && !glueOf(language).has(lower));
