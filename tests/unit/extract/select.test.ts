import { describe, expect, it } from 'vitest';
import { SELECT_DEFAULTS, selectEntities, type MentionCounts } from '../../../src/core/extract/select';

const count = (key: string, phrases: Record<string, number>, units = 3): MentionCounts => ({
  key,
  mentions: Object.values(phrases).reduce((sum, n) => sum + n, 0),
  textUnitIds: Array.from({ length: units }, (_, n) => `u${n}`),
  phrases: new Map(Object.entries(phrases)),
});

const selected = (counts: MentionCounts[], textUnits: number): string[] => [
  ...selectEntities(counts, textUnits, SELECT_DEFAULTS),
];

describe('selectEntities', () => {
  it('keeps every name, compounds from 4 and common nouns from 6 mentions in a large collection', () => {
    const counts = [
      count('ferrante', { proper: 1 }),
      count('salt water', { compound: 4 }),
      count('dry well', { compound: 3 }),
      count('lamp', { common: 6 }),
      count('rope', { common: 5 }),
    ];
    expect(selected(counts, 500)).toEqual(['ferrante', 'salt water', 'lamp']);
  });

  it('asks half as much of phrases in a small collection', () => {
    const counts = [count('dry well', { compound: 2 }), count('rope', { common: 3 }), count('knot', { common: 2 })];
    expect(selected(counts, 2)).toEqual(['dry well', 'rope']);
  });

  it('treats a word mostly written small as a common noun', () => {
    expect(selected([count('council', { proper: 2, common: 3 })], 500)).toEqual([]);
    expect(selected([count('council', { proper: 3, common: 3 })], 500)).toEqual(['council']);
  });

  it('drops what nearly every text unit mentions, except in a tiny collection', () => {
    expect(selected([count('ellery', { proper: 90 }, 81)], 100)).toEqual([]);
    expect(selected([count('ellery', { proper: 90 }, 80)], 100)).toEqual(['ellery']);
    expect(selected([count('ellery', { proper: 9 }, 9)], 9)).toEqual(['ellery']);
  });
});
