import { reader, valuesOf, type Values } from '../../index/step';
import type { SearchParameters } from './search-parameters';

/** Global search (GraphRAG B2). */
export const GLOBAL_PARAMETERS: SearchParameters = {
  name: 'global',
  title: 'Global',
  doc: 'Reads the community reports in batches, draws points from each, and joins the points into one answer.',
  parameters: [
    {
      name: 'dynamic',
      title: 'Read only the reports that bear on the question',
      doc: 'The model rates reports from the broadest down, one token each, and goes on only where one bears on the question (dynamic community selection). Otherwise all reports of the level are read.',
      kind: 'switch',
      default: false,
    },
    {
      name: 'least_rating',
      title: 'Least rating',
      doc: 'From 0 to 5, for a report to be read and its parts to be rated (GraphRAG: 1).',
      kind: 'number',
      default: 1,
      min: 1,
      max: 5,
      step: 1,
    },
    {
      name: 'keep_parents',
      title: 'Read a report also where its parts are read',
      doc: 'GraphRAG leaves it out by default.',
      kind: 'switch',
      default: false,
    },
    {
      name: 'most_ratings',
      title: 'Ratings at most',
      doc: 'Calls of one token each.',
      kind: 'number',
      default: 40,
      min: 1,
      max: 2000,
      step: 5,
    },
    {
      name: 'most_batches',
      title: 'Batches of reports at most',
      doc: 'One call each. Where the reports need more, those that matter most for the question are read, and the trace says what was left out.',
      kind: 'number',
      default: 6,
      min: 1,
      max: 500,
      step: 1,
    },
    {
      name: 'points',
      title: 'Points of a batch',
      doc: 'At most.',
      kind: 'number',
      default: 5,
      min: 1,
      max: 12,
      step: 1,
    },
    {
      name: 'map_words',
      title: 'Words about a batch',
      doc: 'Of all its points together (GraphRAG: 1000).',
      kind: 'number',
      default: 250,
      min: 50,
      max: 2000,
      step: 50,
    },
    {
      name: 'map_temperature',
      title: 'Temperature for batches',
      doc: '0 takes the likeliest word each time.',
      kind: 'number',
      default: 0,
      min: 0,
      max: 2,
      step: 0.1,
    },
    {
      name: 'reduce_words',
      title: 'Words of the answer',
      doc: 'At most (GraphRAG: 2000).',
      kind: 'number',
      default: 500,
      min: 50,
      max: 4000,
      step: 50,
    },
  ],
};

/** The parameters of Global, read. */
export interface GlobalChoices {
  readonly dynamic: boolean;
  /** 1 to 5. */
  readonly leastRating: number;
  readonly keepParents: boolean;
  readonly mostRatings: number;
  readonly mostBatches: number;
  readonly points: number;
  readonly mapWords: number;
  /** 0 to 2. */
  readonly mapTemperature: number;
  readonly reduceWords: number;
}

/** Reads the parameters of Global; what is missing has its default. */
export function globalChoices(chosen?: Values): GlobalChoices {
  const { number, flag } = reader(valuesOf(GLOBAL_PARAMETERS, chosen));
  return {
    dynamic: flag('dynamic'),
    leastRating: number('least_rating'),
    keepParents: flag('keep_parents'),
    mostRatings: number('most_ratings'),
    mostBatches: number('most_batches'),
    points: number('points'),
    mapWords: number('map_words'),
    mapTemperature: number('map_temperature'),
    reduceWords: number('reduce_words'),
  };
}
