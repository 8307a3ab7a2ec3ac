import type { MentionBatch, MentionFinder, MentionResult } from '../ports/documents';
import { withoutLineMarks } from './names/line-marks';

type FindMentions = (batch: MentionBatch) => MentionResult;

/**
 * Loads what finding mentions in a language needs and returns the finder; see README.md for what a mention is per kind of language.
 * Mentions never overlap and never cross a line break. Only workers should call this: English loads a tagger.
 */
export async function createMentionFinder(language: string): Promise<FindMentions> {
  const find = await finderOf(language);
  return ({ sentences }) => find({ language, sentences: withoutLineMarks(sentences) });
}

async function finderOf(language: string): Promise<FindMentions> {
  if (language === 'en') return (await import('./names/english')).createEnglishFinder();
  if (isUnspaced(language)) return (await import('./names/unspaced')).createUnspacedFinder(language);
  if (isUncased(language)) return (await import('./names/uncased')).createUncasedFinder(language);
  return (await import('./names/capitalised')).createCapitalisedFinder(language);
}

/** A finder for all languages that loads each one when it is first met. */
export function createMentionFinders(): MentionFinder {
  const loaded = new Map<string, Promise<FindMentions>>();
  return {
    async find(batch, { signal }) {
      const language = batch.language === 'und' && isPlainLatin(batch.sentences) ? 'en' : batch.language;
      const finder = loaded.get(language) ?? createMentionFinder(language);
      loaded.set(language, finder);
      const find = await finder;
      signal?.throwIfAborted();
      return find(batch);
    },
  };
}

const plainShare = 0.98;

/** Checks that nearly all letters are English ones: text of an unknown language is then read as English. */
function isPlainLatin(sentences: readonly string[]): boolean {
  let letters = 0;
  let plain = 0;
  for (const sentence of sentences) {
    letters += sentence.match(/\p{L}/gu)?.length ?? 0;
    plain += sentence.match(/[A-Za-z]/g)?.length ?? 0;
  }
  return letters > 0 && plain >= letters * plainShare;
}

const isUnspaced = (language: string): boolean => ['zh', 'ja', 'th', 'lo', 'km', 'my'].includes(language);

const isUncased = (language: string): boolean =>
  ['ar', 'fa', 'ur', 'he', 'hi', 'mr', 'ne', 'bn', 'ta', 'te', 'gu', 'kn', 'ml', 'pa', 'si', 'am', 'ka', 'ko'].includes(
    language,
  );
