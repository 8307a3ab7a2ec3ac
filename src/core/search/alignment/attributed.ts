import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Words with which a text gives what somebody says, and does not vouch for it: not "found", "showed" or "confirmed". */
const SAYS = wordSet(
  'say says said saying tell tells told report reports reported argue argues argued state states stated reply replies replied explain explains explained ' +
    'testify testifies testified maintain maintains maintained insist insists insisted complain complains complained declare declares declared answered object objects objected protest protests protested warn warns warned ' +
    'call calls called describe describes described wrote writes ' +
    'sagt sagte sagten erklärt erklärte erklärten berichtet berichtete berichteten betont betonte schrieb schreibt meint meinte beteuert beteuerte nennt nannte',
);
/** With these a statement says itself that somebody says so. */
const ALSO_SAYS = wordSet(
  'according claim claims claimed believe believes believed think thinks thought view opinion words allege alleged testimony statement account ' +
    'laut zufolge angaben aussage ansicht meinung auffassung einschätzung überzeugung behauptet behauptete glaubt glaubte gibt gab sei seien habe hätten hätte solle wonach',
);
/** What a sentence begins with that only hands something on: "according to the clerk, …", "nach Angaben des Amtes …". */
const HANDS_ON = /^(?:according to|laut|nach (?:den )?angaben|nach (?:der )?aussage) /u;
/** Words with which a text gives somebody's view anywhere: "nach seiner Ansicht", "in her opinion". */
const VIEWS = wordSet('ansicht meinung auffassung einschätzung überzeugung opinion view');
const OF_VIEW = wordSet('nach in');
/** A German text gives what somebody says in these forms. */
const AS_SAID = wordSet('sei seien gebe werde könne müsse solle dürfe wolle');
const JOINERS = wordSet('and but und aber');

/** Whether a statement gives in its own voice what a ground only gives as somebody's words: "the radar had failed" of "the captain said that the radar had failed". */
export function isOnlySaid(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  if (words.some(({ lower }) => SAYS.has(lower) || ALSO_SAYS.has(lower))) return false;
  const places = line.map(([, { at }]) => at);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (
    HANDS_ON.test(
      `${theirs
        .slice(0, OPENING)
        .map(({ lower }) => lower)
        .join(' ')} `,
    )
  )
    return first >= LEAST_HANDED;
  if (theirs.some(({ lower }, at) => VIEWS.has(lower) && isOfView(theirs, at))) return true;
  const parts = new Set(places.map((at) => theirs[at]?.part));
  if (theirs.some(({ lower, part }) => AS_SAID.has(lower) && parts.has(part))) return true;
  return theirs.some(({ lower, part }, at) => {
    if (!SAYS.has(lower)) return false;
    const hasThat = theirs.slice(at + 1, at + 1 + LISTENER).some((word) => word.lower === 'that');
    const isNext = hasThat || part === theirs[first]?.part || part + 1 === theirs[first]?.part;
    if (at < first) return isNext && !theirs.slice(at + 1, first).some((word) => JOINERS.has(word.lower));
    return at > last && part === (theirs[last]?.part ?? 0) + 1 && opensPart(theirs, at);
  });
}

/** "nach Ansicht", "in her view", and not "a view of the sea". */
const isOfView = (theirs: readonly Word[], at: number): boolean =>
  theirs.slice(Math.max(0, at - 2), at).some(({ lower }) => OF_VIEW.has(lower));

/** "told reporters that": words from such a verb to "that". */
const LISTENER = 3;
const OPENING = 3;
/** Words that name at the least who is spoken of: what is told begins behind them. */
const LEAST_HANDED = 3;

/** "…, said Ida Moe", "…, he said". */
const opensPart = (theirs: readonly Word[], at: number): boolean =>
  theirs[at - 1]?.part !== theirs[at]?.part || theirs[at - 2]?.part !== theirs[at]?.part;
