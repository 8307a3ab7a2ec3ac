import { expect, it } from 'vitest';
import { shownWords } from '../../../../src/core/search/writer/not-found';

it('hands on no empty words, neither between the others nor at their end', () => {
  const shown: string[] = [];
  const words = shownWords((text) => shown.push(text));
  for (const text of ['Ada kept', '', ' the lamp.', '']) words.add(text, false);
  words.add('', true);
  expect(shown).toEqual(['Ada kept', ' the lamp.']);
});
