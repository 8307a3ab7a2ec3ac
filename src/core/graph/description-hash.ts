import { sha256Text } from '../ids';

/**
 * Names what a summary of descriptions is made from: the distinct ones, sorted. Null for fewer than two, which need no summary
 * (GraphRAG A5).
 */
export function descriptionHash(descriptions: Iterable<string>): string | null {
  const distinct = distinctDescriptions(descriptions);
  return distinct.length < 2 ? null : sha256Text(JSON.stringify(distinct));
}

/** The descriptions without repeats and empty ones, in code unit order, as a model is shown them. */
export function distinctDescriptions(descriptions: Iterable<string>): readonly string[] {
  return [...new Set(descriptions)].filter((text) => text !== '').sort();
}
