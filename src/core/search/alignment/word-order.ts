import { isSameClause } from './clauses';
import type { Demand } from './demands';
import type { Word } from './statement';
import { isVerb } from './verb-forms';
import { wordSet } from '../../text/word-set';

/** Small words that change nothing where they are left out. */
const NO_MATTER = wordSet(
  'der die das den dem des ein eine einer eines einem einen und in im am an auf zu zum zur von vom für mit bei beim aus als auch sich ist war waren wurde wurden wird ' +
    'werden hat hatte haben hatten sein seine seinen seiner seinem ihr ihre ihren ihrem er sie es dass daß dabei dort da damals dann ' +
    'then there later that thereby therefore',
);
/** Of those the German ones that English has as words of their own. */
const ENGLISH_TOO = wordSet('die hat war');

/** Whether a word changes nothing in a text of a language: "war" of a German one. */
export const isNoMatter = (lower: string, language: string): boolean =>
  NO_MATTER.has(lower) && (language === 'de' || !ENGLISH_TOO.has(lower));

const JOINERS = wordSet('and but while whereas und aber während sondern or oder');
/** Words that a phrase may begin with that is moved as a whole. */
const PHRASE = wordSet(
  'in on at during by until after before since from for with to im am bei bis nach vor seit von mit zu um',
);
const THAN = wordSet('than als');
const TIMES = wordSet('in on at during im am');

/** Where a term stands in a ground. */
export interface Place {
  readonly word: Word;
  /** Number of the word in its ground, and of its key among all keys. */
  readonly at: number;
  readonly order: number;
  readonly key: string;
}

/** Every place of a text's terms. */
export const placesOf = (words: readonly Word[]): readonly Place[] => {
  let order = 0;
  return words.flatMap((word, at) => word.keys.map((key) => ({ word, at, key, order: order++ })));
};

/** The words of a statement with the places where a ground has them, in the statement's order. */
export type Line = readonly (readonly [Demand, Place])[];

/** One place for each demand, so that as few as possible stand before the one before them. */
export function straightest(found: readonly (readonly [Demand, readonly Place[]])[]): Line {
  interface Way {
    readonly cost: number;
    readonly line: Line;
  }
  let ways: readonly Way[] = [{ cost: 0, line: [] }];
  for (const [demand, places] of found) {
    ways = places.map((place) => {
      const reached = ways.map(({ cost, line }): Way => ({
        cost: cost + step(line.at(-1)?.[1], place),
        line: [...line, [demand, place]],
      }));
      return reached.reduce((best, way) => (way.cost < best.cost ? way : best));
    });
  }
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best)).line;
}

function step(from: Place | undefined, to: Place): number {
  if (!from) return 0;
  const ahead = to.order - from.order;
  return ahead > 0 ? Math.min(ahead - 1, 50) / 1000 : 1;
}

/** Whether what stands in another order are whole phrases, or the two sides of a passive. */
export function isInOrder(words: readonly Word[], line: Line, theirs: readonly Word[], isCommand: boolean): boolean {
  const turns = line.flatMap(([demand, place], at) => {
    const before = line[at - 1];
    const isTurn = before && place.order < before[1].order && !isSameClause(words, line, theirs, at);
    return isTurn ? [{ demand, place, before, next: line[at + 1] }] : [];
  });
  // "More of this than of that" is no phrase that may be moved.
  if (turns.length > 0 && words.some(({ lower }) => THAN.has(lower))) return false;
  if (!isCommand && isTurned(words, line, theirs)) return turns.length > 0 && turns.length <= 2;
  return turns.every(({ demand, place, before, next }) => {
    // "To two, with three abstentions" is no "to three, with two abstentions": the number alone has moved.
    if (demand.part !== before[0].part)
      return !(
        demand.kind === 'number' &&
        before[0].kind === 'number' &&
        next?.[0].part === demand.part &&
        next[1].order > before[1].order
      );
    if (isDate(before, [demand, place])) return true;
    if (isGenitive(words, theirs, before, [demand, place])) return true;
    if (isOneOfThem(theirs, before, [demand, place]) || isOffice(words, theirs, line, [demand, place])) return true;
    if (demand.kind === 'number' && hasOwnNumber(line, theirs, before[1].at)) return false;
    const front = leading(words, demand.place);
    return front !== '' && isSamePhrase(front, leading(theirs, place.at)) && !isOfAnother(line, theirs, place.at);
  });
}

