import { expect, it } from 'vitest';
import { shownWords } from '../../../../src/core/search/writer/not-found';

it('hands on no empty words, neither between the others nor at their end', () => {
  const told: string[] = [];
  const words = shownWords((text) => told.push(text));
  for (const text of ['Ada kept', '', ' the lamp.', '']) words.add(text, false);
  words.add('', true);
  expect(told).toEqual(['Ada kept', ' the lamp.']);
});
