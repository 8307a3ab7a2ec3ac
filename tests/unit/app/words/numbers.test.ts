import { describe, expect, it } from 'vitest';
import { rangeWords, refusalWords } from '../../../../src/app/words/numbers';

const fine = { valid: true, rangeOverflow: false, rangeUnderflow: false, stepMismatch: false };
const wrong = { ...fine, valid: false };

describe('a number in the settings', () => {
  it.each([
    [{ min: 1, max: 2000 }, `1 to ${(2000).toLocaleString()}`],
    [{ min: 0, max: 0.5 }, `0 to ${(0.5).toLocaleString()}`],
    [{ min: 3 }, '3 or more'],
    [{ max: 3 }, '3 at most'],
    [{}, ''],
  ])('says where it may lie: %o', (range, words) => {
    expect(rangeWords(range)).toBe(words);
  });

  it.each([
    ['12', fine, ''],
    ['', fine, 'Not taken: a number is needed. 7 still holds.'],
    ['', wrong, 'Not taken: a number is needed. 7 still holds.'],
    ['99999', { ...wrong, rangeOverflow: true }, 'Not taken: possible is 5 to 50. 7 still holds.'],
    ['-1', { ...wrong, rangeUnderflow: true }, 'Not taken: possible is 5 to 50. 7 still holds.'],
    ['7', { ...wrong, stepMismatch: true }, 'Not taken: possible are steps of 5, from 5 on. 7 still holds.'],
  ])('typed as “%s” is taken, or refused with the reason', (typed, validity, words) => {
    expect(refusalWords(typed, validity, { min: 5, max: 50, step: 5 }, 7)).toBe(words);
  });
});
