import { mean, pairedDifference } from './bootstrap';
import { evidenceRecall } from './gold-evidence';
import { WITH_MEANING, WITH_RERANKER, type Ranking } from './ranking';
import { table } from './table';
import type { Target } from './targets';

/** A question as it is measured. */
export interface MeasuredQuestion {
  /** Names of the groups in whose means it counts. */
  readonly groups: readonly string[];
  /** For each piece of evidence what holds it: finding one of these is enough. */
  readonly holders: readonly (readonly string[])[];
}

/** At 1, of a question with one piece of evidence, it is the share of questions whose evidence comes first. */
const DEPTHS = [1, 2, 5, 20] as const;
/** Modes that are compared with basic search and held to nothing: a tree shows several leaves of one passage. */
const FAMILY = ['lightrag-mix', 'raptor-collapsed'];
/** Found at so many, evidence counts as covered. */
const COVERED = 20;

/**
 * Prints the recall of evidence of each ranking, against the first one, and of the modes against basic search, with paired 95 %
 * intervals. Gives what they are to be on the questions of a group: local no worse than basic, and all but global as covering.
 */
export function printRecall(
  questions: readonly MeasuredQuestion[],
  rankings: readonly Ranking[],
  group = 'all',
): readonly Target[] {
  const groups = [...new Set(questions.flatMap((question) => question.groups))].sort(allLast);
  const [yardstick] = rankings;
  if (!yardstick) return [];
  const rows = groups.flatMap((one) =>
    rankings.map((ranking) => [
      named(questions, one),
      ranking.name,
      ...DEPTHS.flatMap((k) => [
        mean(recalls(questions, one, ranking, k)).toFixed(3),
        ranking === yardstick ? '' : gain(questions, one, [ranking, yardstick], k),
      ]),
      ranking.milliseconds.toFixed(1),
    ]),
  );
  const head = DEPTHS.flatMap((k) => [`R@${String(k)}`, `against ${yardstick.name} (95 %)`]);
  console.log(table(['questions', 'mode', ...head, 'ms a question'], rows));
  const pairs = ['', WITH_MEANING].flatMap((ending) => {
    const basic = rankings.find(({ name }) => name === `basic${ending}`);
    const others = ['local', 'drift', 'auto', ...FAMILY].flatMap(
      (mode) => rankings.find(({ name }) => name === mode + ending) ?? [],
    );
    return basic ? others.map((other) => [other, basic] as const) : [];
  });
  const anew = rankings.flatMap((one) => {
    const before = rankings.find(({ name }) => one.name === name + WITH_RERANKER);
    return before ? [[one, before] as const] : [];
  });
  const compared = groups.flatMap((one) =>
    [...pairs, ...anew].map((pair) => [
      named(questions, one),
      `${pair[0].name} against ${pair[1].name}`,
      ...DEPTHS.map((k) => gain(questions, one, pair, k)),
    ]),
  );
  console.log(`\n${table(['questions', 'modes', ...DEPTHS.map((k) => `R@${String(k)} (95 %)`)], compared)}`);
  const targets = pairs.filter(([other]) => !FAMILY.some((mode) => other.name.startsWith(mode)));
  return targets.flatMap(([other, basic]) =>
    DEPTHS.filter((k) => k === COVERED || (k > 1 && other.name.startsWith('local'))).map((k) => ({
      name: `R@${String(k)} of ${other.name} less that of ${basic.name}, ${group}`,
      value: mean(recalls(questions, group, other, k)) - mean(recalls(questions, group, basic, k)),
      atLeast: 0,
    })),
  );
}

const allLast = (a: string, b: string): number => Number(a === 'all') - Number(b === 'all');

function recalls(
  questions: readonly MeasuredQuestion[],
  group: string,
  { lists }: Ranking,
  k: number,
): readonly number[] {
  return questions.flatMap(({ groups, holders }, at) =>
    groups.includes(group) ? [evidenceRecall(lists[at] ?? [], holders, k)] : [],
  );
}

function gain(
  questions: readonly MeasuredQuestion[],
  group: string,
  [one, other]: readonly [Ranking, Ranking],
  k: number,
): string {
  const {
    mean: by,
    low,
    high,
  } = pairedDifference(recalls(questions, group, one, k), recalls(questions, group, other, k));
  return `${signed(by)} [${signed(low)}, ${signed(high)}]`;
}

const named = (questions: readonly MeasuredQuestion[], group: string): string =>
  `${group} (${String(questions.filter(({ groups }) => groups.includes(group)).length)})`;

/** With its sign, to three places. */
export const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`;
