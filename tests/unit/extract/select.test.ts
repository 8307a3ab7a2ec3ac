import { describe, expect, it } from 'vitest';
import { SELECT_PARAMETERS, selectEntities } from '../../../src/core/extract/select';
import { phraseKindOf } from '../../../src/core/extract/mention-records';
import { KIND } from '../../../src/core/graph/derive/key-stats';
import type { PhraseKind } from '../../../src/core/ports/documents';
import { valuesOf } from '../../../src/core/parameters';

interface Counted {
  readonly key: string;
  readonly mentions: number;
  readonly units: number;
  readonly kind: number;
}

const count = (key: string, phrases: Partial<Record<PhraseKind, number>>, units = 3): Counted => ({
  key,
  mentions: Object.values(phrases).reduce((sum, n) => sum + n, 0),
  units,
  kind: KIND[phraseKindOf((kind) => phrases[kind] ?? 0)],
});

const selected = (counts: readonly Counted[], textUnits: number): string[] => {
  const columns = {
    mentions: Int32Array.from(counts, ({ mentions }) => mentions),
    units: Int32Array.from(counts, ({ units }) => units),
    kind: Int32Array.from(counts, ({ kind }) => kind),
  };
  const flags = selectEntities(columns, textUnits, valuesOf({ parameters: SELECT_PARAMETERS }));
  return counts.flatMap(({ key }, at) => (flags[at] === 1 ? [key] : []));
};

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

  it('drops nouns that nearly every text unit mentions, except in a tiny collection, but never a name', () => {
    expect(selected([count('water', { common: 90 }, 81)], 100)).toEqual([]);
    expect(selected([count('water', { common: 90 }, 80)], 100)).toEqual(['water']);
    expect(selected([count('water', { common: 9 }, 9)], 9)).toEqual(['water']);
    expect(selected([count('ellery', { proper: 100 }, 100)], 100)).toEqual(['ellery']);
  });

  it('leaves names met once to the text search only in a graph of very many names', () => {
    const names = (many: number) =>
      Array.from({ length: many }, (_, n) => count(`name ${n}`, { proper: n === 0 ? 2 : 1 }));
    expect(selected(names(30_000), 5000)).toHaveLength(30_000);
    expect(selected(names(41_000), 5000)).toEqual(['name 0']);
  });
});
