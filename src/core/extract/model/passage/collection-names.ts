import { addTo } from '../../../arrays';
import type { ExtractionRow } from '../../../tables/tables';
import { phraseOf } from '../../mention-records';
import { foldText, significantWords } from './folded-text';

/** A name of several words in a collection. */
export interface FullName {
  readonly key: string;
  readonly title: string;
  /** Significant ones, in order, at least two. */
  readonly words: readonly string[];
}

/** The names of several words of a collection, by the words at their ends. */
export interface CollectionNames {
  /** Names that begin or end with a word. */
  withEnd(word: string): readonly FullName[];
}

/** The proper names that were found in a collection without a model, indexed when first needed. */
export function collectionNames(mentions: Iterable<ExtractionRow>): CollectionNames {
  const titles = new Map<string, string>();
  for (const row of mentions) if (!titles.has(row.key) && phraseOf(row) === 'proper') titles.set(row.key, row.title);
  let byEnd: ReadonlyMap<string, readonly FullName[]> | undefined;
  return { withEnd: (word) => (byEnd ??= namesByEnd(titles)).get(word) ?? [] };
}

function namesByEnd(titles: ReadonlyMap<string, string>): ReadonlyMap<string, readonly FullName[]> {
  const byEnd = new Map<string, FullName[]>();
  for (const [key, title] of titles) {
    const words = [...significantWords(foldText(title).text)];
    if (words.length < 2) continue;
    for (const end of new Set([words[0] ?? '', words.at(-1) ?? ''])) addTo(byEnd, end, { key, title, words });
  }
  return byEnd;
}
