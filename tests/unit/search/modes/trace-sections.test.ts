import { traceSections } from '../../../../src/core/search/trace';
import { describe, expect, it } from 'vitest';
import { formOf } from '../../../../src/core/search/context/context-table';
import type { BuiltContext, ContextRow } from '../../../../src/core/search/context/context';

const row = (at: number, used: boolean): ContextRow => ({
  dataset: 'Reports',
  id: `report ${String(at)}`,
  row: at,
  number: used ? at : 0,
  title: `Report ${String(at)}`,
  line: '',
  tokens: 10,
  score: 1000 - at,
  used,
  premises: [],
  documentIds: [],
});

const rows = (count: number, used: boolean, from = 0): readonly ContextRow[] =>
  Array.from({ length: count }, (_, at) => row(from + at, used));

const contextOf = (all: readonly ContextRow[]): BuiltContext => ({
  text: '',
  tokens: 0,
  budget: 100,
  documentIds: [],
  tables: [{ dataset: 'Reports', form: formOf('Reports'), rows: all, budget: 100, tokens: 50 }],
});

describe('a section of the trace', () => {
  it('has every row that was shown, however many', () => {
    const [section] = traceSections([contextOf(rows(200, true))]);
    expect(section?.items).toHaveLength(200);
    expect(section).not.toHaveProperty('more');
  });

  it('has the first of those that found no room, and says how many more there were', () => {
    const [section] = traceSections([contextOf([...rows(70, true), ...rows(90, false, 70)])], rows(400, false, 160));
    expect(section?.items.filter(({ used }) => used)).toHaveLength(70);
    expect((section?.items.length ?? 0) + (section?.more ?? 0)).toBe(70 + 90 + 400);
    expect(section?.items.length).toBeLessThan(200);
  });
});
