import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EngineApi } from '../../../../src/core/engine/api';
import { ModelError } from '../../../../src/core/errors';
import type { IndexState } from '../../../../src/core/ports/index-state';
import type { RunRecord } from '../../../../src/core/ports/run-record';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { letter, letters, READ } from '../../../helpers/indexed-letters';
import { memoryReplies, memorySettings } from '../../../helpers/memory-replies';
import { memoryStorage } from '../../../helpers/memory-storage';
import { naming } from '../../../helpers/naming-model';
import { scriptedModel, type Script } from '../../../helpers/scripted-model';

/** Everything is wanted. */
const ALL: IndexState['parameters'] = {
  'model reading': { budget: 100 },
  'model reports': { reports: 'all' },
  'model contexts': { write: true },
};

const asksContexts: (request: Parameters<Script>[0]) => boolean = ({ shape }) =>
  shape?.kind === 'record' && 'contexts' in shape.fields;

const placing: Script = (request, call) =>
  asksContexts(request) ? ['{"contexts": [{"passage": 1, "context": "A letter."}]}'] : naming(request, call);

const sumOf = (records: readonly RunRecord[]) => {
  const spent = records.flatMap(({ steps }) => Object.values(steps).map((step) => step.spent));
  return {
    calls: spent.reduce((sum, { calls }) => sum + calls, 0),
    promptTokens: spent.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    completionTokens: spent.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
  };
};

/** Checks that every call and token stands in one step of one record. */
async function expectAllCounted(engine: EngineApi): Promise<readonly RunRecord[]> {
  const { runRecords, spentByRuns } = await engine.view();
  const { calls, promptTokens, completionTokens } = spentByRuns;
  expect(sumOf(runRecords)).toEqual({ calls, promptTokens, completionTokens });
  return runRecords;
}

describe('The record of a run', () => {
  it('has items, calls and rows of each step, and what they cost adds up to what the run spent', async () => {
    const { engine, start, plan, model } = await letters(12, placing);
    const { parts } = await plan(ALL);
    await start(ALL);
    const [record, ...others] = await expectAllCounted(engine);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ outcome: 'done', models: ['Scripted'], documents: 12, skipSteps: [] });
    const steps: RunRecord['steps'] = record?.steps ?? {};
    expect(Object.keys(steps)).toEqual(expect.arrayContaining(parts.map(({ step }) => step)));
    expect(steps['model reading']).toMatchObject({ planned: 12, made: 12, failed: 0, answered: 0, retries: 0 });
    expect(steps['model reading']?.spent.calls).toBe(12);
    expect(steps['model reading']?.kept).toMatchObject({ passages: 12 });
    expect(steps['model contexts']).toMatchObject({ planned: 12, made: 12, kept: { contexts: 12 } });
    expect(steps['model contexts']?.spent.calls).toBe(12);
    const { made, spent } = steps['model reports'] ?? {};
    expect(made).toBeGreaterThan(0);
    expect(spent?.calls).toBe(made);
    expect(model.begun).toHaveLength(sumOf(record ? [record] : []).calls);
  });

  it('says what was rejected and repaired, and which items failed', async () => {
    const { engine, start } = await letters(3, (request, call) =>
      asksContexts(request) ? ['Nothing.'] : placing(request, call),
    );
    await start(ALL);
    const [record] = await expectAllCounted(engine);
    expect(record?.steps['model contexts']).toMatchObject({
      ...{ planned: 3, made: 0, failed: 3, kept: {}, rejected: { 'contexts not written': 3 } },
    });
    expect(record?.steps['model contexts']?.retries).toBe(9);
  });

  it('counts calls that a kept reply answers, which cost nothing', async () => {
    const { engine, start } = await letters(6, placing);
    await start(ALL);
    const [first] = await expectAllCounted(engine);
    await collect(engine.revertRuns((await engine.extractionRuns()).map(({ layer }) => layer)));
    expect((await engine.view()).runRecords).toEqual([first]);
    await start(ALL);
    const [, again] = await expectAllCounted(engine);
    expect(again?.steps['model reading']).toMatchObject({ made: 6, answered: 6, spent: { calls: 0 } });
  });

  it('stays when the next run begins, with its outcome, as one of the last', async () => {
    let fails = false;
    const { engine, start, choose } = await letters(2, (request, call) =>
      fails ? new ModelError('Gone.', { traits: ['holds for all'] }) : placing(request, call),
    );
    await start(READ);
    const [first] = (await engine.view()).runRecords;
    fails = true;
    await collect(engine.add([textFile('new.txt', letter(20))]));
    await expect(start(READ)).rejects.toThrow('Gone.');
    choose('Tiny', placing);
    await start(READ);
    const records = await expectAllCounted(engine);
    expect(records[0]).toEqual(first);
    expect(records.map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'done']);
    expect(records.map(({ models }) => models)).toEqual([['Scripted'], ['Scripted'], ['Tiny']]);
    expect(new Set(records.map(({ begunAt }) => begunAt)).size).toBe(3);
    for (let run = 0; run < 12; run++) await start(READ);
    expect((await engine.view()).runRecords).toHaveLength(11);
  });

  it('no longer says that it runs once another begins after its tab was closed', async () => {
    const storage = memoryStorage();
    const shared = { ...storage, settings: memorySettings(), replies: memoryReplies() };
    const engineWith = (script: Script): EngineApi => {
      const model = scriptedModel(script);
      return createEngine(testEnv({ ...shared, models: { chat: async () => model, embedder: async () => null } }));
    };
    let reached = (): void => undefined;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const engine = engineWith((request, call) => {
      if (call <= 2) return naming(request, call);
      reached();
      return [new Promise<never>(() => undefined)];
    });
    const { id } = await engine.createCollection('Letters');
    await engine.open(id);
    await collect(engine.add([0, 1, 2, 3, 4].map((at) => textFile(`${String(at)}.txt`, letter(at)))));
    collect(engine.indexWithModel(READ, { begins: true })).catch(() => undefined);
    await isReached;
    storage.kill();
    const later = engineWith(naming);
    await later.open(id);
    await collect(later.indexWithModel(READ, { begins: true }));
    expect((await later.view()).runRecords.map(({ outcome }) => outcome)).toEqual(['paused', 'done']);
  });

  it('names the steps that were left out', async () => {
    const { engine, start } = await letters(2, placing);
    await start(ALL, { skipSteps: ['model contexts'] });
    const [record] = await expectAllCounted(engine);
    expect(record?.skipSteps).toEqual(['model contexts']);
    expect(record?.steps).not.toHaveProperty('model contexts');
  });
});

