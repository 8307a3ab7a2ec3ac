import { choice } from '../../parameters';
import type { EntityRow, RelationshipRow } from '../../tables/tables';
import { descriptionHash, distinctDescriptions } from './descriptions';
import { mostFrequent } from './key-counts';

/** Merging of several values of one attribute. */
export interface MergeOperations {
  readonly weight: 'sum' | 'max' | 'mean';
  readonly type: 'vote' | 'first';
  readonly description: 'join' | 'longest';
}

/** The operations as parameters of an index step. */
export const MERGE_PARAMETERS = [
  choice('merge_weight', 'Strength stated by several passages', ['sum', 'max', 'mean'], {
    advanced: true,
    doc: 'Takes the sum, the highest or the mean where several passages state how strong a relationship is. The sum favours what is stated often (GraphRAG: sum).',
    choiceTitles: { sum: 'sum', max: 'highest', mean: 'mean' },
  }),
  choice('merge_type', 'Type where there are several', ['vote', 'first'], {
    advanced: true,
    doc: 'Takes the type that an entity is given most often, or the one read first. The most frequent one evens out single mistakes.',
    choiceTitles: { vote: 'the most frequent', first: 'the first' },
  }),
  choice('merge_description', 'Description where there are several', ['join', 'longest'], {
    advanced: true,
    doc: 'Joins all descriptions, which a model may then summarise, or keeps the longest alone. The longest is shorter to read but loses what the others say.',
    choiceTitles: { join: 'all of them', longest: 'the longest' },
  }),
];

/** Merges strengths, which are 1 or more; the order of equal values does not matter. */
export function mergeWeights(weights: readonly number[], operation: MergeOperations['weight']): number {
  if (operation === 'max') return Math.max(...weights);
  const sum = weights.toSorted((a, b) => a - b).reduce((total, weight) => total + weight, 0);
  return operation === 'mean' ? sum / weights.length : sum;
}

/** Merges types by their votes, in the order in which they were first given. */
export function mergeTypes(votes: ReadonlyMap<string, number>, operation: MergeOperations['type']): string | undefined {
  return operation === 'first' ? votes.keys().next().value : mostFrequent(votes);
}

type Described = Pick<EntityRow | RelationshipRow, 'description' | 'description_hash'>;

/**
 * Merges descriptions. An earlier summary is kept as long as it is of the same descriptions. Otherwise they are joined, in code unit order,
 * until they are summarised.
 */
export function mergeDescriptions(
  descriptions: Iterable<string>,
  operation: MergeOperations['description'],
  earlier: Described | undefined,
): Described {
  const distinct = distinctDescriptions(descriptions);
  if (operation === 'longest') return { description: longest(distinct), description_hash: null };
  if (earlier && earlier.description_hash !== null && earlier.description_hash === descriptionHash(distinct)) {
    return { description: earlier.description, description_hash: earlier.description_hash };
  }
  return { description: distinct.join(' '), description_hash: null };
}

/** The first of the longest, so that the order of reading does not matter. */
const longest = (sorted: readonly string[]): string =>
  sorted.reduce((best, text) => (text.length > best.length ? text : best), '');
