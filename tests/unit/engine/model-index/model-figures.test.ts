import { describe, expect, it } from 'vitest';
import {
  goldReached,
  indexDisturbed,
  inventedBy,
  inventedIn,
  shareOf,
} from '../../../../bench/lib/model-index/corruption';
import { measureCost } from '../../../../bench/lib/model-index/cost';
import { costCorpus } from '../../../../bench/lib/model-index/cost-corpus';
import { measureChanges } from '../../../../bench/lib/model-index/incremental';

const corpus = await costCorpus();

describe('An index of 25,000 tokens by a model that answers from the gold standard', { timeout: 240_000 }, () => {
  it('takes at most 44,000 tokens of prompts and replies with everything as by default', async () => {
    const { calls } = await measureCost(corpus, { name: 'as by default', depth: 'compact', parameters: {} });
    expect(corpus.tokens).toBeGreaterThan(24_900);
    expect(new Set(calls.map(({ step }) => step))).toEqual(new Set(['reading', 'names', 'reports']));
    expect(calls.reduce((sum, call) => sum + call.promptTokens + call.replyTokens, 0)).toBeLessThanOrEqual(44_000);
  });

  it('keeps 98 % of what it found when 15 % of all replies are spoilt, records nothing that was invented, and counts repairs', async () => {
    const parameters = { 'model reading': { budget: 100 } };
    const wanted = goldReached(corpus.gold, (await indexDisturbed(corpus, parameters, { bad: 0 })).tables);
    const { tables, spoilt, found } = await indexDisturbed(corpus, parameters, { seed: 5 });
    const reached = goldReached(corpus.gold, tables);
    expect(wanted.relationships.size).toBeGreaterThan(150);
    expect(inventedBy(spoilt)).toBeGreaterThan(0);
    expect(shareOf(wanted.entities, reached.entities)).toBeGreaterThanOrEqual(0.98);
    expect(shareOf(wanted.relationships, reached.relationships)).toBeGreaterThanOrEqual(0.98);
    expect(inventedIn(tables)).toBe(0);
    expect(Object.keys(found).some((name) => name.startsWith('repaired'))).toBe(true);
  });
});

describe('One of forty documents', { timeout: 240_000 }, () => {
  it('added, changed or deleted costs its own passages and the outdated reports, and leaves what an index made anew has', async () => {
    const parameters = {
      'model reading': { budget: 100, claims: true },
      'model resolution': { resolve: false },
      'model reports': { reports: 'all' },
    };
    const changes = await measureChanges(40, parameters, [17]);
    expect(changes.map(({ name }) => name)).toEqual(['add', 'change', 'delete']);
    expect(changes.map(({ due }) => due.reading)).toEqual([2, 2, 0]);
    for (const { calls, due, wanted, equal } of changes) {
      expect((calls['reading'] ?? 0) + (calls['claims'] ?? 0)).toBe(due.reading);
      expect(calls['names']).toBe(0);
      expect(calls['reports']).toBe(due.reports);
      expect(due.reports).toBeLessThan(wanted);
      expect(equal).toEqual({ extractions: true, entities: true, relationships: true, covariates: true });
    }
  });
});
