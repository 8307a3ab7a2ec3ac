import type { Word } from './statement';
import { isNoMatter, type Line } from './word-order';
import { wordSet } from '../../text/word-set';

const SPEAKERS = wordSet('i we you ich wir ihr');
const PRONOUNS = wordSet('i we you he she they it ich wir ihr er sie es');
const JOINERS = wordSet('and but while so und aber doch');
const WHO = wordSet('who whose whom');
/** German words that a relative clause begins with, and the articles that its noun may have. */
const RELATIVES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['der', wordSet('der den dem ein einen einem kein keinen herr herrn')],
  ['die', wordSet('die der den eine einer keine frau')],
  ['das', wordSet('das dem ein einem kein')],
]);
/** Words back from a noun to its article. */
const REACH = 3;

/**
 * Whether a statement gives to somebody what a ground tells of a nearer one: of who speaks ("the clerk stamped it, and we paid" is no "the clerk paid"), or
 * of the noun that a relative clause stands behind ("Osei was succeeded by Raman, who had led York" is no "Osei had led York").
 * Who is named in the title may be who speaks.
 */
export const isOfNearerSubject = (
  words: readonly Word[],
  line: Line,
  theirs: readonly Word[],
  title: ReadonlySet<string> | undefined,
): boolean =>
  line.some(([demand, place], one) => {
    const next = line[one + 1];
    if (!next || next[1].at <= place.at + 1 || next[0].kind === 'number') return false;
    const said = words.slice(demand.place + 1, next[0].place);
    if (!said.every(isSmall)) return false;
    const from = place.at + 1;
    const between = theirs.slice(from, next[1].at);
    const speaker = between.findLastIndex((word, at) => SPEAKERS.has(word.lower) && opensClause(theirs, from + at));
    if (speaker >= 0 && ![...demand.held.keys()].some((key) => title?.has(key)))
      return between.slice(speaker + 1).every(({ keys }) => keys.length === 0);
    return !said.some(({ lower }) => JOINERS.has(lower)) && isOfRelative(theirs, from, next[1].at);
  }) || isOfOwnRelative(words, line, theirs);

/** Whether somebody whom a ground does not name is said to have done what stands in its relative clause about another one. */
function isOfOwnRelative(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const [first] = line;
  const named = words.findIndex(({ keys }) => keys.length > 0);
  if (!first || named < 0 || first[0].place <= named || words[named]?.isCapital !== true) return false;
  return isOfRelative(theirs, 0, first[1].at);
}

/** Whether a relative clause begins between two places, behind another noun. */
const isOfRelative = (theirs: readonly Word[], from: number, to: number): boolean =>
  theirs.slice(from, to).some((_, at) => isRelative(theirs, from + at) && hasNounBetween(theirs, from, from + at));

/** A word that leaves what stands behind it to who stands before it. */
const isSmall = ({ keys, lower }: Word): boolean =>
  (keys.length === 0 || isNoMatter(lower, 'de')) && !PRONOUNS.has(lower);

const opensClause = (theirs: readonly Word[], at: number): boolean =>
  JOINERS.has(theirs[at - 1]?.lower ?? '') || theirs[at - 1]?.part !== theirs[at]?.part;

/** Whether a relative clause begins at a place: with "who", or in German with an article that goes with the noun before it. */
function isRelative(theirs: readonly Word[], at: number): boolean {
  const { lower = '', part } = theirs[at] ?? {};
  if (WHO.has(lower)) return true;
  const articles = RELATIVES.get(lower);
  if (!articles || theirs[at - 1]?.part === part || theirs[at - 1]?.isCapital !== true) return false;
  return theirs.slice(Math.max(0, at - 1 - REACH), at - 1).some((word) => articles.has(word.lower));
}

/** Whether a name or a German noun that is no possessor stands between a word and a relative clause. */
function hasNounBetween(theirs: readonly Word[], from: number, to: number): boolean {
  const noun = theirs.slice(from, to).findLastIndex(({ isCapital, keys }) => isCapital && keys.length > 0);
  if (noun < 0) return false;
  const before = theirs.slice(Math.max(from, from + noun - REACH), from + noun);
  return !before.some(({ lower }) => lower === 'of' || lower === 'des');
}
