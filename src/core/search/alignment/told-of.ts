import { isBehindPreposition } from './antecedents';
import type { GroundIndex } from './ground-index';
import { findNames, TITLES } from './names';
import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

const AND = wordSet('and und &');
const WHO = wordSet('who which whom that der die das welcher welche');
/** What a clause may begin with as well as a phrase: "after Ekdal left", "after the war". */
const CLAUSE = wordSet('after before since until than as als wie');

/**
 * Whether a ground tells of another name what a statement tells of one: between the name and the next word that both have, or right before a word that it
 * has behind the name, stands a name that the statement does not have ("Vance admitted that Calder owns it", "Thornbury (chair), Vance").
 */
export function isToldOfAnother(line: Line, theirs: readonly Word[], index: GroundIndex): boolean {
  const used = new Set(line.map(([, { at }]) => at));
  const names = findNames(theirs, index);
  const known = new Set(line.map(([, { at }]) => names[at] ?? -1));
  const isOther = (at: number): boolean =>
    (names[at] ?? -1) >= 0 && !used.has(at) && !known.has(names[at] ?? -1) && !isOnlyDealtWith(theirs, names, at);
  return line.some(([demand, place], one) => {
    const next = line[one + 1];
    if (demand.kind !== 'name' || next?.[0].kind !== 'word') return false;
    const [from, to] = [place.at, next[1].at];
    if (to < from) return isOther(to - 1) && theirs[to - 1]?.part !== theirs[to]?.part;
    if (next[0].place > demand.place + 1) return false;
    const between = theirs.slice(from + 1, to);
    if (AND.has(between[0]?.lower ?? '') && !next[1].word.isCapital && isDealtWith(theirs, names, from)) return true;
    if (
      between.some(({ lower }) => AND.has(lower)) &&
      between.every((_, at) => isOther(from + 1 + at) || !isSaid(theirs[from + 1 + at]))
    )
      return false;
    return between.some((_, at) => isOther(from + 1 + at)) && between.some(isVerbLike);
  });
}

/** Whether the name at a place stands behind a preposition: "bought it from Ekdal and painted it". */
const isDealtWith = (theirs: readonly Word[], names: readonly number[], at: number): boolean =>
  isBehindPreposition(theirs, firstOf(names, at));

const firstOf = (names: readonly number[], at: number): number => {
  const name = names[at] ?? -1;
  return name < 0 ? at : names.indexOf(name);
};

/** Whether such a name does nothing itself: other than in "after Ekdal left", "from Ekdal, who left". */
function isOnlyDealtWith(theirs: readonly Word[], names: readonly number[], at: number): boolean {
  const first = firstOf(names, at);
  const next = theirs[names.lastIndexOf(names[at] ?? -1) + 1];
  if (next === undefined || WHO.has(next.lower) || isVerbLike(next)) return false;
  return (
    isDealtWith(theirs, names, at) &&
    !theirs.slice(Math.max(0, first - 2), first).some(({ lower }) => CLAUSE.has(lower))
  );
}

const isSaid = (word: Word | undefined): boolean =>
  word !== undefined && word.keys.length > 0 && !TITLES.has(word.lower);
const isVerbLike = ({ lower, isCapital }: Word): boolean =>
  lower === 'that' || lower === 'dass' || (!isCapital && /(?:ed|te|t)$/u.test(lower));

const HE = wordSet('he him his er ihn ihm');
const SHE = wordSet('she her hers');
const MEN = wordSet('mr herr sir lord');
const WOMEN = wordSet('mrs ms miss frau dame lady');

/** Whether a statement tells of a man what a ground tells of a woman, or the reverse, as far as pronouns and titles show it. */
export function isOfOtherGender(words: readonly Word[], theirs: readonly Word[], language: string): boolean {
  const own = pronouns(words.slice(0, OPENING), language);
  const they = pronouns(theirs, language);
  const isMan = they.he || theirs.some(({ lower }) => MEN.has(lower));
  const isWoman = they.she || theirs.some(({ lower }) => WOMEN.has(lower));
  return (own.he && isWoman && !isMan) || (own.she && isMan && !isWoman);
}
const OPENING = 2;

function pronouns(words: readonly Word[], language: string): { readonly he: boolean; readonly she: boolean } {
  const isShe = ({ lower }: Word): boolean => SHE.has(lower) || (language === 'de' && lower === 'sie');
  return { he: words.some(({ lower }) => HE.has(lower)), she: words.some(isShe) };
}
