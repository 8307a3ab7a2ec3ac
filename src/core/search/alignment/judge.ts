import type { Doubt } from './alignment';
import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import type { HeldBy } from './held-by';
import { excludedBy } from './opposites';
import { denialBetween } from './polarity';
import { joinsAsCause } from './causes';
import { findNames } from './names';
import { unsaidBy } from './said-by';
import { isOnlyOpinion } from './opinions';
import { isOfOtherSubject } from './subjects';
import { isSwapped } from './swapped-numbers';
import { isYear, valueOfKey, type Word } from './statement';
import { isOfOtherUnit } from './units';
import { areWorkedOut } from './worked-out';

/** How well some grounds hold a statement. */
export interface Judgement {
  /** Numbers of grounds, the one that holds most first. */
  readonly grounds: readonly number[];
  /** Weighted share of the statement's demands that they hold, 0 to 1. */
  readonly score: number;
  /** The same share of what does not speak against them itself: without a number or word that is another one there. */
  readonly rest: number;
  readonly doubt: Doubt | null;
  /** Of a missing name or number: whether a ground may speak of it, since it stands near to it. */
  readonly maySpeakOf: boolean;
}

/** A statement as it is held against grounds. */
export interface Statement {
  readonly words: readonly Word[];
  readonly demands: readonly Demand[];
  /** Groups of demands that must not be missing altogether. */
  readonly parts: readonly (readonly number[])[];
}

/** Grounds taken together, with what they hold of a statement. */
export interface Weighed {
  /** Those that are needed, the one that holds most first. */
  readonly grounds: readonly number[];
  readonly cover: readonly number[];
  readonly score: number;
}

/** Weighs grounds taken together. Each part of a statement must be held by one of them alone, so that none is pieced together. */
export function weigh({ demands, parts }: Statement, held: HeldBy, grounds: readonly number[]): Weighed {
  const own = grounds.map(held.all);
  const all = demands.map((_, at) => at);
  const cover = demands.map(() => 0);
  const used = new Set<number>();
  for (const part of parts) {
    const holder = holderOf(demands, own, part);
    used.add(holder);
    for (const at of part) cover[at] = own[holder]?.[at] ?? 0;
  }
  const ranked = [...used].sort((a, b) => shareOf(demands, own[b] ?? [], all) - shareOf(demands, own[a] ?? [], all));
  return { grounds: ranked.flatMap((at) => grounds[at] ?? []), cover, score: shareOf(demands, cover, all) };
}

/** From this share on grounds are told of the same thing, so that what differs is another number, a denial or the opposite and not another matter. */
const SAME_MATTER = 0.65;

/** Judges grounds that were weighed: what speaks against them, null when they support the statement. */
export function judge(statement: Statement, index: GroundIndex, held: HeldBy, weighed: Weighed): Judgement {
  const { grounds, score } = weighed;
  const rest = restOf(statement, index, weighed);
  const doubt = doubtOf(statement, index, held, weighed);
  const judged = { grounds, score, rest, doubt, maySpeakOf: false };
  if (doubt === 'words' && holdsOnlyNames(statement, weighed)) return { ...judged, score: 0, rest: 0 };
  if (doubt === 'words' && isOfOtherDoer(statement, index, held, weighed)) return { ...judged, doubt: 'name' };
  if (doubt === 'name') return { ...judged, maySpeakOf: maySpeakOf(statement, index, weighed) };
  const isInTitle = doubt === 'number' && areNumbersOfTitle(statement, index, weighed);
  const isOfAnother = doubt !== null && doubt !== 'worked out' && !isInTitle && rest < SAME_MATTER;
  return { ...judged, doubt: isOfAnother ? 'words' : doubt, maySpeakOf: isInTitle };
}

/** Whether each number that is missing stands in the title of the ground that holds most. */
function areNumbersOfTitle({ demands }: Statement, index: GroundIndex, { grounds, cover }: Weighed): boolean {
  const about = index.about[grounds[0] ?? -1];
  const missing = demands.filter(({ kind }, at) => kind === 'number' && cover[at] === 0);
  return missing.length > 0 && missing.every(({ held }) => [...held.keys()].some((key) => about?.has(key)));
}

const PRONOUN = new Set(
  'i we he she they him her them his their my our ich wir er sie ihn ihm ihr ihnen sein seine ihre mein unser'.split(
    ' ',
  ),
);