const LETTERS = 8;
const never = new Promise<never>(() => undefined);

it('A run that is paused, killed and continued anywhere counts each call, token and item once', async () => {
  const kills = fc.array(fc.record({ after: fc.integer({ min: 1, max: 14 }), kill: fc.boolean() }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(kills, fc.constantFrom(1, 3), async (breaks, parallel) => {
      const storage = memoryStorage();
      let left = Infinity;
      let stop = (): void => undefined;
      const model = scriptedModel((request, call) => {
        if (--left === 0) stop();
        return left <= 0 && isKilled ? [never] : placing(request, call);
      }, parallel);
      let isKilled = false;
      const env = testEnv({ ...storage, models: { chat: async () => model, embedder: async () => null } });
      let engine = createEngine(env);
      const { id } = await engine.createCollection('Letters');
      await engine.open(id);
      await collect(engine.add(Array.from({ length: LETTERS }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
      let begins = true;
      for (const { after, kill } of breaks) {
        left = after;
        isKilled = kill;
        const controller = new AbortController();
        const stopped = new Promise<void>((resolve) => {
          stop = () => {
            if (!kill) controller.abort();
            resolve();
          };
        });
        const run = collect(engine.indexWithModel(ALL, { begins, signal: controller.signal })).catch(() => undefined);
        await Promise.race([stopped, run]);
        begins = false;
        if (kill) {
          storage.kill();
          engine = createEngine(env);
          await engine.open(id);
        } else {
          await run;
          await collect(engine.leaveModelIndex('paused'));
        }
      }
      left = Infinity;
      isKilled = false;
      await collect(engine.indexWithModel(ALL, { begins }));
      const [record] = await expectAllCounted(engine);
      expect(record?.outcome).toBe('done');
      expect(record?.steps['model reading']).toMatchObject({ planned: LETTERS, made: LETTERS, failed: 0 });
      expect(record?.steps['model contexts']).toMatchObject({ planned: LETTERS, made: LETTERS, failed: 0 });
      // A call that is aborted as it is sent counts, though no model heard of it.
      expect(sumOf(record ? [record] : []).calls).toBeGreaterThanOrEqual(model.begun.length);
    }),
    { numRuns: 12 },
  );
}, 60_000);

it('A collection of a version without records opens, and its run that was left has a record from then on', async () => {
  const storage = memoryStorage();
  const chat = async () => scriptedModel(placing);
  const env = testEnv({ ...storage, models: { chat, embedder: async () => null } });
  const engine = createEngine(env);
  const collection = await engine.createCollection('Letters');
  await engine.open(collection.id);
  await collect(engine.add([textFile('old.txt', letter(1))]));
  await collect(engine.indexWithModel(READ, { begins: true }));
  storage.kill();
  const { tables } = await env.collections.open(collection.id);
  const { record: _none, ...earlier } = tables.state.model ?? {};
  await tables.commit({ state: { model: { ...earlier, phase: 'paused', failure: null } as never } });
  await tables.close();
  const again = createEngine(env);
  await again.open(collection.id);
  expect((await again.view()).runRecords).toEqual([]);
  await collect(again.add([textFile('new.txt', letter(20))]));
  await collect(again.indexWithModel(READ));
  const { runRecords } = await again.view();
  expect(runRecords).toHaveLength(1);
  expect(runRecords[0]?.steps['model reading']).toMatchObject({ planned: 1, made: 1, spent: { calls: 1 } });
});

it('Steps without a model have their rows and their seconds, without any run', async () => {
  const { engine } = await letters(4);
  const { stepTimes, runRecords, counts } = await engine.view();
  expect(runRecords).toEqual([]);
  expect(stepTimes['reading documents']).toMatchObject({ made: 4 });
  expect(stepTimes['graph']).toMatchObject({ made: counts.entities + counts.relationships });
  expect(stepTimes['communities']).toMatchObject({ made: counts.communities });
});
