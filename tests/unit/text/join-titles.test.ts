import { describe, expect, it } from 'vitest';
import { joinTitles } from '../../../src/core/text/join-titles';

describe('a list of titles', () => {
  it.each([
    [['A'], 'A'],
    [['A', 'B'], 'A and B'],
    [['东京', '大阪', '京都'], '东京、大阪、京都'],
    [['东京', 'NEC'], '东京 and NEC'],
  ])('%j reads %s', (titles, words) => {
    expect(joinTitles(titles)).toBe(words);
  });
});
