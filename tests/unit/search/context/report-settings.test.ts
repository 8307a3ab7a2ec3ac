import { describe, expect, it } from 'vitest';
import type { Values } from '../../../../src/core/parameters';
import { mapQueryToEntities } from '../../../../src/core/retrieval/entities';
import type { BuiltContext } from '../../../../src/core/search/context/context';
import { globalBatches } from '../../../../src/core/search/modes/global/batches';
import { localContext } from '../../../../src/core/search/modes/local/local';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { actionContext } from '../../../../src/core/search/modes/drift/action';
import { selectReports } from '../../../../src/core/search/modes/global/rate-reports';
import { driftChoices } from '../../../../src/core/search/modes/drift/parameters';
import { globalChoices } from '../../../../src/core/search/modes/global/parameters';
import { localChoices } from '../../../../src/core/search/modes/local/parameters';
import { levelOf } from '../../../../src/core/search/parameters';
import { indexOf } from '../ask';
import { harbour } from '../harbour';
import { ask, expectSound, titlesOf, usedOf } from './context-checks';

const index = indexOf(harbour());
const scope = scopeOf(index);
const question = ask(index, 'Who was Edda Marrow, and what did the Harbour Company do?');

const LIGHT = 'Edda Marrow and the lighthouse';
const TOLL = 'The toll of the Harbour Company';

function local(chosen?: Values): BuiltContext {
  const context = localContext(index, question, { ...localChoices(chosen), scope, tokens: 8000, level: 2 });
  expectSound(index, context);
  return context;
}

function global(chosen?: Values, tokens = 8000): readonly BuiltContext[] {
  const { batches } = globalBatches(index, { ...globalChoices(chosen), scope, tokens, level: 2 });
  for (const batch of batches) expectSound(index, batch);
  return batches;
}

/** The columns of a table as a model is shown them. */
function columns({ text }: BuiltContext, table: string): string {
  const lines = text.split('\n');
  return lines[lines.indexOf(`-----${table}-----`) + 1] ?? '';
}

/** The cells of the first row of a table. */
function cells({ text }: BuiltContext, table: string): readonly string[] {
  const lines = text.split('\n');
  return (lines[lines.indexOf(`-----${table}-----`) + 2] ?? '').split('|');
}

describe('the columns of Local', () => {
  it('are those of GraphRAG by default', () => {
    expect(columns(local(), 'Reports')).toBe('id|title|content');
    expect(columns(local(), 'Entities')).toBe('id|entity|number of relationships|description');
    expect(columns(local(), 'Relationships')).toBe('id|source|target|weight|description');
  });

  it('come and go as set, each row with its heading', () => {
    const set = local({ report_rank: true, entity_rank: false, relationship_weight: false });
    expect(columns(set, 'Reports')).toBe('id|title|rank|content');
    expect(cells(set, 'Reports').slice(0, 3)).toEqual(['1', LIGHT, '8']);
    expect(columns(set, 'Entities')).toBe('id|entity|description');
    expect(cells(set, 'Entities')).toHaveLength(3);
    expect(columns(set, 'Relationships')).toBe('id|source|target|description');
    expect(cells(set, 'Relationships')).toHaveLength(4);
  });
});

describe('the reports of Local', () => {
  it('are those of the least importance and above', () => {
    expect(titlesOf(local(), 'Reports').toSorted()).toEqual([LIGHT, TOLL]);
    expect(titlesOf(local({ min_rank: 5.5 }), 'Reports')).toEqual([LIGHT]);
    expect(titlesOf(local({ min_rank: 9 }), 'Reports')).toEqual([]);
  });

  it('are told by their summary alone where that is set', () => {
    const reportLine = (chosen?: Values) => usedOf(local(chosen), 'Reports')[0]?.line ?? '';
    expect(reportLine()).toContain('Corran');
    expect(reportLine({ content: 'summary' })).not.toContain('Corran');
    expect(reportLine({ content: 'summary' }).length).toBeLessThan(reportLine().length);
  });
});

