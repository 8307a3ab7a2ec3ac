import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Words with which a text tells what somebody holds to be so. */
const THINKS = wordSet(
  'think thinks thought believe believes believed suspect suspects suspected assume assumes assumed suppose supposes supposed fear fears feared ' +
    'claim claims claimed allege alleges alleged guess guesses guessed imagine imagined doubt doubts doubted rumour rumoured hope hopes hoped expect expects expected predict predicts predicted ' +
    'glaubt glaubte meint meinte denkt dachte vermutet vermutete behauptet behauptete fürchtet fürchtete zweifelt zweifelte hofft hofften hoffte erwartet erwartete',
);
/** Words that a question or a condition begins with. */
const WHETHER = wordSet('whether if ob wenn falls');
/** German parts a thought from what it is about by a comma. */
const THAT = wordSet('dass daß that er sie es');
/** How far before the first word that is told of a thought may stand, in words. */
const REACH = 8;

/**
 * Whether a statement gives as a fact what a ground tells only as somebody's thought, as a question or as a condition: "the tablets make him dizzy" of
 * "she believes that the tablets make him dizzy", "the rent is late" of "if the rent is late".
 */
export function isOnlyThought(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const places = line.map(([, { at }]) => at);
  const first = Math.min(...places);
  const own = new Set(words.map(({ lower }) => lower));
  const isSaid = (some: ReadonlySet<string>): boolean => [...some].some((one) => own.has(one));
  const part = theirs[first]?.part;
  const opener = theirs.find((word) => word.part === part)?.lower ?? '';
  const isThought = (word: Word, at: number): boolean =>
    THINKS.has(word.lower) &&
    at >= first - REACH &&
    at < first &&
    (word.part === part || (THAT.has(opener) && word.part + 1 === part) || theirs[at + 1]?.lower === 'that');
  if (theirs.some(isThought) && !isSaid(THINKS)) return true;
  return !isSaid(WHETHER) && isOnlyAsked(line, theirs);
}

/** Whether all that is told of a ground behind "whether" or "if" is part of that clause. */
function isOnlyAsked(line: Line, theirs: readonly Word[]): boolean {
  const places = line.map(([, { at }]) => at);
  return theirs.some(
    ({ lower, part }, at) =>
      WHETHER.has(lower) && places.filter((place) => place > at && theirs[place]?.part === part).length >= LEAST_ASKED,
  );
}
/** A word alone may stand there by chance. */
const LEAST_ASKED = 2;