/** Whether another number stands behind a word in its clause: "rejected her in 1950 and admitted her in 1961" does not say "admitted in 1950". */
function hasOwnNumber(line: Line, theirs: readonly Word[], at: number): boolean {
  const used = new Set(line.map(([, place]) => place.at));
  const part = theirs[at]?.part;
  const border = theirs.findIndex((word, place) => place > at && (word.part !== part || JOINERS.has(word.lower)));
  const clause = theirs.slice(at + 1, border < 0 ? theirs.length : border);
  return clause.some(({ kind }, away) => kind === 'number' && !used.has(at + 1 + away));
}

/** "March 12" for "12 March". */
const isDate = (one: Line[number], other: Line[number]): boolean =>
  (one[0].kind === 'number') !== (other[0].kind === 'number') &&
  Math.abs(one[0].place - other[0].place) === 1 &&
  Math.abs(one[1].at - other[1].at) === 1;

const RANKS = wordSet('first second last other erste zweite letzte andere');
const THEM = wordSet('which whom them these those denen davon');

/** "The third trench" for "trenches, of which the third". */
const isOneOfThem = (theirs: readonly Word[], before: Line[number], then: Line[number]): boolean =>
  (before[0].kind === 'number' || RANKS.has(before[0].lower)) &&
  then[0].place === before[0].place + 1 &&
  theirs.slice(then[1].at + 1, before[1].at).some(({ lower }) => THEM.has(lower));

const AS = wordSet('as als');

/** "Ida Moe … as head" for "the head, Ida Moe": what somebody is, right before the name or behind it. */
function isOffice(words: readonly Word[], theirs: readonly Word[], line: Line, [demand, place]: Line[number]): boolean {
  const isAs = words.slice(Math.max(0, demand.place - 2), demand.place).some(({ lower }) => AS.has(lower));
  if (!isAs) return false;
  const names = line.filter(([{ kind }]) => kind === 'name').map(([, { at }]) => at);
  const first = Math.min(...names.filter((at) => at > place.at));
  return (
    theirs.slice(place.at + 1, first).every(({ keys, isCapital }) => keys.length === 0 || isCapital) && first < Infinity
  );
}

const OF = wordSet('of by from von der des');
const OWNER = /['’]s?$/u;

/** "Sower's valuation" for "the valuation by Sower", and the reverse. */
function isGenitive(
  words: readonly Word[],
  theirs: readonly Word[],
  before: Line[number],
  then: Line[number],
): boolean {
  const hasOf = (some: readonly Word[]): boolean => some.length <= FAR && some.some(({ lower }) => OF.has(lower));
  const [from, to] = [before[0].place, then[0].place];
  const [second, first] = [before[1].at, then[1].at];
  const isOwner = (word: Word | undefined): boolean => OWNER.test(word?.lower ?? '');
  return (
    (isOwner(words[from]) && hasOf(theirs.slice(first + 1, second))) ||
    (isOwner(theirs[second - 1]) && hasOf(words.slice(from + 1, to)))
  );
}
const FAR = 4;

/** The small word that the phrase of a word begins with; empty for none. */
function leading(words: readonly Word[], at: number): string {
  for (let place = at - 1; place >= 0 && place >= at - 2; place--) {
    const lower = words[place]?.lower ?? '';
    if (PHRASE.has(lower)) return lower;
    if ((words[place]?.keys.length ?? 0) > 0) return '';
  }
  return '';
}

const isSamePhrase = (one: string, other: string): boolean => one === other || (TIMES.has(one) && TIMES.has(other));

/** Places of the verbs of passives: the first word of weight between a form of "be" and "by", all but numbers of a part with "wurde … von". */
const passivesOf = (words: readonly Word[]): ReadonlySet<number> =>
  new Set(
    words.flatMap(({ lower, part }, at) => {
      if (lower !== 'by' && lower !== 'von' && lower !== 'durch') return [];
      const from = Math.max(0, at - LONG);
      const be = words.slice(from, at).findLastIndex((word) => BE.has(word.lower));
      if (be < 0) return [];
      const places = words.flatMap(({ keys, kind, ...word }, place) =>
        place > from + be && keys.length > 0 && kind === 'word' && word.part === part && !/ly$/u.test(word.lower)
          ? [place]
          : [],
      );
      return lower === 'by' ? places.slice(0, 1).filter((place) => place < at) : places;
    }),
  );
const LONG = 6;

/** Whether one text has in the passive with "by" what the other has in the active. */
function isTurned(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const [own, other] = [passivesOf(words), passivesOf(theirs)];
  if (own.size > 0 === other.size > 0) return false;
  return line.some(([{ place }, { at }]) =>
    own.size > 0 ? own.has(place) && !isAfterBe(theirs, at) : other.has(at) && !isAfterBe(words, place),
  );
}

const isAfterBe = (words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - 2), at).some(({ lower }) => BE.has(lower));

