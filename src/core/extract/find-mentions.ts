import type { MentionBatch, MentionFinder, MentionResult } from '../ports';

type FindMentions = (batch: MentionBatch) => MentionResult;

/**
 * Loads what finding mentions in a language needs and returns the finder; see README.md for what a mention is per kind of language.
 * Mentions never overlap and never cross a line break. Only workers should call this: English loads a tagger.
 */
export async function createMentionFinder(language: string): Promise<FindMentions> {
  if (language === 'en') return (await import('./english')).createEnglishFinder();
  if (isUnspaced(language)) return (await import('./unspaced')).createUnspacedFinder(language);
  if (isUncased(language)) return (await import('./uncased')).createUncasedFinder(language);
  return (await import('./capitalised')).createCapitalisedFinder(language);
}

/** A finder for all languages that loads each one when it is first met. */
export function createMentionFinders(): MentionFinder {
  const loaded = new Map<string, Promise<FindMentions>>();
  return {
    async find(batch, { signal }) {
      const finder = loaded.get(batch.language) ?? createMentionFinder(batch.language);
      loaded.set(batch.language, finder);
      const find = await finder;
      signal?.throwIfAborted();
      return find(batch);
    },
  };
}

const isUnspaced = (language: string): boolean => ['zh', 'ja', 'th', 'lo', 'km', 'my'].includes(language);

const isUncased = (language: string): boolean =>
  ['ar', 'fa', 'ur', 'he', 'hi', 'mr', 'ne', 'bn', 'ta', 'te', 'gu', 'kn', 'ml', 'pa', 'si', 'am', 'ka', 'ko'].includes(
    language,
  );