/** Whether each name that is missing stands in the passage or title of a ground that has a pronoun, or another word of that name. */
function maySpeakOf({ demands }: Statement, index: GroundIndex, { grounds, cover }: Weighed): boolean {
  const [main = -1] = grounds;
  const near = [index.rowKeys[index.rowOf[main] ?? -1], index.about[main]];
  const isIn = ({ held }: Demand, keys: ReadonlySet<string> | undefined): boolean =>
    keys !== undefined && [...held.keys()].some((key) => keys.has(key));
  const missing = demands.filter(({ kind }, at) => kind === 'name' && cover[at] === 0);
  const hasPronoun = (index.words[main] ?? []).some(({ lower }) => PRONOUN.has(lower));
  const hasPart = ({ name }: Demand): boolean =>
    demands.some((one) => one.name === name && isIn(one, index.keys[main]));
  const hasOffice = ({ held }: Demand): boolean => isNamedWithOffice(held, index, main);
  return missing.every((one) => near.some((keys) => isIn(one, keys)) && (hasPronoun || hasPart(one) || hasOffice(one)));
}

/** Whether the passage names somebody right behind a noun that a ground has alone: "die Vermieterin" after "die Vermieterin Gisela Hartwig". */
function isNamedWithOffice(name: Demand['held'], index: GroundIndex, ground: number): boolean {
  const row = index.rows[index.rowOf[ground] ?? -1] ?? [];
  return row.some((other) => {
    const words = index.words[other] ?? [];
    return words.some(
      ({ keys }, at) =>
        keys.some((key) => name.has(key)) &&
        words
          .slice(Math.max(0, at - OFFICE), at)
          .some((before) => before.isCapital && before.keys.some((key) => index.keys[ground]?.has(key))),
    );
  });
}
/** Words of a name, with another one joined by "and", back to its office. */
const OFFICE = 5;

/** Whether grounds have nothing of a statement but whom it names: what it says of them stands nowhere. */
function holdsOnlyNames({ demands }: Statement, { cover }: Weighed): boolean {
  const others = demands.flatMap(({ kind, weight }, at) => (kind !== 'name' && weight >= FEW ? [cover[at] ?? 0] : []));
  return others.length > 0 && others.every((value) => value < CLOSE) && demands.some(({ kind }) => kind === 'name');
}
const FEW = 0.3;
const OPENING = 2;
const CLOSE = 0.8;

/** Whether the ground that says most of what is done tells it of somebody else: the name that a statement begins with is only in another one. */
function isOfOtherDoer({ demands }: Statement, index: GroundIndex, held: HeldBy, { grounds }: Weighed): boolean {
  const [main] = grounds;
  const first = demands.slice(0, OPENING).find(({ kind }) => kind === 'name');
  if (main === undefined || !first || grounds.length < 2) return false;
  const cover = held.all(main);
  const isNamed = demands.some(({ name }, at) => name === first.name && (cover[at] ?? 0) > 0);
  const deeds = demands.flatMap(({ kind }, at) => (kind === 'name' ? [] : [at]));
  return !isNamed && opensWithName(index.words[main] ?? [], index) && shareOf(demands, cover, deeds) >= SAME_MATTER;
}

const opensWithName = (words: readonly Word[], index: GroundIndex): boolean =>
  (findNames(words, index)[words.findIndex(({ keys }) => keys.length > 0)] ?? -1) >= 0;

function doubtOf(statement: Statement, index: GroundIndex, held: HeldBy, weighed: Weighed): Doubt | null {
  const { grounds, cover } = weighed;
  const { words, demands } = statement;
  const texts = grounds.map((ground) => index.words[ground] ?? []);
  const together = texts.flat();
  if (demands.some((demand, at) => demand.kind === 'name' && cover[at] === 0)) return 'name';
  const missing = missingNumbers(demands, cover, together);
  const isReckoned =
    missing.length > 0 && areWorkedOut(missing, together) && !areNumbersOfTitle(statement, index, weighed);
  if (missing.length > 0 && !isReckoned) return 'number';
  if (texts.some((text) => isOfOtherYear(demands, text) || isSwapped(words, text))) return 'number';
  if (isOfOtherUnit(words, together)) return 'number';
  if (isOpposite(words, together)) return 'opposite';
  const denial = denialBetween(words, demands, texts);
  if (isReckoned) return missing.some((value) => hasAnotherThere(words, value, together)) ? 'number' : 'worked out';
  if (denial === 'same') return 'denied';
  if (denial === 'other') return 'words';
  const unsaid = unsaidBy(statement, index, held, grounds);
  const isCause = joinsAsCause(words, demands, texts);
  if (unsaid === null) return isCause ? 'cause' : null;
  if (unsaid !== 'words') return unsaid;
  if (standApart(index, grounds)) return isCause ? 'cause' : 'joined';
  if (isOfOtherSubject(demands, index, grounds[0] ?? -1)) return 'order';
  return isOnlyOpinion(words, texts[0] ?? []) ? 'further' : 'words';
}

