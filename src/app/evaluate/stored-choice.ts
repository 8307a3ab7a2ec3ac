import { type EvaluationChoice, MEASURES, type Measure } from '../../core/evaluation/evaluation';
import { type Family, FAMILIES, GRAPHRAG_MODES, type RunMode, RUN_MODES } from '../../core/search/request/mode-names';
import { isRecord } from '../../core/shapes/read-fields';
import { readStoredJson } from '../platform/stored-json';

export { MEASURES, QUESTION_CLASSES } from '../../core/evaluation/evaluation';
export { RUN_MODES } from '../../core/search/request/mode-names';

/** Choice of a person for a collection. */
export interface KeptChoice {
  readonly modes: readonly RunMode[];
  readonly measures: readonly Measure[];
  readonly ratesPassages: boolean;
  readonly trials: number;
  /** True from the start of a run until it ends or is paused, so that it can be resumed after a reload. */
  readonly isRunning: boolean;
}

/** Modes by family, GraphRAG's first, as the menus of Ask name them. */
export const MODE_FAMILIES: readonly (readonly ['graphrag' | Family, readonly RunMode[]])[] = [
  ['graphrag', GRAPHRAG_MODES],
  ...(Object.entries(FAMILIES) as readonly (readonly [Family, readonly RunMode[]])[]),
];

/** The most trials that can be chosen. */
export const MOST_TRIALS = 8;

const FIRST: KeptChoice = {
  modes: ['local', 'basic', 'lightrag-mix'],
  measures: ['retrieval'],
  ratesPassages: false,
  trials: 1,
  isRunning: false,
};

/** Key of the choices, by collection. */
const KEY = 'burrow.evaluations';

/** The choice for a collection; free of calls where a person has not chosen yet. */
export function keptChoice(collection: string): KeptChoice {
  const kept = readStoredJson(localStorage, KEY, isRecord)?.[collection];
  if (!isRecord(kept)) return FIRST;
  const has = (name: string, value: string): boolean => Array.isArray(kept[name]) && kept[name].includes(value);
  const trials = Number(kept['trials']);
  return {
    modes: RUN_MODES.filter((mode) => has('modes', mode)),
    measures: MEASURES.filter((measure) => has('measures', measure)),
    ratesPassages: kept['ratesPassages'] === true,
    trials: Number.isInteger(trials) ? Math.min(MOST_TRIALS, Math.max(1, trials)) : FIRST.trials,
    isRunning: kept['isRunning'] === true,
  };
}

export function keepChoice(collection: string, choice: KeptChoice): void {
  const others = readStoredJson(localStorage, KEY, isRecord) ?? {};
  localStorage.setItem(KEY, JSON.stringify({ ...others, [collection]: choice }));
}

/** Takes one in or out of the chosen, in the order of all. */
export const withOne = <T>(all: readonly T[], chosen: readonly T[], one: T, isChosen: boolean): readonly T[] =>
  all.filter((each) => (each === one ? isChosen : chosen.includes(each)));

/** The work that a choice means. */
export const workOf = ({ modes, measures, ratesPassages, trials }: KeptChoice): EvaluationChoice => ({
  contestants: modes.map((mode) => ({ mode })),
  ...{ measures, ratesPassages, trials },
});
