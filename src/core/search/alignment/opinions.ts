import type { Word } from './statement';
import { wordSet } from '../../text/word-set';

/** Words with which a text tells what somebody holds to be so, or asks whether it is. */
const OPINION = wordSet(
  'argue argues argued claim claims claimed allege alleges alleged suggest suggests suggested suspect suspects suspected speculate speculates speculated ' +
    'assume assumes assumed presume presumes presumed rumour rumours rumoured supposedly reportedly allegedly purportedly whether perhaps possibly ' +
    'behauptet behauptete behaupten vermutet vermutete vermuten angeblich vermutlich möglicherweise vielleicht mutmaßlich ob',
);
/** With these a statement may tell of the same opinion in other words. */
const TOLD = wordSet(
  'say says said state states stated maintain maintains maintained think thinks thought believe believes believed according may might could would view opinion ' +
    'sagt sagte meint meinte glaubt glaubte laut zufolge soll sollen könnte dürfte not no nicht kein keine',
);

/** Whether a statement gives as a fact what a ground only tells as an opinion or a question. */
export function isOnlyOpinion(words: readonly Word[], ground: readonly Word[]): boolean {
  const isTold = words.some(({ lower }) => OPINION.has(lower) || TOLD.has(lower));
  return !isTold && ground.some(({ lower }) => OPINION.has(lower));
}