/** Whether what is held is held by grounds that are no neighbours. */
const standApart = (index: GroundIndex, [first, ...others]: readonly number[]): boolean =>
  first !== undefined &&
  others.some((other) => index.rowOf[other] !== index.rowOf[first] || Math.abs(other - first) > NEIGHBOUR);
const NEIGHBOUR = 2;

function holderOf(demands: readonly Demand[], own: readonly (readonly number[])[], part: readonly number[]): number {
  const shares = own.map((cover) => shareOf(demands, cover, part));
  return shares.indexOf(Math.max(...shares));
}

/** Weighted share of some demands that is held. */
export function shareOf(demands: readonly Demand[], cover: readonly number[], places: readonly number[]): number {
  let all = 0;
  let held = 0;
  for (const at of places) {
    const weight = demands[at]?.weight ?? 0;
    all += weight;
    held += weight * (cover[at] ?? 0);
  }
  return all === 0 ? 0 : held / all;
}

/** Values of numbers that a ground does not hold; a small one in letters only counts where the ground tells another one. */
function missingNumbers(
  demands: readonly Demand[],
  cover: readonly number[],
  ground: readonly Word[],
): readonly number[] {
  const missing = demands.filter(
    ({ kind, isSoft }, at) => kind === 'number' && cover[at] === 0 && (!isSoft || hasOtherNumber(demands, ground)),
  );
  return missing.map(({ held }) => valueOfKey([...held.keys()][0] ?? ''));
}

/** Whether a ground has another number behind the very words that a number of a statement stands behind: "votes to two" for "votes to three". */
function hasAnotherThere(words: readonly Word[], value: number, ground: readonly Word[]): boolean {
  const led = (some: readonly Word[], at: number): string =>
    some
      .slice(Math.max(0, at - LED), at)
      .map(({ lower }) => lower)
      .join(' ');
  const isIt = ({ keys }: Word): boolean => keys.some((key) => valueOfKey(key) === value);
  const at = words.findIndex(isIt);
  const before = led(words, at);
  return (
    at >= LED &&
    AGAINST.has(words[at - 1]?.lower ?? '') &&
    ground.some((word, place) => word.kind === 'number' && !isIt(word) && place >= LED && led(ground, place) === before)
  );
}
const LED = 2;
/** What a vote is counted with: "five to two". */
const AGAINST = new Set(['to', 'against', 'zu', 'gegen']);

const hasOtherNumber = (demands: readonly Demand[], ground: readonly Word[]): boolean =>
  ground.some(
    ({ kind, keys }) =>
      kind === 'number' && keys.every((key) => valueOfKey(key) < 1000 && !demands.some(({ held }) => held.has(key))),
  );

/** Whether a ground names other years only than a statement that names years as well. */
function isOfOtherYear(demands: readonly Demand[], ground: readonly Word[]): boolean {
  const years = demands.filter(({ kind, held }) => kind === 'number' && [...held.keys()].some(isYear));
  const theirs = ground.filter(({ keys }) => keys.some(isYear));
  if (years.length === 0 || theirs.length === 0) return false;
  return !theirs.some(({ keys }) => keys.some((key) => years.some(({ held }) => held.has(key))));
}

/** Share of a statement's demands that are held, without its missing numbers and the words that the grounds say the opposite of. */
function restOf({ demands }: Statement, index: GroundIndex, { grounds, cover }: Weighed): number {
  const theirs = new Set(grounds.flatMap((ground) => index.words[ground] ?? []).map(({ lower }) => lower));
  const isOther = ({ kind, excluded }: Demand): boolean =>
    kind === 'number' || [...excluded].some((lower) => theirs.has(lower));
  const places = demands.flatMap((demand, at) => (cover[at] === 0 && isOther(demand) ? [] : [at]));
  return shareOf(demands, cover, places);
}

function isOpposite(words: readonly Word[], ground: readonly Word[]): boolean {
  const said = new Set(words.map(({ lower }) => lower));
  const theirs = new Set(ground.map(({ lower }) => lower));
  return [...said].some((lower) => {
    if (theirs.has(lower)) return false;
    return [...excludedBy(lower)].some((other) => theirs.has(other) && !said.has(other));
  });
}
