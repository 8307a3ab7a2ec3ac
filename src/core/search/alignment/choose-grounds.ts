import type { Hint } from './alignment';
import type { GroundIndex } from './ground-index';
import { heldBy, type HeldBy } from './held-by';
import { judge, weigh, type Judgement, type Statement, type Weighed } from './judge';
import type { PlacedHint } from '../answer/answer-text';
import { quotedGrounds } from './quoted';

/** The grounds that hold a statement best, and what speaks against them. */
export interface Choice extends Judgement {
  /** Whether a row that the model pointed at holds anything of the statement. */
  readonly touches: (hint: Hint) => boolean;
  /** How alike the most alike of them is by its vector, 0 to 1; 0 without an embedder. */
  readonly near: number;
}

interface Surroundings {
  readonly hints: readonly PlacedHint[];
  /** Grounds of the sentences before one that sums them up. */
  readonly before: readonly number[];
  readonly like?: (ground: number) => number;
}

const CANDIDATES = 16;
const TRIED = 6;
const MOST_GROUNDS = 3;
/** Choices, best first, that are judged. */
const JUDGED = 12;
/** What another ground has to add to be worth looking at. */
const LEAST_GAIN = 0.06;
const TOUCH = 0.15;
const HINTED = 0.03;
const DOCUMENT = 0.08;
const TIGHT = 0.04;
const LIKENESS = 0.3;
/** What each further ground costs, so that one that holds all comes first. */
const ANOTHER = 0.05;
/** Grounds with the highest shares that are looked at closer. */
const LOOKED_AT = 48;
/** Chooses up to three grounds that together hold a statement: one that holds all, else neighbours, else others that add to it. */
export function chooseGrounds(statement: Statement, index: GroundIndex, around: Surroundings): Choice {
  const shares = sharesOf(statement, index);
  const held = heldBy(statement, index);
  const bonuses = new Map<number, number>();
  const bonusOf = (ground: number): number => {
    const known = bonuses.get(ground) ?? bonus(held.words(ground), index, ground, around);
    bonuses.set(ground, known);
    return known;
  };
  const likely = [...new Set([...highest(shares), ...mostLike(index, around.like)])];
  const ranks = new Map(likely.map((ground) => [ground, (shares.get(ground) ?? 0) + bonusOf(ground)]));
  const candidates = likely.sort((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0) || a - b).slice(0, CANDIDATES);
  const tried = candidates.map((ground) => [ground]);
  const unions = candidates.slice(0, TRIED).flatMap((ground) => unionsOf(statement, held, index, ground, candidates));
  const all = [...tried, ...unions, ...(around.before.length > 0 ? [around.before.slice(-2 * MOST_GROUNDS)] : [])];
  const weighed = all
    .map((grounds) => weigh(statement, held, grounds))
    .map((one) => ({ ...one, value: one.score + bonusOf(one.grounds[0] ?? -1) - ANOTHER * (one.grounds.length - 1) }))
    .sort((a, b) => b.value - a.value || a.grounds.length - b.grounds.length);
  const found = firstUndoubted(statement, index, held, weighed.slice(0, JUDGED));
  const touches = ({ dataset, number }: Hint): boolean =>
    index.grounds.some(
      (one, ground) => one.dataset === dataset && one.number === number && (shares.get(ground) ?? 0) >= TOUCH,
    );
  const quoted = found.doubt === null ? null : quotedGrounds(statement.words, index);
  if (quoted) return { grounds: quoted, score: 1, rest: 1, doubt: null, maySpeakOf: true, touches, near: 0 };
  const grounds = found.grounds.slice(0, MOST_GROUNDS);
  const near = around.like ? Math.max(0, ...grounds.map(around.like)) : 0;
  return { ...found, grounds, touches, near };
}

/** The best grounds that nothing speaks against; else the best, with what does. */
function firstUndoubted(
  statement: Statement,
  index: GroundIndex,
  held: HeldBy,
  weighed: readonly Weighed[],
): Judgement {
  let nearest: Judgement | null = null;
  for (const one of weighed) {
    const judged = judge(statement, index, held, one);
    if (judged.doubt === null) return judged;
    nearest ??= judged;
  }
  return nearest ?? { grounds: [], score: 0, rest: 0, doubt: 'words', maySpeakOf: false };
}

