import { describe, expect, it } from 'vitest';
import type { EngineEnv } from '../../../../src/core/engine/env';
import { createEngine } from '../../../../src/core/engine/engine';
import { callMeter } from '../../../../src/core/engine/model-index/asking/model-ask';
import { createSpending } from '../../../../src/core/engine/model-index/asking/spending';
import type { QueueEvent } from '../../../../src/core/models/queue/chat-queue';
import { StorageError } from '../../../../src/core/errors';
import type { Collections, TableChange } from '../../../../src/core/ports/collections';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { letter, READ } from '../../../helpers/indexed-letters';
import { memoryStorage, type MemoryStorage } from '../../../helpers/memory-storage';
import { naming } from '../../../helpers/naming-model';
import { scriptedModel, type Script } from '../../../helpers/scripted-model';
import { tallyWords } from '../../../../src/app/words/model-index';

const LETTERS = 12;

async function begin(script: Script, { parallel = 1, storage = memoryStorage() } = {}) {
  const model = scriptedModel(script, parallel);
  const env = testEnv({ ...storage, models: { chat: async () => model, embedder: async () => null } });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add(Array.from({ length: LETTERS }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
  return { engine, env, id, model };
}

/** The engine of another tab, after the one before was killed. */
async function reopen(env: EngineEnv, storage: MemoryStorage, id: string) {
  storage.kill();
  const engine = createEngine(env);
  await engine.open(id);
  return engine;
}

const never = new Promise<never>(() => undefined);

it('a call that is broken off counts with its prompt and what had come', async () => {
  const stop = new AbortController();
  const { engine } = await begin((request, call) => {
    if (call !== 3) return naming(request, call);
    setTimeout(() => stop.abort(), 5);
    return ['keep|person|1, and then some more words', never];
  });
  await collect(engine.indexWithModel(READ, { begins: true, signal: stop.signal })).catch(() => undefined);
  const spent = (await engine.view()).spentByRuns;
  expect(spent.calls).toBe(3);
  // Each of the two replies says that its prompt had one token.
  expect(spent.promptTokens).toBeGreaterThan(2 + 100);
});

it('a pause lets the calls in flight be answered, begins none, and nothing is asked twice', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let isPausing = false;
  const begun = await begin(
    (request, call) => {
      if (call === 8) void begun.engine.pauseModelIndex().then(() => (isPausing = true));
      const reply = naming(request, call);
      return call < 6 || call > 8 || reply instanceof Error ? reply : [answered, ...reply];
    },
    { parallel: 4 },
  );
  const { engine, model } = begun;
  const run = collect(engine.indexWithModel(READ, { begins: true }));
  await expect.poll(() => isPausing).toBe(true);
  const asked = model.begun.length;
  answer();
  await run;
  expect(model.begun).toHaveLength(asked);
  expect(model.aborted).toEqual([]);
  expect((await engine.view()).model?.phase).toBe('paused');
  await collect(engine.leaveModelIndex('paused'));
  expect((await engine.view()).spentByRuns.calls).toBe(asked);
  await collect(engine.indexWithModel(READ));
  expect(new Set(model.begun).size).toBe(model.begun.length);
  const { model: done, spentByRuns } = await engine.view();
  expect(done).toMatchObject({ phase: 'done', found: { passages: LETTERS } });
  expect(spentByRuns.calls).toBe(model.begun.length);
});

it('a pause ends a run at once that has no call in flight', async () => {
  const { engine, model } = await begin(naming);
  const run = collect(engine.indexWithModel(READ, { begins: true }));
  await engine.pauseModelIndex();
  await run;
  await collect(engine.leaveModelIndex('paused'));
  expect(model.begun.length).toBeLessThan(LETTERS);
  await collect(engine.indexWithModel(READ));
  expect((await engine.view()).model?.phase).toBe('done');
});

it('a run that is paused while its last call is in flight is done', async () => {
  const begun = await begin((request, call) => {
    if (call === LETTERS) void begun.engine.pauseModelIndex();
    return naming(request, call);
  });
  await collect(begun.engine.indexWithModel(READ, { begins: true }));
  await collect(begun.engine.leaveModelIndex('paused'));
  expect((await begun.engine.view()).model?.phase).toBe('done');
});

it.each([1, 2, 5, LETTERS])('a tab killed in call %i counts every call that was sent, each once', async (kill) => {
  const storage = memoryStorage();
  let sent = (): void => undefined;
  const isSent = new Promise<void>((resolve) => (sent = resolve));
  let isKilled = false;
  const begun = await begin(
    (request, call) => {
      if (call !== kill || isKilled) return naming(request, call);
      sent();
      return [never];
    },
    { storage },
  );
  void collect(begun.engine.indexWithModel(READ, { begins: true })).catch(() => undefined);
  await isSent;
  isKilled = true;
  const engine = await reopen(begun.env, storage, begun.id);
  await collect(engine.indexWithModel());
  const { model, spentByRuns } = await engine.view();
  expect(model).toMatchObject({ phase: 'done', found: { passages: LETTERS } });
  expect(begun.model.begun).toHaveLength(LETTERS + 1);
  expect(spentByRuns.calls).toBe(LETTERS + 1);
  // Once more: nothing is left in the journal.
  await collect(engine.revertRuns([model?.layer ?? '']));
  await collect(engine.indexWithModel(READ, { begins: true }));
  expect((await engine.view()).spentByRuns.calls).toBe(begun.model.begun.length);
});

it.each([1, 2])('a run whose commit fails %i times counts every call that was sent, each once', async (times) => {
  const storage = memoryStorage();
  let fails = 0;
  const open: Collections['open'] = async (id) => {
    const opened = await storage.collections.open(id);
    const { commit } = opened.tables;
    const full = async (change: TableChange): Promise<void> => {
      if (fails > 0 && change.state?.model && fails--) throw new StorageError('The disk is full.');
      await commit(change);
    };
    return { ...opened, tables: Object.assign(opened.tables, { commit: full }) };
  };
  const collections = { ...storage.collections, open };
  const { engine, model } = await begin(
    (request, call) => {
      if (call === LETTERS) fails = times;
      return naming(request, call);
    },
    { storage: { ...storage, collections } },
  );
  await expect(collect(engine.indexWithModel(READ, { begins: true }))).rejects.toThrow('The disk is full.');
  await collect(engine.indexWithModel());
  const { model: run, spentByRuns } = await engine.view();
  expect(run?.phase).toBe('done');
  expect(model.begun).toHaveLength(LETTERS);
  expect(spentByRuns.calls).toBe(LETTERS);
});

it('a collection that is removed, or whose run is done, leaves nothing in the journal', async () => {
  const storage = memoryStorage();
  let isKilled = false;
  const begun = await begin((request, call) => (call > 2 && !isKilled ? [never] : naming(request, call)), { storage });
  const kept = async (): Promise<object> => (await begun.env.settings.get('calls of runs')) as object;
  void collect(begun.engine.indexWithModel(READ, { begins: true })).catch(() => undefined);
  await expect.poll(kept).toHaveProperty(begun.id, expect.arrayContaining([expect.arrayContaining([3])]));
  isKilled = true;
  const engine = await reopen(begun.env, storage, begun.id);
  await engine.removeCollection(begun.id);
  expect(await kept()).toEqual({});
  const done = await begin(naming);
  await collect(done.engine.indexWithModel(READ, { begins: true }));
  expect(await done.env.settings.get('calls of runs')).toEqual({});
});

describe('what a call costs', () => {
  const messages = [{ role: 'user', content: 'Who wrote to whom?' }] as const;

  async function spentBy(events: readonly QueueEvent[], { isAborted = false, waits = 0 } = {}) {
    const clock = { time: 0, now: () => clock.time, yield: async () => undefined };
    const spending = createSpending();
    const meter = callMeter(spending, messages, clock);
    await meter.send();
    clock.time += 1_000;
    for (const event of events) meter.record(event);
    clock.time += waits;
    meter.fail(new Error('It is gone.'), isAborted);
    expect(spending.underWay).toBe(0);
    return spending.since();
  }

  const again = (endedBy: 'question' | 'silence' | 'error'): QueueEvent => ({
    kind: 'restart',
    reason: 'Trying again.',
    endedBy,
  });

  it('is nothing where it never reached a model, and its prompt where the model was silent for too long', async () => {
    const callsOf = async (...events: QueueEvent[]): Promise<number> => (await spentBy(events)).calls;
    expect(await callsOf()).toBe(0);
    expect(await callsOf(again('error'))).toBe(0);
    expect(await callsOf(again('silence'))).toBe(1);
    expect(await callsOf(again('question'))).toBe(1);
    expect(await callsOf({ kind: 'delta', text: 'Ada' })).toBe(1);
  });

  it.each(['question', 'silence'] as const)(
    'is counted once where a person stops it while it waits after a %s',
    async (endedBy) => {
      const { promptTokens } = await spentBy([], { isAborted: true });
      const spent = await spentBy([again(endedBy)], { isAborted: true, waits: 60_000 });
      expect(spent).toMatchObject({ calls: 1, promptTokens, seconds: 1 });
    },
  );

  it('is nothing where a person stops it while it waits after a refusal', async () => {
    expect((await spentBy([again('error')], { isAborted: true, waits: 1_000 })).calls).toBe(0);
  });

  it('is nothing where a person stops it before it is written down', async () => {
    let write = (): void => undefined;
    const written = new Promise<void>((resolve) => (write = resolve));
    const spending = createSpending({ kept: [], write: () => written });
    const meter = callMeter(spending, messages, { now: () => 0, yield: async () => undefined });
    const sent = meter.send();
    meter.fail(new Error('Stopped.'), true);
    write();
    await sent;
    expect(spending.underWay).toBe(0);
    expect(spending.since().calls).toBe(0);
  });
});

it('a run counts the calls that were broken off for a question and begun again', async () => {
  let asked: Promise<unknown> | undefined;
  let ask = (): Promise<unknown> => Promise.resolve();
  const model = scriptedModel((request, call) => {
    if (call !== 3) return naming(request, call);
    asked = ask();
    return [new Promise(() => undefined)];
  });
  const engine = createEngine(testEnv({ models: { chat: async () => model, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Letters')).id);
  await collect(engine.add(Array.from({ length: 6 }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
  const [entity] = (await engine.find('Ada', 1)).entities;
  ask = () => collect(engine.describeEntity(entity?.id ?? '')).catch(() => undefined);
  await collect(engine.indexWithModel(READ, { begins: true }));
  await asked;
  expect(model.aborted).toHaveLength(1);
  const found = (await engine.view()).model?.found ?? {};
  expect(found).toMatchObject({ passages: 6, 'calls begun again': 1 });
  expect(tallyWords(found)).toContain('1 call interrupted for a question and restarted');
});
