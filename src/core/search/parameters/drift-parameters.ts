import { reader, valuesOf, type Values } from '../../index/step';
import type { SearchParameters } from './search-parameters';

/** DRIFT search (GraphRAG B3), sized for a model in the tab; GraphRAG's own figures suit servers. */
export const DRIFT_PARAMETERS: SearchParameters = {
  name: 'drift',
  title: 'DRIFT',
  doc: 'Begins with the nearest reports, asks further questions of its own, answers each from passages, and joins what it found.',
  parameters: [
    {
      name: 'hypothesis',
      title: 'Search by a made-up answer',
      doc: 'One call; what it writes only helps to find the nearest reports, and only with an embedding model.',
      kind: 'switch',
      default: true,
    },
    {
      name: 'reports',
      title: 'Reports to begin with',
      doc: 'The nearest to the question (GraphRAG: 20).',
      kind: 'number',
      default: 6,
      min: 1,
      max: 50,
      step: 1,
    },
    {
      name: 'folds',
      title: 'Calls for the beginning',
      doc: 'The reports are dealt out to so many calls (GraphRAG: 5).',
      kind: 'number',
      default: 1,
      min: 1,
      max: 10,
      step: 1,
    },
    {
      name: 'depth',
      title: 'Rounds of further questions',
      doc: 'GraphRAG: 3.',
      kind: 'number',
      default: 2,
      min: 0,
      max: 5,
      step: 1,
    },
    {
      name: 'follow_ups',
      title: 'Further questions in a round',
      doc: 'One call each (GraphRAG: 20).',
      kind: 'number',
      default: 3,
      min: 1,
      max: 30,
      step: 1,
    },
    {
      name: 'step_words',
      title: 'Words of an answer on the way',
      doc: 'At most.',
      kind: 'number',
      default: 120,
      min: 30,
      max: 1000,
      step: 10,
    },
    {
      name: 'reduce_words',
      title: 'Words of the answer',
      doc: 'At most.',
      kind: 'number',
      default: 500,
      min: 50,
      max: 4000,
      step: 50,
    },
    {
      name: 'step_temperature',
      title: 'Temperature on the way',
      doc: '0 takes the likeliest word each time (GraphRAG: 0).',
      kind: 'number',
      default: 0,
      min: 0,
      max: 2,
      step: 0.1,
    },
  ],
};

/** The parameters of DRIFT, read. */
export interface DriftChoices {
  readonly hypothesis: boolean;
  readonly reports: number;
  readonly folds: number;
  readonly depth: number;
  /** Of one round. */
  readonly followUps: number;
  readonly stepWords: number;
  readonly reduceWords: number;
  /** 0 to 2. */
  readonly stepTemperature: number;
}

/** Reads the parameters of DRIFT; what is missing has its default. */
export function driftChoices(chosen?: Values): DriftChoices {
  const { number, flag } = reader(valuesOf(DRIFT_PARAMETERS, chosen));
  return {
    hypothesis: flag('hypothesis'),
    reports: number('reports'),
    folds: number('folds'),
    depth: number('depth'),
    followUps: number('follow_ups'),
    stepWords: number('step_words'),
    reduceWords: number('reduce_words'),
    stepTemperature: number('step_temperature'),
  };
}