/** Share of the statement that each ground holds that holds any of it. */
function sharesOf({ demands }: Statement, index: GroundIndex): ReadonlyMap<number, number> {
  const shares = new Float64Array(index.grounds.length);
  const best = new Float64Array(index.grounds.length);
  const all = demands.reduce((sum, { weight }) => sum + weight, 0);
  for (const { held, weight } of demands) {
    const touched: number[] = [];
    for (const [key, value] of held) {
      for (const ground of index.postings.get(key) ?? []) {
        const before = best[ground] ?? 0;
        if (before === 0) touched.push(ground);
        if (value > before) best[ground] = value;
      }
    }
    for (const ground of touched) {
      shares[ground] = (shares[ground] ?? 0) + (weight * (best[ground] ?? 0)) / all;
      best[ground] = 0;
    }
  }
  return new Map([...shares.entries()].filter(([, share]) => share > 0));
}

function mostLike(index: GroundIndex, like: Surroundings['like']): readonly number[] {
  if (!like) return [];
  const all = index.grounds.map((_, ground) => ({ ground, value: like(ground) }));
  return all
    .sort((a, b) => b.value - a.value || a.ground - b.ground)
    .slice(0, TRIED)
    .map(({ ground }) => ground);
}

/** What makes a ground better among equals: the model pointed at it, it is a document's own words, and it says little else. */
function bonus(held: readonly number[], index: GroundIndex, ground: number, { hints, like }: Surroundings): number {
  const { dataset, number } = index.grounds[ground] ?? {};
  const isHinted = hints.some((hint) => hint.dataset === dataset && hint.number === number);
  const size = index.keys[ground]?.size ?? 0;
  const tight = size > 0 ? Math.min(1, held.filter((value) => value > 0).length / size) : 0;
  return (
    (isHinted ? HINTED : 0) +
    (dataset === 'Sources' ? DOCUMENT : 0) +
    TIGHT * tight +
    (like ? LIKENESS * like(ground) : 0)
  );
}

/** The grounds with the highest shares, in no order. */
function highest(shares: ReadonlyMap<number, number>): readonly number[] {
  if (shares.size <= LOOKED_AT) return [...shares.keys()];
  const least = Float64Array.from(shares.values()).sort().at(-LOOKED_AT) ?? 0;
  const over = [...shares].filter(([, share]) => share > least);
  const equal = [...shares].filter(([, share]) => share === least).slice(0, LOOKED_AT);
  return [...over, ...equal].map(([ground]) => ground);
}

/** Neighbours in the same row first, then any other candidates that add what is missing. */
function unionsOf(
  statement: Statement,
  held: HeldBy,
  index: GroundIndex,
  ground: number,
  candidates: readonly number[],
): readonly (readonly number[])[] {
  const row = index.rows[index.rowOf[ground] ?? -1] ?? [];
  const at = row.indexOf(ground);
  const near = [row[at - 1], row[at + 1], row[at - 2], row[at + 2]].flatMap((one) => one ?? []);
  return [greedy(statement, held, ground, near), greedy(statement, held, ground, [...near, ...candidates])].filter(
    (union) => union.length > 1,
  );
}

function greedy({ demands }: Statement, held: HeldBy, first: number, others: readonly number[]): readonly number[] {
  const weights = demands.map(({ weight }) => weight);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const cover = [...held.words(first)];
  const union = [first];
  while (union.length < MOST_GROUNDS) {
    let best = -1;
    let most = LEAST_GAIN * whole;
    for (const ground of others) {
      if (union.includes(ground)) continue;
      const own = held.words(ground);
      const gain = weights.reduce(
        (sum, weight, at) => sum + weight * Math.max(0, (own[at] ?? 0) - (cover[at] ?? 0)),
        0,
      );
      if (gain > most) [best, most] = [ground, gain];
    }
    if (best < 0) break;
    union.push(best);
    held.words(best).forEach((value, at) => (cover[at] = Math.max(cover[at] ?? 0, value)));
  }
  return union;
}
