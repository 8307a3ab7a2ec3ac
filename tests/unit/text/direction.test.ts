import { expect, test } from 'vitest';
import { directionRuns, isRightToLeft } from '../../../src/core/text/direction';

test.each([
  ['مرحبا Ada', true],
  ['1937: שלום', true],
  ['“Ada” שלום', false],
  ['1937', false],
  ['', false],
] as const)('the first letter gives the direction of %j', (text, isRight) => {
  expect(isRightToLeft(text)).toBe(isRight);
});

test('signs and digits go with the letters around them, else with the paragraph', () => {
  const runs = (text: string, isRight: boolean): string =>
    directionRuns(text, isRight)
      .map((run) => `${run.isRightToLeft ? '<' : '>'}${run.text}`)
      .join('|');
  expect(runs('a (عام 1937 م) b', false)).toBe('>a (|<عام 1937 م|>) b');
  expect(runs('עם Ada, Ben.', true)).toBe('<עם |>Ada, Ben|<.');
  expect(runs('12', true)).toBe('<12');
  expect(runs('', true)).toBe('');
});
