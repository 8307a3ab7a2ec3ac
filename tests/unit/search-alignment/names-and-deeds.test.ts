import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alignAnswer } from '../../../src/core/search/alignment/align-answer';
import { groundIndex } from '../../../src/core/search/alignment/ground-index';
import { readAnswer } from '../../../src/core/search/answer/answer-stream';
import { groundsOfSources } from './labelled';

interface NamesAndDeeds {
  readonly documents: readonly { readonly title: string; readonly text: string }[];
  /** What is told, with all who may be said to have done it. */
  readonly deeds: readonly { readonly deed: string; readonly by: readonly string[] }[];
  readonly names: readonly string[];
}

const FILE = new URL('../../fixtures/names-and-deeds.json', import.meta.url);
const { documents, deeds, names } = JSON.parse(readFileSync(FILE, 'utf8')) as NamesAndDeeds;

const sources = documents.map((one, at) => ({ ...one, number: at + 1 }));
const index = groundIndex(groundsOfSources(sources), ({ number }) => documents[number - 1]?.title ?? '');
const supportOf = (sentence: string): string | undefined => alignAnswer(readAnswer(sentence), index)[0]?.support;

describe('a name and what others did', () => {
  it.each(deeds)('are never supported together: "$deed"', ({ deed, by }) => {
    const untrue = names.filter((name) => !by.includes(name)).map((name) => `${name} ${deed}.`);
    expect(untrue.length).toBeGreaterThan(0);
    expect(untrue.filter((sentence) => supportOf(sentence) === 'supported')).toEqual([]);
  });

  it.each([
    'The Court blamed the stoker.',
    'The Osprey was bound for Varnes.',
    'Captain Aasen survived.',
    'Signe Moen carried my stove up the hill.',
    'Olaf Dahl was in the chair.',
    'Peder Foss died.',
  ])('are supported where it was the name’s own deed: %s', (sentence) => {
    expect(supportOf(sentence)).toBe('supported');
  });
});