/** Whether a phrase stands right behind a name of which a statement does not tell: "Karl Lund in the chair, Ida Moe". */
function isOfAnother(line: Line, theirs: readonly Word[], at: number): boolean {
  const used = new Set(line.map(([, place]) => place.at));
  const last = theirs.slice(0, at).findLast(({ keys }) => keys.length > 0);
  const place = last ? theirs.indexOf(last) : -1;
  return last !== undefined && last.isCapital && !last.isFirst && last.part === theirs[at]?.part && !used.has(place);
}

const BE = wordSet('was were is are been being be wurde wurden wird werden');

/** Whether a clause with something else of its own was passed over: "S takes 13 and L takes 19" does not say "S takes 19". */
export function isPassedOver(line: Line, theirs: readonly Word[]): boolean {
  const used = new Set(line.map(([, { at }]) => at));
  return line.some(([demand, { at }], one) => {
    const before = line[one - 1];
    if (!before || before[0].part !== demand.part || at <= before[1].at + 1) return false;
    const first = before[1].at + 1;
    const passed = theirs.slice(first, at);
    if (before[0].kind === 'name' && passed.every(isOfJoinedNames)) return false;
    const border = passed.findLastIndex(
      ({ lower, part }, place) => JOINERS.has(lower) || part !== theirs[first + place - 1]?.part,
    );
    const turned = theirs[at]?.part !== theirs[at - 1]?.part;
    return (
      border >= 0 &&
      !turned &&
      passed.some(
        ({ keys, lower }, place) =>
          place >= border &&
          !used.has(first + place) &&
          keys.length > 0 &&
          !NO_MATTER.has(lower) &&
          !JOINERS.has(lower),
      )
    );
  });
}

/** "Oduya and Mrs Hollis visited" tells of both. */
const isOfJoinedNames = ({ keys, lower, isCapital }: Word): boolean =>
  isCapital || JOINED.has(lower) || (keys.length === 0 && ARTICLES.has(lower));
const JOINED = wordSet('and und &');
const ARTICLES = wordSet('the der die das');

/**
 * Whether two of a kind have changed places, so that one may be told of the other: two names, two numbers, or two things with a verb between them. What only
 * stands elsewhere ("died in 1957 of pneumonia" for "died of pneumonia in 1957") has no other sense for that.
 */
export const isSwapped = (line: Line): boolean =>
  line.some((one, at) =>
    line
      .slice(at + 1)
      .some((other, away) => other[1].order < one[1].order && isAlike(one, other, line.slice(at + 1, at + 1 + away))),
  );

function isAlike([one]: Line[number], [other]: Line[number], between: Line): boolean {
  if (one.kind !== other.kind || isVerb(one) || isVerb(other)) return false;
  return one.kind !== 'word' || between.some(([demand]) => isVerb(demand));
}

const PARTICIPLE = /(?:ed|en|t)$/u;

/** Whether a verb is passive in one text and active in the other without "by": "were housed in the mill" for "the mill housed". */
export function isOfOtherVoice(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  return line.some(
    ([{ place, kind, lower }, { at }]) =>
      kind === 'word' && PARTICIPLE.test(lower) && isAfterBe(words, place) !== isAfterBe(theirs, at),
  );
}
