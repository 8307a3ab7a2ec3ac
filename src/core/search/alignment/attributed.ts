import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Verbs with which a text gives what somebody says and does not vouch for it, unlike "found" or "showed"; no forms that are nouns as often ("state", "call"). */
const SAYS = wordSet(
  'say says said saying tell tells told reported argue argues argued stated reply replies replied explain explains explained testify testifies testified maintain maintains maintained ' +
    'insist insists insisted complain complains complained declare declares declared answered objected protested warn warns warned called described wrote writes ' +
    'sagt sagte sagten erklärt erklärte erklärten berichtet berichtete berichteten betont betonte schrieb schreibt meint meinte beteuert beteuerte nennt nannte',
);
/** With these a statement may say in other words that somebody says so. */
const ALSO_SAYS = wordSet(
  'according claim claims claimed believe believes believed think thinks thought view opinion words allege alleged testimony statement account ' +
    'laut zufolge angaben aussage ansicht meinung auffassung einschätzung überzeugung behauptet behauptete glaubt glaubte gibt gab habe hätten hätte wonach',
);
/** What a sentence begins with that only hands something on: "according to the clerk, …", "nach Angaben des Amtes …". */
const HANDS_ON = /^(?:according to|laut|nach (?:den )?angaben|nach (?:der )?aussage) /u;
/** Words with which a text gives somebody's view anywhere: "nach seiner Ansicht", "in her opinion". */
const VIEWS = wordSet('ansicht meinung auffassung einschätzung überzeugung opinion view');
const OF_VIEW = wordSet('nach in');
/** Forms of German verbs in which a text gives what somebody says. */
const AS_SAID = wordSet('sei seien gebe werde könne müsse solle dürfe wolle');
const JOINERS = wordSet('and but und aber');
const THAT = wordSet('that dass daß');
const BE = wordSet('is are was were');

/** Whether a statement gives in its own voice what a ground only gives as somebody's words: "the radar had failed" of "the captain said that the radar had failed". */
export function isOnlySaid(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  if (saysSo(words, line)) return false;
  const places = line.map(([, { at }]) => at);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (opensAs(theirs, HANDS_ON)) return first >= LEAST_HANDED;
  const parts = new Set(places.map((at) => theirs[at]?.part));
  return theirs.some(({ lower, part }, at) => {
    if (lower === 'zufolge' || (VIEWS.has(lower) && isOfView(theirs, at))) return true;
    if (AS_SAID.has(lower)) return parts.has(part);
    if (!SAYS.has(lower) || names(theirs, at)) return false;
    if (isSaidTo(theirs, at)) return true;
    return at < first ? leadsTo(theirs, at, first) : at > last && isSaidBehind(theirs, at, last);
  });
}

/** Whether a statement says itself that somebody says so, in words that it does not share with the ground. */
function saysSo(words: readonly Word[], line: Line): boolean {
  const shared = new Set(line.map(([{ place }]) => place));
  return words.some(
    ({ lower }, place) => AS_SAID.has(lower) || (!shared.has(place) && (SAYS.has(lower) || ALSO_SAYS.has(lower))),
  );
}

const opensAs = (theirs: readonly Word[], opening: RegExp): boolean => {
  const words = theirs.slice(0, OPENING).map(({ lower }) => lower);
  return opening.test(`${words.join(' ')} `);
};
const OPENING = 3;
/** Words that name at the least who is spoken of: what is told begins behind them. */
const LEAST_HANDED = 3;

/** "nach Ansicht", "in her view", and not "a view of the sea". */
const isOfView = (theirs: readonly Word[], at: number): boolean =>
  theirs.slice(Math.max(0, at - 2), at).some(({ lower }) => OF_VIEW.has(lower));

/** "a ship called Dorothy". */
const names = (theirs: readonly Word[], at: number): boolean =>
  theirs[at]?.lower === 'called' && theirs[at + 1]?.isCapital === true;

/** "the monks are said to have built it". */
const isSaidTo = (theirs: readonly Word[], at: number): boolean =>
  BE.has(theirs[at - 1]?.lower ?? '') && theirs[at + 1]?.lower === 'to';

/** Whether such a verb governs what is told behind it: right behind it, or after "that"; not "she said goodbye and left". */
function leadsTo(theirs: readonly Word[], at: number, first: number): boolean {
  const between = theirs.slice(at + 1, first);
  const that = between.findLastIndex(({ lower }) => THAT.has(lower));
  const isNear = that >= 0 || (theirs[first]?.part ?? 0) - (theirs[at]?.part ?? 0) <= 1;
  return isNear && !between.slice(that + 1).some(({ lower }) => JOINERS.has(lower));
}

/** "…, said Ida Moe", "…, as the old captain said", but not "…, and the captain said nothing". */
function isSaidBehind(theirs: readonly Word[], at: number, last: number): boolean {
  const part = theirs[at]?.part;
  const opener = theirs.find((word) => word.part === part)?.lower ?? '';
  return part === (theirs[last]?.part ?? 0) + 1 && !JOINERS.has(opener);
}
