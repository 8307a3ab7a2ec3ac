import type { Hint } from './alignment';
import type { GroundIndex } from './ground-index';
import { holds, judge, LEAST_SCORE, shareOf, type Judgement, type Statement } from './judge';
import type { PlacedHint } from '../answer/answer-text';

/** The grounds that hold a statement best, and what speaks against them. */
export interface Choice extends Judgement {
  /** Whether a row that the model pointed at holds anything of the statement. */
  readonly touches: (hint: Hint) => boolean;
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
/** What another ground has to add to be worth looking at. */
const LEAST_GAIN = 0.06;
const TOUCH = 0.15;
const HINTED = 0.03;
const DOCUMENT = 0.08;
const TIGHT = 0.04;
/** Likeness from which a paraphrase is believed, and how much it lifts. */
const LIKE = 0.6;
const LIFT = 0.6;

/** Chooses up to three grounds that together hold a statement: one that holds all, else neighbours, else others that add to it. */
export function chooseGrounds(statement: Statement, index: GroundIndex, around: Surroundings): Choice {
  const shares = sharesOf(statement, index);
  const rank = (ground: number): number => (shares.get(ground) ?? 0) + bonus(statement, index, ground, around);
  const likely = [...new Set([...shares.keys(), ...mostLike(index, around.like)])];
  const candidates = likely.sort((a, b) => rank(b) - rank(a) || a - b).slice(0, CANDIDATES);
  const tried = candidates.map((ground) => [ground]);
  const unions = candidates.slice(0, TRIED).flatMap((ground) => unionsOf(statement, index, ground, candidates));
  const all = [...tried, ...unions, ...(around.before.length > 0 ? [around.before.slice(-2 * MOST_GROUNDS)] : [])];
  const judged = all.map((grounds) => lifted(judge(statement, index, grounds), around));
  const value = ({ grounds, score }: Judgement): number =>
    score + bonus(statement, index, grounds[0] ?? -1, around) - 0.05 * (grounds.length - 1);
  const best = judged.reduce<Judgement | null>((top, one) => (top && !isBetter(one, top, value) ? top : one), null);
  const found = best ?? { grounds: [], score: 0, doubt: 'little' as const };
  const touches = ({ dataset, number }: Hint): boolean =>
    index.grounds.some(
      (one, ground) => one.dataset === dataset && one.number === number && (shares.get(ground) ?? 0) >= TOUCH,
    );
  return { ...found, grounds: found.grounds.slice(0, MOST_GROUNDS), touches };
}

function isBetter(one: Judgement, top: Judgement, value: (judged: Judgement) => number): boolean {
  if ((one.doubt === null) !== (top.doubt === null)) return one.doubt === null;
  return value(one) > value(top);
}

/** Share of the statement that each ground holds that holds any of it. */
function sharesOf({ demands }: Statement, index: GroundIndex): ReadonlyMap<number, number> {
  const held = new Map<number, number>();
  let all = 0;
  for (const { held: holders, weight } of demands) {
    all += weight;
    const best = new Map<number, number>();
    for (const [key, value] of holders) {
      for (const ground of index.postings.get(key) ?? []) if (value > (best.get(ground) ?? 0)) best.set(ground, value);
    }
    for (const [ground, value] of best) held.set(ground, (held.get(ground) ?? 0) + weight * value);
  }
  return new Map([...held].map(([ground, weight]) => [ground, weight / all]));
}

function mostLike(index: GroundIndex, like: Surroundings['like']): readonly number[] {
  if (!like) return [];
  const all = index.grounds.map((_, ground) => ({ ground, value: like(ground) }));
  return all
    .sort((a, b) => b.value - a.value || a.ground - b.ground)
    .slice(0, TRIED)
    .map(({ ground }) => ground);
}

function lifted(judged: Judgement, { hints, like }: Surroundings): Judgement {
  const near = like ? Math.max(0, ...judged.grounds.map(like)) : 0;
  const score = Math.min(1, judged.score + (hints.length > 0 ? 0 : 0) + LIFT * Math.max(0, near - LIKE));
  const isSoft = judged.doubt === 'little' || judged.doubt === 'part';
  return { ...judged, score, doubt: isSoft && near > LIKE && score >= LEAST_SCORE ? null : judged.doubt };
}

function bonus({ demands }: Statement, index: GroundIndex, ground: number, { hints, like }: Surroundings): number {
  const { dataset, number } = index.grounds[ground] ?? {};
  const isHinted = hints.some((hint) => hint.dataset === dataset && hint.number === number);
  const keys = index.keys[ground];
  const shared = demands.filter((demand) => holds(index, ground, demand) > 0).length;
  const tight = keys && keys.size > 0 ? Math.min(1, shared / keys.size) : 0;
  return (
    (isHinted ? HINTED : 0) + (dataset === 'Sources' ? DOCUMENT : 0) + TIGHT * tight + (like ? 0.2 * like(ground) : 0)
  );
}

/** Neighbours in the same row first, then any other candidates that add what is missing. */
function unionsOf(
  statement: Statement,
  index: GroundIndex,
  ground: number,
  candidates: readonly number[],
): readonly (readonly number[])[] {
  const row = index.rows[index.rowOf[ground] ?? -1] ?? [];
  const at = row.indexOf(ground);
  const near = [row[at - 1], row[at + 1], row[at - 2], row[at + 2]].flatMap((one) => one ?? []);
  return [greedy(statement, index, ground, near), greedy(statement, index, ground, [...near, ...candidates])].filter(
    (union) => union.length > 1,
  );
}

function greedy(
  { demands }: Statement,
  index: GroundIndex,
  first: number,
  others: readonly number[],
): readonly number[] {
  const all = demands.map((_, at) => at);
  let cover = demands.map((demand) => holds(index, first, demand));
  const union = [first];
  while (union.length < MOST_GROUNDS) {
    const before = shareOf(demands, cover, all);
    let best = { ground: -1, gain: LEAST_GAIN, cover };
    for (const ground of others) {
      if (union.includes(ground)) continue;
      const with_ = demands.map((demand, at) => Math.max(cover[at] ?? 0, holds(index, ground, demand)));
      const gain = shareOf(demands, with_, all) - before;
      if (gain > best.gain) best = { ground, gain, cover: with_ };
    }
    if (best.ground < 0) break;
    union.push(best.ground);
    cover = best.cover;
  }
  return union;
}
