import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Words of a ground that limit what stands beside them: a statement must not leave them out. */
const LIMITS = wordSet(
  'nearly almost less fewer more least most only partly half hardly barely up over under about possibly may might could would should unless except ' +
    'alleged allegedly proposed attempted tried almost not no never without refused failed rarely seldom sometimes often usually mostly some many ' +
    'fast beinahe weniger mehr mindestens höchstens nur teilweise halb kaum etwa knapp rund könnte sollte nicht kein keine nie ohne selten manchmal oft meist meistens',
);
const OF = wordSet('of');
const DENIALS = wordSet('not never nicht nie');
const JOINERS = wordSet('and but und aber');

/** Whether a statement tells of all what a ground tells of some: "48 households" of "31 of the 48 households", "every year" of "every two years". */
export function isOfWhole(line: Line, theirs: readonly Word[]): boolean {
  const used = new Set(line.map(([, { at }]) => at));
  return line.some(([{ kind }, { at }]) => {
    if (EVERY.has(theirs[at - 2]?.lower ?? '') && theirs[at - 1]?.kind === 'number' && !used.has(at - 1)) return true;
    if (kind !== 'number') return false;
    const of = theirs.slice(Math.max(0, at - 2), at).findLastIndex(({ lower }) => OF_SOME.has(lower));
    const part = at - Math.min(2, at) + of - 1;
    return of >= 0 && theirs[part]?.kind === 'number' && !used.has(part);
  });
}
const EVERY = wordSet('every each all alle jede jeden jedes');
const OF_SOME = wordSet('of von der');

const INSTEAD = wordSet('instead rather statt anstatt anstelle');
/** Words behind "instead of" that it takes out. */
const TAKEN_OUT = 3;

/** Whether a statement tells of what a ground says is no more so: "leaves at 7:25" of "leaves at 7:10 instead of 7:25". */
export function isReplaced(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  if (words.some(({ lower }) => INSTEAD.has(lower))) return false;
  const places = line.map(([, { at }]) => at);
  return theirs.some(
    ({ lower }, at) => INSTEAD.has(lower) && places.some((place) => place > at && place <= at + TAKEN_OUT),
  );
}

/** Words with which a text does not vouch for what it says: they limit all of their clause. */
const HEDGES = wordSet(
  'probably presumably supposedly apparently reportedly allegedly perhaps maybe possibly likely ' +
    'vermutlich voraussichtlich wahrscheinlich angeblich offenbar möglicherweise vielleicht mutmaßlich wohl',
);

/** Whether a word that limits what is said was left out in its middle, or right before it, or a hedge anywhere in its clause. */
export function isLimited(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const said = new Set(words.map(({ lower }) => lower));
  const isHedged = [...HEDGES].some((hedge) => said.has(hedge));
  const places = line.map(([, { at }]) => at);
  const used = new Set(places);
  const parts = new Set(line.map(([, { word }]) => word.part));
  return theirs.some(({ lower, part }, at) => {
    if (used.has(at) || !(LIMITS.has(lower) || HEDGES.has(lower)) || said.has(lower) || !parts.has(part)) return false;
    return (
      (HEDGES.has(lower) && !isHedged) ||
      used.has(at + 1) ||
      used.has(at + 2) ||
      (OF.has(theirs[at + 1]?.lower ?? '') && used.has(at + 3)) ||
      (DENIALS.has(lower) && used.has(at - 2) && !JOINERS.has(theirs[at - 1]?.lower ?? '')) ||
      (at > Math.min(...places) && at < Math.max(...places))
    );
  });
}
