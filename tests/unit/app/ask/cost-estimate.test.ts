import type { RunMode, SearchRequest } from '../../../../src/core/search/request/search-request';
import { expect, it, vi } from 'vitest';
import { CostEstimate } from '../../../../src/app/ask/cost-estimate.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { SearchCost } from '../../../../src/core/search/search-cost';
import { fakeCost } from '../../../helpers/fake-cost';

/** An engine that tells a cost when it is let. */
function costing() {
  const waiting: (() => void)[] = [];
  const searchCost = (request: SearchRequest): Promise<SearchCost> =>
    new Promise((resolve) => waiting.push(() => resolve(fakeCost(request, 'small'))));
  const cost = new CostEstimate(async () => ({ searchCost }) as Partial<EngineApi> as EngineApi);
  return { cost, waiting };
}

const asked = (mode: RunMode, question = 'Who?'): readonly SearchRequest[] => [{ question, mode }];

it('holds the figures of one mode for outdated from the choice of another one until its own are there', async () => {
  const { cost, waiting } = costing();
  cost.look(asked('drift'));
  await vi.waitUntil(() => waiting.length === 1);
  waiting[0]?.();
  await vi.waitUntil(() => !cost.outdated);
  cost.look(asked('basic'));
  expect(cost.outdated).toBe(true);
  await vi.waitUntil(() => waiting.length === 2);
  waiting[1]?.();
  await vi.waitUntil(() => !cost.outdated);
  expect(cost.costs.map(({ mode }) => mode)).toEqual(['basic']);
});

it('passes over figures that come for a mode that is no longer chosen', async () => {
  const { cost, waiting } = costing();
  cost.look(asked('drift'));
  await vi.waitUntil(() => waiting.length === 1);
  cost.look(asked('basic'));
  waiting[0]?.();
  await vi.waitUntil(() => waiting.length === 2);
  expect([cost.outdated, cost.costs]).toEqual([true, []]);
  waiting[1]?.();
  await vi.waitUntil(() => !cost.outdated);
});

it('lets the figures of a mode stand while the question is typed', async () => {
  const { cost, waiting } = costing();
  cost.look(asked('local'));
  await vi.waitUntil(() => waiting.length === 1);
  waiting[0]?.();
  await vi.waitUntil(() => !cost.outdated);
  cost.look(asked('local', 'Who kept it?'));
  expect(cost.outdated).toBe(false);
  cost.end();
});
