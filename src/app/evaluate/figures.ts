import { groupBy } from '../../core/arrays';
import {
  type Contestant,
  type Criterion,
  type FigureGroup,
  type FigureName,
  FIGURES,
} from '../../core/evaluation/evaluation';
import type { Figure } from '../../core/evaluation/measures/statistics';
import type { Comparison, EvaluationResults, ModeResults } from '../../core/engine/evaluation/evaluation-calls';
import { count, decimal, percentage, plainNumber } from '../words/numbers';
import { evaluateWords } from '../words/screens/evaluate-words';

/** Tells contestants apart. */
export const keyOf = ({ mode, model = null }: Contestant): string => JSON.stringify([mode, model]);

export type CostName = Extract<FigureName, `cost.${string}`>;

/** Measures of which less is better. */
const FAULTS: readonly FigureName[] = [
  'generator.unsupported',
  'generator.noise_sensitivity_in_relevant',
  'generator.noise_sensitivity_in_irrelevant',
  'generator.hallucination',
];

export const isFault = (name: FigureName): boolean => FAULTS.includes(name);

export const isCost = (name: FigureName | Criterion): name is CostName => name.startsWith('cost.');

const isFigureName = (name: string, found: ReadonlySet<string>): name is FigureName => found.has(name);

/** Measures that some mode has, by group, in the order of the table. */
export function presentFigures(
  modes: readonly ModeResults[],
): readonly { readonly group: FigureGroup; readonly names: readonly FigureName[] }[] {
  const found = new Set<string>(modes.flatMap(({ figures }) => figures.map(({ name }) => name)));
  return GROUPS.map((group) => ({
    group,
    names: FIGURES[group].map((name) => `${group}.${name}`).filter((name) => isFigureName(name, found)),
  })).filter(({ names }) => names.length > 0);
}

const GROUPS = Object.keys(FIGURES) as readonly FigureGroup[];

export const figureOf = ({ figures }: ModeResults, name: FigureName): Figure | undefined =>
  figures.find((one) => one.name === name)?.figure;

/** A value of a measure: shares in per cent, costs as numbers. */
export function valueText(name: FigureName | Criterion, value: number): string {
  if (!isCost(name)) return percentage(value);
  if (value >= 10) return count(value);
  return value < 1 ? plainNumber(value) : decimal(value);
}

/** Interval and number of questions, which stand beside every mean. */
export function intervalText(name: FigureName | Criterion, { interval, n }: Figure): string {
  const { results } = evaluateWords();
  return interval
    ? results.interval(valueText(name, interval.low), valueText(name, interval.high), n)
    : results.noInterval(n);
}

/** A mean with its interval in one line. */
export const figureText = (name: FigureName, figure: Figure): string =>
  `${valueText(name, figure.mean)} (${intervalText(name, figure)})`;

/** Name of a measure or a criterion on the screen. */
export function measureName(name: FigureName | Criterion): string {
  const { figures, criteria } = evaluateWords();
  return isCriterion(name) ? criteria[name] : figures[name].name;
}

/** True for a criterion of a judge, whose values are shares of wins. */
export const isCriterion = (name: FigureName | Criterion): name is Criterion => !name.includes('.');

/** Measures of quality that results have, which can be held against the cost. */
export const qualities = ({ modes }: EvaluationResults): readonly FigureName[] =>
  presentFigures(modes).flatMap(({ names }) => names.filter((name) => !isCost(name)));

/** Comparisons under the name of their measure, or of their criterion and the way in which a judge compared. */
export const comparisonGroups = (
  comparisons: readonly Comparison[],
): readonly (readonly [string, readonly Comparison[]])[] => [
  ...groupBy(comparisons, ({ measure, instrument }) => {
    const way = instrument && evaluateWords().run.parts[instrument];
    return way === undefined ? measureName(measure) : `${measureName(measure)} · ${way}`;
  }),
];
