import { phraseOf } from './antecedents';
import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import { before } from './held-by';
import type { Word } from './statement';

const OF = new Set(['of', 'der', 'des', 'vom', 'von']);
const CLOSE = 0.8;
const REACH = 3;

/** Words of a statement that a ground lacks, with those that it has. */
interface Lacking {
  readonly words: readonly Word[];
  /** Those that are lacked, which stand together. */
  readonly run: readonly Demand[];
  readonly line: readonly (readonly [Demand, { readonly at: number }])[];
}

/**
 * Whether words only tell whose or what a noun of a ground is, as its passage does elsewhere: "the rate of hand cleaning" for "the rate". They stand behind
 * "of" and the noun; the title has them, or a sentence before has them together, and no nearer one tells of that noun with another "of".
 */
export function isComplement({ words, run, line }: Lacking, index: GroundIndex, ground: number): boolean {
  const first = run[0]?.place ?? 0;
  const noun = line.findLast(([{ place }]) => place < first)?.[0];
  if (!noun || noun.kind !== 'word' || first - noun.place > REACH) return false;
  if (!words.slice(noun.place + 1, first).some(({ lower }) => OF.has(lower))) return false;
  const sentences = before(index, ground).map((one) => index.words[one] ?? []);
  const other = sentences.findLastIndex((one) => tellsOf(noun, one));
  const own = sentences.findLastIndex((one) => phraseOf(run, one) !== null);
  const isTitled = run.every(({ held }) => [...held.keys()].some((key) => index.about[ground]?.has(key)));
  return other > own ? false : own >= 0 || isTitled;
}

/** Whether a sentence has a noun with an "of" behind it. */
const tellsOf = ({ held }: Demand, words: readonly Word[]): boolean =>
  words.some(({ keys }, at) => keys.some((key) => (held.get(key) ?? 0) >= CLOSE) && OF.has(words[at + 1]?.lower ?? ''));
