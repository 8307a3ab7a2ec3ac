import type { Word } from './statement';
import { isPastOf } from './tenses';
import { presentsOf } from './verb-forms';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Words with which a text tells what somebody wants, advises, decides or promises, and not that it was done. */
const WISH = wordSet(
  'recommend recommends recommended advise advises advised resolve resolves resolved propose proposes proposed request requests requested ' +
    'demand demands demanded urge urges urged insist insists insisted ask asks asked order orders ordered decide decides decided want wants wanted ' +
    'hope hopes hoped plan plans planned intend intends intended promise promises promised offer offers offered threaten threatens threatened ' +
    'expect expects expected due scheduled supposed agree agrees agreed means meant wish wishes wished instruct instructs instructed will shall would should may might could must ' +
    'empfiehlt empfahl empfohlen beschloss beschlossen fordert forderte verlangt verlangte plante versprach verspricht will wollte soll sollte',
);
/** What the deed of a wish stands behind: "be paid", "to buy", "should leave". */
const BEFORE_DEED = wordSet('be to will shall would should may might could must');
const BE = wordSet('was were is are been wurde wurden ist sind');
const NEAR = 2;
/** German puts the deed at the end, so that these are told apart wherever they stand. */
const PERFECT = wordSet('hat haben hatte hatten wurde wurden');
const WILL = wordSet('will wollen wollte wollten soll sollen sollte sollten möchte möchten planen');
const ADVISE = wordSet(
  'empfiehlt empfahl beschloss beschließt fordert forderte verlangt verlangte beantragt beantragte',
);
const TO_DO = wordSet('zu dass');

/** Whether a statement tells as done what a ground only has somebody want, advise or decide: "the chair stepped down" of "that the chair step down". */
export function isOnlyWish(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  if (words.some(({ lower }) => WISH.has(lower))) return false;
  if (words.some(({ lower }) => PERFECT.has(lower)) && isWantedInGerman(theirs)) return true;
  return line.some(([{ lower, place, kind }, { word, at }]) => {
    if (kind !== 'word' || !isDone(lower, words.slice(Math.max(0, place - NEAR), place))) return false;
    const isDeed =
      theirs.slice(Math.max(0, at - NEAR), at).some((one) => BEFORE_DEED.has(one.lower)) || isPastOf(lower, word.lower);
    return (
      isDeed && (isToBe(theirs, at) || theirs.slice(0, at).some((one) => WISH.has(one.lower) && one.part === word.part))
    );
  });
}

/** "is to be closed". */
const isToBe = (theirs: readonly Word[], at: number): boolean =>
  theirs[at - 1]?.lower === 'be' && theirs[at - 2]?.lower === 'to' && BE.has(theirs[at - 3]?.lower ?? '');

const isWantedInGerman = (theirs: readonly Word[]): boolean => {
  const isAny = (some: ReadonlySet<string>): boolean => theirs.some(({ lower }) => some.has(lower));
  return isAny(WILL) || (isAny(ADVISE) && isAny(TO_DO));
};

const HAS = wordSet('has have');

/** Whether a statement tells as still so what a ground tells as over: "has held it since 1952" of "had held it since 1952". */
export const isOver = (words: readonly Word[], line: Line, theirs: readonly Word[]): boolean =>
  line.some(
    ([{ place, kind }, { at }]) =>
      kind === 'word' && HAS.has(words[place - 1]?.lower ?? '') && theirs[at - 1]?.lower === 'had',
  );

const isDone = (lower: string, before: readonly Word[]): boolean =>
  !before.some((one) => BEFORE_DEED.has(one.lower)) &&
  (/\p{L}{2}(?:ed|te|ten)$/u.test(lower) || presentsOf(lower).length > 0 || before.some((one) => BE.has(one.lower)));
