import { describe, expect, it } from 'vitest';
import { rangeWords, refusalWords } from '../../../../src/app/settings/number-range';

const fine = { valid: true, rangeOverflow: false, rangeUnderflow: false, stepMismatch: false };
const wrong = { ...fine, valid: false };

describe('a number in the settings', () => {
  it.each([
    [{ min: 1, max: 2000 }, `1 to ${(2000).toLocaleString('en')}`],
    [{ min: 0, max: 0.5 }, `0 to ${(0.5).toLocaleString('en')}`],
    [{ min: 3 }, '3 or more'],
    [{ max: 3 }, '3 at most'],
    [{}, ''],
  ])('says where it may lie: %o', (range, words) => {
    expect(rangeWords(range)).toBe(words);
  });

  it.each([
    ['12', fine, ''],
    ['', fine, 'Not saved: enter a number. The value is still 7.'],
    ['', wrong, 'Not saved: enter a number. The value is still 7.'],
    ['99999', { ...wrong, rangeOverflow: true }, 'Not saved: it must be 5 to 50. The value is still 7.'],
    ['-1', { ...wrong, rangeUnderflow: true }, 'Not saved: it must be 5 to 50. The value is still 7.'],
    ['7', { ...wrong, stepMismatch: true }, 'Not saved: use steps of 5, starting at 5. The value is still 7.'],
  ])('typed as “%s” is taken, or refused with the reason', (typed, validity, words) => {
    expect(refusalWords(typed, validity, { min: 5, max: 50, step: 5 }, 7)).toBe(words);
  });
});
