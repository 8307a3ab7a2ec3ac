import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runStats } from '../../../src/core/index/run-stats';
import type { RunRecord, StepRecord } from '../../../src/core/ports/run-record';

const STEP: StepRecord = {
  ...{ planned: 3, made: 2, failed: 1, seconds: 4, answered: 5, retries: 6 },
  spent: { calls: 7, promptTokens: 8, completionTokens: 9, seconds: 10 },
  ...{ kept: { entities: 11 }, rejected: { unread: 1 }, repaired: { cut: 12 } },
};

const RECORD: RunRecord = {
  ...{ begunAt: 0, endedAt: 60_000, outcome: 'done', models: ['Tiny'], documents: 2, skipSteps: ['model contexts'] },
  steps: { 'model reading': STEP, 'model reports': STEP },
};

const TIMES = { 'reading documents': { made: 2, seconds: 1.5 }, graph: { made: 30, seconds: 0.25 } };

it('A record has the fields of GraphRAG’s stats.json, and sums of its steps', () => {
  expect(runStats(RECORD, TIMES)).toMatchObject({
    ...{ total_runtime: 8, num_documents: 2, input_load_time: 1.5 },
    workflows: {
      graph: { overall: 0.25, made: 30 },
      'model reading': { overall: 4, calls: 7, prompt_tokens: 8, kept: { entities: 11 } },
    },
    ...{ begun: '1970-01-01T00:00:00.000Z', ended: '1970-01-01T00:01:00.000Z', outcome: 'done' },
    ...{ skip_workflows: ['model contexts'], calls: 14, prompt_tokens: 16, completion_tokens: 18 },
  });
});

it('docs/run-record.md names every field', () => {
  const page = readFileSync('docs/run-record.md', 'utf8');
  const stats = runStats(RECORD, TIMES);
  const fields = [...Object.keys(stats), ...Object.values(stats.workflows).flatMap((step) => Object.keys(step))];
  expect([...new Set(fields)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
