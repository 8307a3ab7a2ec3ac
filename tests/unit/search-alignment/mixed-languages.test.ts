import { expect, it } from 'vitest';
import { alignAnswer } from '../../../src/core/search/alignment/align-answer';
import { groundIndex } from '../../../src/core/search/alignment/ground-index';
import { readAnswer } from '../../../src/core/search/answer/answer-stream';
import type { Ground } from '../../../src/core/search/context/context';
import { groundsOfSources, readCollections, type Collection } from './labelled';

const BUILT = readCollections('built');
const inLanguage = (language: string): readonly Collection[] => BUILT.filter((one) => one.language === language);

/** Sources of some collections, numbered apart from those of others. */
const groundsOf = (collections: readonly Collection[]): readonly Ground[] =>
  collections.flatMap(({ sources }, at) =>
    groundsOfSources(sources).map((ground) => ({ ...ground, number: ground.number + 100 * (at + 1) })),
  );

/** What is said of each labelled sentence where its collection stands behind other documents. */
function supportsOf({ sources, cases }: Collection, others: readonly Ground[]): readonly string[] {
  const titles = new Map(sources.map(({ number, title }) => [number, title]));
  const index = groundIndex([...others, ...groundsOfSources(sources)], ({ number }) => titles.get(number) ?? '');
  return cases.map(({ sentence }) => alignAnswer(readAnswer(sentence), index)[0]?.support ?? '');
}

it.each([
  ['German', inLanguage('de'), inLanguage('en').slice(0, 3)],
  ['English', inLanguage('en').slice(3, 13), inLanguage('de').slice(0, 2)],
])('a %s sentence is worth the same among documents of another language', (_, collections, others) => {
  const alone = collections.flatMap((one) => supportsOf(one, []));
  const mixed = collections.flatMap((one) => supportsOf(one, groundsOf(others)));
  const same = alone.filter((support, at) => support === mixed[at]).length;
  expect(alone.length).toBeGreaterThan(50);
  expect(same / alone.length).toBeGreaterThan(0.97);
});
