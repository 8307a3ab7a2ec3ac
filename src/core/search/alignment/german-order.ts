import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Articles that tell a case wherever the phrase stands: of whom something is done, never who does it. */
const CASES = wordSet('den dem des einen einem eines keinen keinem diesen diesem dieses');
/** Words that a phrase of time or place begins with. */
const ADVERBIAL = wordSet(
  'ende anfang mitte seit im am in an auf bei nach vor um zu zum zur bis ab mit von vom aus durch',
);
/** Words from a noun back to its article, with adjectives between. */
const REACH = 3;

/**
 * Whether a statement and a ground differ only in the phrase that stands before the verb, as German allows: "Die Polizei schätzt den Schaden" for
 * "Den Schaden schätzt die Polizei". One of the phrases that change sides has to tell its case, or to be one of time or place, in both.
 */
export function isOfOtherFront(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  return line.some(([verb, { order }], at) => {
    if (verb.kind !== 'word' || words[verb.place]?.isCapital) return false;
    const before = line.slice(0, at);
    const after = line.slice(at + 1);
    const moved = countUpTo(after, order);
    const [fronted, rest] = [after.slice(0, moved), after.slice(moved)];
    const isParted = before.length > 0 && fronted.length > 0 && before.every((one) => one[1].order > order);
    if (!isParted || !isStraight(fronted) || !isStraight([...before, ...rest])) return false;
    return [before, fronted].some((phrase) => tellsItsPlace(words, phrase, theirs));
  });
}

/** How many of the first ones stand before a place. */
function countUpTo(line: Line, order: number): number {
  const border = line.findIndex((one) => one[1].order > order);
  return border < 0 ? line.length : border;
}

const isStraight = (line: Line): boolean =>
  line.every(([, place], at) => at === 0 || place.order > (line[at - 1]?.[1].order ?? -1));

/** Whether a phrase begins in both with the same article that tells a case, or with a word of time or place. */
function tellsItsPlace(words: readonly Word[], phrase: Line, theirs: readonly Word[]): boolean {
  const [first] = phrase;
  if (!first) return false;
  const [own, other] = [ledBy(words, first[0].place), ledBy(theirs, first[1].at)];
  return own !== '' && own === other;
}

/** The word with which a phrase tells its case or that it is one of time or place; empty for none. */
function ledBy(words: readonly Word[], at: number): string {
  const tells = (lower: string): boolean => CASES.has(lower) || ADVERBIAL.has(lower);
  if (tells(words[at]?.lower ?? '')) return words[at]?.lower ?? '';
  for (let place = at - 1; place >= Math.max(0, at - REACH); place--) {
    const word = words[place];
    if (word === undefined || word.part !== words[at]?.part) return '';
    if (tells(word.lower)) return word.lower;
    if (word.isCapital && word.keys.length > 0) return '';
  }
  return '';
}

/** Articles of who does something, and of whom it is done to. */
const DOER = wordSet('der ein kein dieser');
const DONE_TO = wordSet('den dem einen einem keinen keinem diesen diesem');
const PASSIVE = wordSet('wird werden wurde wurden worden');
const BEFORE_CASE = wordSet(
  'in an auf bei nach vor zu bis ab mit von aus durch für gegen ohne um über unter neben zwischen hinter seit wegen',
);

/** Whether the case of a noun turns who does something into whom it is done to, in the same order of words: "der Bürgermeister lobte den Verein" of "den Bürgermeister lobte der Verein". */
export function isOfOtherCase(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const isPassive = (some: readonly Word[]): boolean => some.some(({ lower }) => PASSIVE.has(lower));
  if (isPassive(words) !== isPassive(theirs)) return false;
  return line.some(([{ place }, { at }]) => {
    if (!words[place]?.isCapital || !theirs[at]?.isCapital) return false;
    const [own, other] = [articleOf(words, place), articleOf(theirs, at)];
    return (DOER.has(own) && DONE_TO.has(other)) || (DONE_TO.has(own) && DOER.has(other));
  });
}

/** The article right before a noun, or before its adjective; empty where a preposition decides its case. */
function articleOf(words: readonly Word[], at: number): string {
  const isArticle = (lower: string): boolean => DOER.has(lower) || DONE_TO.has(lower);
  const place = [at - 1, at - 2].find((one) => isArticle(words[one]?.lower ?? ''));
  if (place === undefined || (place === at - 2 && words[at - 1]?.isCapital)) return '';
  return BEFORE_CASE.has(words[place - 1]?.lower ?? '') ? '' : (words[place]?.lower ?? '');
}
