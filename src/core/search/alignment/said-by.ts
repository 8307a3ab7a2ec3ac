import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import { before, type HeldBy } from './held-by';
import type { Statement } from './judge';
import type { Word } from './statement';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Small words that change what is said: each has to stand in the ground as well. */
const MATTERS = set(
  'more most before after above below over under against without only all every each both always never again still no nor than if until while since because ' +
    'must might should could would will can same other another any few many much too twice between among ' +
    'mehr vor nach über unter gegen ohne nur alle immer seit während weil wenn ob kann soll muss noch',
);
/** Words of a ground that limit what stands beside them: a statement must not leave them out. */
const LIMITS = set(
  'nearly almost less fewer more least most only partly half hardly barely up over under about possibly may might could would should unless except ' +
    'alleged allegedly proposed attempted tried almost not no never without refused failed rarely seldom sometimes often usually mostly some many ' +
    'fast beinahe weniger mehr mindestens höchstens nur teilweise halb kaum etwa knapp rund könnte sollte nicht kein keine nie ohne selten manchmal oft meist meistens',
);
const NO_MATTER = set(
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
const CLOSE = 0.8;
const FEW = 0.3;

interface Place {
  readonly word: Word;
  /** Number of the word in its ground, and of its key among all keys. */
  readonly at: number;
  readonly order: number;
  readonly key: string;
}

/**
 * Whether grounds say a statement in its own words: every word that matters stands there, by its stem or a word of the same sense, in the
 * same order but for whole phrases and the passive, and nothing is left out that limits it. Each part is said by one of them alone.
 */
export function isSaidBy(statement: Statement, index: GroundIndex, held: HeldBy, grounds: readonly number[]): boolean {
  const { demands, parts } = statement;
  const isBy = (part: readonly number[], ground: number): boolean =>
    isPartSaid(
      statement,
      part.flatMap((at) => demands[at] ?? []),
      index,
      held.all(ground),
      ground,
    );
  const whole = demands.map((_, at) => at);
  return grounds.some((ground) => isBy(whole, ground)) || parts.every((part) => grounds.some((one) => isBy(part, one)));
}

function isPartSaid(
  { words, demands }: Statement,
  part: readonly Demand[],
  index: GroundIndex,
  all: readonly number[],
  ground: number,
): boolean {
  const theirs = index.words[ground] ?? [];
  const places = placesOf(theirs);
  const meant = meantByPronoun(part, index, ground);
  const found: (readonly [Demand, readonly Place[]])[] = [];
  for (const demand of part) {
    const own = places.filter(({ key }) => (demand.held.get(key) ?? 0) >= CLOSE);
    if (own.length > 0) found.push([demand, own]);
    else if ((all[demands.indexOf(demand)] ?? 0) === 0 && matters(demand, index) && !meant.has(demand)) return false;
  }
  if (found.length === 0) return false;
  const line = straightest(found);
  return (
    areSmallWordsHeld(words, part, theirs) &&
    isInOrder(words, line, theirs) &&
    !isLimited(words, line, theirs) &&
    !isPassedOver(line, theirs)
  );
}

const PRONOUN = set(
  'he she it they we i his her its their our my these this er sie es wir ihr ihre sein seine dieser diese dieses',
);
const OPENING = 3;

/** The words before the first one that a ground holds, where it begins with a pronoun and those before it in its row hold them. */
function meantByPronoun(part: readonly Demand[], index: GroundIndex, ground: number): ReadonlySet<Demand> {
  const theirs = index.words[ground] ?? [];
  if (!theirs.slice(0, OPENING).some(({ lower }) => PRONOUN.has(lower))) return new Set();
  const isIn = ({ held }: Demand, keys: ReadonlySet<string> | undefined): boolean =>
    [...held].some(([key, value]) => value >= CLOSE && keys?.has(key));
  const first = part.findIndex((demand) => isIn(demand, index.keys[ground]));
  const row = before(index, ground);
  return new Set(
    part.slice(0, Math.max(0, first)).filter((demand) => row.some((other) => isIn(demand, index.keys[other]))),
  );
}

const placesOf = (words: readonly Word[]): readonly Place[] => {
  let order = 0;
  return words.flatMap((word, at) => word.keys.map((key) => ({ word, at, key, order: order++ })));
};

const matters = ({ lower, weight, kind }: Demand, { glue }: GroundIndex): boolean =>
  kind !== 'word' || MATTERS.has(lower) || (weight >= FEW && !NO_MATTER.has(lower) && !glue.has(lower));

function areSmallWordsHeld(words: readonly Word[], part: readonly Demand[], theirs: readonly Word[]): boolean {
  const places = part.map(({ place }) => place);
  const own = words.slice(Math.min(...places) - 1 < 0 ? 0 : Math.min(...places) - 1, Math.max(...places) + 1);
  return own.every(({ lower }) => !MATTERS.has(lower) || theirs.some((word) => word.lower === lower));
}

type Line = readonly (readonly [Demand, Place])[];

/** One place for each demand, so that as few as possible stand before the one before them. */
function straightest(found: readonly (readonly [Demand, readonly Place[]])[]): Line {
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
function isInOrder(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const turns = line.flatMap(([demand, place], at) => {
    const before = line[at - 1];
    return before && place.order < before[1].order ? [{ demand, place, before: before[0] }] : [];
  });
  if (isPassive(words) !== isPassive(theirs)) return turns.length > 0 && turns.length <= 2;
  return turns.every(({ demand, place, before }) => {
    if (demand.part !== before.part) return true;
    const front = leading(words, demand.place);
    return front !== '' && isSamePhrase(front, leading(theirs, place.at));
  });
}

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

/** Whether a word that limits what is said was left out in its middle, or right before it. */
function isLimited(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const said = new Set(words.map(({ lower }) => lower));
  const places = line.map(([, { at }]) => at);
  const used = new Set(places);
  const parts = new Set(line.map(([, { word }]) => word.part));
  return theirs.some(({ lower, part }, at) => {
    if (used.has(at) || !LIMITS.has(lower) || said.has(lower) || !parts.has(part)) return false;
    return used.has(at + 1) || used.has(at + 2) || (at > Math.min(...places) && at < Math.max(...places));
  });
}

/** Whether a clause with something else of its own was passed over: "S takes 13 and L takes 19" does not say "S takes 19". */
function isPassedOver(line: Line, theirs: readonly Word[]): boolean {
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