it('Local looks at so many candidates for each entity, by words and by meaning', () => {
  const looked: number[] = [];
  const dense = {
    weight: 1,
    units: () => [],
    relationships: () => [],
    reports: () => [],
    summaries: () => [],
    entities: (k: number) => {
      looked.push(k);
      return [];
    },
  };
  for (const oversampling of [undefined, 1, 5]) {
    mapQueryToEntities(index, { ...question, dense }, 4, oversampling ? { oversampling } : {});
  }
  expect(looked).toEqual([8, 4, 20]);
});

describe('the batches of Global', () => {
  it('show weight and rank unless they are switched off', () => {
    const [batch] = global();
    expect(batch && columns(batch, 'Reports')).toBe('id|title|occurrence weight|rank|content');
    const [without] = global({ report_weight: false });
    expect(without && columns(without, 'Reports')).toBe('id|title|rank|content');
    const [bare] = global({ report_weight: false, report_rank: false });
    expect(bare && cells(bare, 'Reports').slice(0, 2)).toEqual(['1', LIGHT]);
    expect(bare && columns(bare, 'Reports')).toBe('id|title|content');
  });

  it('say what a report covers as a share of the largest, or in passages', () => {
    const weights = (chosen?: Values) =>
      global(chosen).flatMap(({ text }) =>
        text
          .split('\n')
          .slice(2)
          .map((line) => Number(line.split('|')[2])),
      );
    const shares = weights();
    const passages = weights({ normalise: false });
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);
    expect(passages.every((count) => Number.isInteger(count) && count > 0)).toBe(true);
    const most = index.communities.mostUnits();
    expect(passages.map((count) => Math.round((100 * count) / most) / 100)).toEqual(shares);
  });

  it('hold the summary alone, and only reports of the least importance, where that is set', () => {
    const tokens = (chosen?: Values) => global(chosen).reduce((sum, batch) => sum + batch.tokens, 0);
    expect(tokens({ content: 'summary' })).toBeLessThan(tokens());
    expect(global({ min_rank: 6 }).flatMap((batch) => titlesOf(batch, 'Reports'))).toEqual([LIGHT]);
    expect(global({ min_rank: 10 })).toEqual([]);
  });

  it('take the weightiest first where they are not mixed', () => {
    const many = Array.from({ length: 40 }, () =>
      global({ shuffle: false }, 60).map(({ tables }) => tables[0]?.rows[0]?.score ?? 0),
    );
    for (const scores of many) expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});

it('reports below the least importance are not rated, and their parts are in their place', async () => {
  const rated: number[] = [];
  const choices = { level: 2, leastRating: 1, keepParents: false, mostRatings: 100, leastRank: 7 };
  await selectReports(index, scope.unit, choices, async (rows) => {
    rated.push(...rows);
    return rows.map(() => 5);
  });
  expect(rated.map((row) => index.tables.communityReports[row]?.title)).toEqual([LIGHT]);
});

it('a question on the way of DRIFT looks at as many entities as set, and gives passages the room that is set', () => {
  const step = (chosen?: Values) =>
    actionContext(index, question, { ...driftChoices(chosen).step, scope, tokens: 6000 });
  expect(titlesOf(step({ entities: 1 }), 'Entities')).toHaveLength(1);
  expect(titlesOf(step(), 'Entities').length).toBeGreaterThan(1);
  const budget = (chosen?: Values) => step(chosen).tables.find(({ dataset }) => dataset === 'Reports')?.budget;
  expect(budget({ reports_share: 30 })).toBe(1800);
  expect(budget()).toBeLessThan(600);
});

describe('the level of reports', () => {
  it('is each mode’s own, 2 by default', () => {
    const request = { question: '', mode: 'auto', parameters: { global: { level: 0 }, drift: { level: 1 } } } as const;
    expect(['local', 'global', 'drift', 'basic'].map((mode) => levelOf(request, mode as 'local'))).toEqual([
      2, 0, 1, 2,
    ]);
  });
});
