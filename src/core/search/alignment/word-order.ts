import type { Demand } from './demands';
import type { Word } from './statement';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Small words that change nothing where they are left out. */
export const NO_MATTER = set(
  'der die das den dem des ein eine einer eines einem einen und in im am an auf zu zum zur von vom für mit bei beim aus als auch sich ist war waren wurde wurden wird ' +
    'werden hat hatte haben hatten sein seine seinen seiner seinem ihr ihre ihren ihrem er sie es dass daß dabei dort damals dann ' +
    'then there later that thereby therefore',
);
const JOINERS = set('and but while whereas und aber während sondern or oder');
/** Words that a phrase may begin with that is moved as a whole. */
const PHRASE = set(
  'in on at during by until after before since from for with to im am bei bis nach vor seit von mit zu um',
);
const TIMES = set('in on at during im am');

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
    return before && place.order < before[1].order ? [{ demand, place, before }] : [];
  });
  if (!isCommand && isPassive(words) !== isPassive(theirs)) return turns.length > 0 && turns.length <= 2;
  return turns.every(({ demand, place, before }) => {
    if (demand.part !== before[0].part) return true;
    if (isGenitive(words, theirs, before, [demand, place])) return true;
    const front = leading(words, demand.place);
    return front !== '' && isSamePhrase(front, leading(theirs, place.at));
  });
}

const OF = set('of by from von der des');
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

const isPassive = (words: readonly Word[]): boolean =>
  words.some(
    ({ lower }, at) =>
      (lower === 'by' || lower === 'von' || lower === 'durch') &&
      words.slice(Math.max(0, at - 6), at).some((word) => BE.has(word.lower)),
  );
const BE = set('was were is are been being be wurde wurden wird werden');

/** Whether a clause with something else of its own was passed over: "S takes 13 and L takes 19" does not say "S takes 19". */
export function isPassedOver(line: Line, theirs: readonly Word[]): boolean {
  return line.some(([demand, { at }], one) => {
    const before = line[one - 1];
    if (!before || before[0].part !== demand.part || at <= before[1].at + 1) return false;
    const first = before[1].at + 1;
    const passed = theirs.slice(first, at);
    const border = passed.findLastIndex(
      ({ lower, part }, place) => JOINERS.has(lower) || part !== theirs[first + place - 1]?.part,
    );
    const turned = theirs[at]?.part !== theirs[at - 1]?.part;
    return (
      border >= 0 &&
      !turned &&
      passed.slice(border).some(({ keys, lower }) => keys.length > 0 && !NO_MATTER.has(lower) && !JOINERS.has(lower))
    );
  });
}

const PARTICIPLE = /(?:ed|en|t)$/u;

/** Whether a verb is passive in one text and active in the other without "by": "were housed in the mill" for "the mill housed". */
export function isOfOtherVoice(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const isAfterBe = (some: readonly Word[], at: number): boolean =>
    some.slice(Math.max(0, at - 2), at).some(({ lower }) => BE.has(lower));
  return line.some(
    ([{ place, kind, lower }, { at }]) =>
      kind === 'word' && PARTICIPLE.test(lower) && isAfterBe(words, place) !== isAfterBe(theirs, at),
  );
}
