import { excludedBy } from './opposites';
import { stemOf, type GroundIndex } from './ground-index';
import { glueOf, languageOf } from './languages';
import type { Word } from './statement';
import { isDerived, nearSense, sameSense } from './synonyms';
import { findNames, TITLES } from './names';
import { formsOf } from './verb-forms';

/** One thing that a statement says and that its grounds have to hold. */
export interface Demand {
  readonly kind: 'word' | 'number' | 'name';
  readonly lower: string;
  /** Terms that hold it, with how well, 0 to 1. */
  readonly held: ReadonlyMap<string, number>;
  readonly weight: number;
  readonly part: number;
  /** Place among the statement's words. */
  readonly place: number;
  /** Number of the name that it belongs to; -1 for none. */
  readonly name: number;
  readonly isSoft: boolean;
  /** Words that would say the opposite. */
  readonly excluded: ReadonlySet<string>;
}

/** What is known of the collection when words are weighed. */
export interface DemandOptions {
  /** Share of the collection's text units that hold a term, 0 to 1, where it is known. */
  readonly share?: (term: string) => number | undefined;
}

const NAME = 1.5;
const NUMBER = 1.5;
const SAME_SENSE = 0.8;
/** Shown beside a sentence, but never enough to support it. */
const NEAR_SENSE = 0.75;
const DERIVED = 0.9;
const GLUE = 0.15;
/** An ordinary word that no ground holds may be another word for one that they do hold. */
const UNKNOWN = 0.75;
const GLUES = new Set(
  (
    'according report reported reports state stated states describe described describes mention mentioned note noted overall summary addition additionally ' +
    'furthermore moreover however therefore thus hence consequently document documents source sources text passage passages article based provide provided ' +
    'include includes including included specifically namely respectively eventually finally initially instead key role various aspect regarding also ' +
    'reportedly apparently altogether total well back way time example instance call called known'
  ).split(' '),
);

/** What a statement demands of its grounds, weighed by how rare it is among them. */
export function demandsOf(
  words: readonly Word[],
  index: GroundIndex,
  { share }: DemandOptions = {},
): readonly Demand[] {
  const names = findNames(words, index);
  const glue = glueOf(languageOf(words, index.languages));
  const demands: Demand[] = [];
  words.forEach((word, place) => {
    const name = names[place] ?? -1;
    if (word.kind === 'number') {
      const held = new Map(word.keys.map((key) => [key, 1]));
      const weight = NUMBER * rarity(word.keys[0] ?? '', index, share);
      demands.push({ ...common(word, place), kind: 'number', held, weight, name: -1 });
      return;
    }
    for (const key of word.keys) {
      const isName = name >= 0;
      const isTitle = TITLES.has(word.lower) && words[place + 1]?.isCapital === true;
      const isGlue = !isName && (isTitle || GLUES.has(word.lower) || glue.has(word.lower));
      const known = index.postings.has(key);
      const base = rarity(key, index, share) * (isName ? NAME : known ? 1 : UNKNOWN);
      const weight = isGlue ? GLUE * base : base;
      demands.push({
        ...common(word, place),
        kind: isName ? 'name' : 'word',
        held: holders(key, isName, index),
        weight,
        name,
      });
    }
  });
  return demands;
}

const common = (word: Word, place: number): Pick<Demand, 'lower' | 'part' | 'place' | 'isSoft' | 'excluded'> => ({
  lower: word.lower,
  part: word.part,
  place,
  isSoft: word.isSoft,
  excluded: excludedBy(word.lower),
});

function rarity(key: string, index: GroundIndex, share: DemandOptions['share']): number {
  const count = index.grounds.length;
  const here = index.postings.get(key)?.length ?? 0;
  const own = Math.log(1 + count / (here + 0.5)) / Math.log(1 + count / 0.5);
  const spread = share?.(key);
  const everywhere = spread === undefined ? own : Math.log(1 / Math.max(spread, 1e-4)) / Math.log(1e4);
  return 0.35 + 0.65 * Math.min(1, (own + everywhere) / 2);
}

function holders(key: string, isName: boolean, index: GroundIndex): ReadonlyMap<string, number> {
  const held = new Map([[key, 1]]);
  if (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u.test(key)) return held;
  for (const other of index.byStem.get(stemOf(key)) ?? []) {
    if (other !== key && isDerived(key, other)) held.set(other, DERIVED);
  }
  if (!isName) for (const other of formsOf(key)) if (!held.has(other)) held.set(other, DERIVED);
  if (!isName) for (const other of sameSense(key)) if (!held.has(other)) held.set(other, SAME_SENSE);
  if (!isName) for (const other of nearSense(key)) if (!held.has(other)) held.set(other, NEAR_SENSE);
  return held;
}
