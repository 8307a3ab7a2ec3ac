import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Articles that tell a case wherever the phrase stands: of whom something is done, never who does it. */
const CASES = wordSet('den dem des einen einem eines keinen keinem diesen diesem dieses');
/** Words that a phrase of time or place begins with. */
const ADVERBIAL = wordSet(
  'ende anfang mitte seit im am in an auf bei nach vor um zu zum zur bis ab mit von vom aus durch',
);
/** Words of a phrase that may stand before its article: "spätestens am dritten Werktag". */
const OPENING = 2;
/** Words from a noun back to its article, with adjectives between. */
const REACH = 3;

/** What is said of two texts that differ only in the phrase that stands in front: that they say the same, or that they may, since no case tells. */
export type Front = 'same' | 'unsure';

/**
 * Whether a statement and a ground differ only in which phrase stands before the verb, as German allows: "die Polizei schätzt den Schaden" for "den Schaden
 * schätzt die Polizei"; null where they differ otherwise. They say the same where one of the phrases that change sides tells its case, or is one of time or
 * place, in both. Cubic in the words of a line, of which only short ones are looked at.
 */
export function otherFront(words: readonly Word[], line: Line, theirs: readonly Word[]): Front | null {
  if (line.length > LONGEST) return null;
  const verbs = line.filter(([{ kind, place }]) => kind === 'word' && !words[place]?.isCapital);
  const found = [null, ...verbs].map((verb) =>
    frontOf(words, verb ? line.filter((one) => one !== verb) : line, theirs),
  );
  return found.includes('same') ? 'same' : (found.find((one) => one !== null) ?? null);
}
const LONGEST = 24;

/** The same for a line without the verb: what stands in both in front, then two phrases that change places, then the rest. */
function frontOf(words: readonly Word[], line: Line, theirs: readonly Word[]): Front | null {
  let front: Front | null = null;
  for (let from = 0; from < line.length; from++) {
    for (let turn = from + 1; turn < line.length; turn++) {
      const [first, ...ahead] = line.slice(turn);
      if (!first || first[1].order > (line[from]?.[1].order ?? 0)) continue;
      const moved = 1 + countUpTo(ahead, line[from]?.[1].order ?? 0);
      const [one, other] = [line.slice(from, turn), line.slice(turn, turn + moved)];
      if (!isStraight([...line.slice(0, from), ...other, ...one, ...line.slice(turn + moved)])) continue;
      if (!isOfOnePart([...one, ...other])) continue;
      const [led, also] = [placeOf(words, one, theirs), placeOf(words, other, theirs)];
      if (led !== also) return 'same';
      front = 'unsure';
    }
  }
  return front;
}

/** How many of the first ones stand before a place. */
function countUpTo(line: Line, order: number): number {
  const border = line.findIndex((one) => one[1].order > order);
  return border < 0 ? line.length : border;
}

const isStraight = (line: Line): boolean =>
  line.every(([, place], at) => at === 0 || place.order > (line[at - 1]?.[1].order ?? -1));

const isOfOnePart = (line: Line): boolean =>
  line.every(([{ part }, { word }]) => part === line[0]?.[0].part && word.part === line[0]?.[1].word.part);

/** The word with which a phrase tells its case, or that it is one of time or place, where it is the same in both; empty else. */
function placeOf(words: readonly Word[], phrase: Line, theirs: readonly Word[]): string {
  const isAdverb = ([{ place }]: Line[number]): boolean => words[place]?.isCapital !== true;
  const opening = phrase.slice(0, phrase[0] && isAdverb(phrase[0]) ? OPENING : 1);
  const led = opening.map(([{ place }, { at }]) => [ledBy(words, place), ledBy(theirs, at)] as const);
  return led.find(([own, other]) => own !== '' && own === other)?.[0] ?? '';
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
