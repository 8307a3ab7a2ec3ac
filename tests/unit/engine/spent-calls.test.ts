import { expect, it } from 'vitest';
import type { EngineEnv } from '../../../src/core/engine/env';
import { createEngine } from '../../../src/core/engine/engine';
import { callMeter } from '../../../src/core/engine/model/asking/call-meter';
import { createSpending } from '../../../src/core/engine/model/asking/spending';
import type { QueueEvent } from '../../../src/core/models/chat-queue';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { letter, READ } from '../../helpers/indexed-letters';
import { memoryStorage, type MemoryStorage } from '../../helpers/memory-storage';
import { naming } from '../../helpers/naming-model';
import { scriptedModel, type Script } from '../../helpers/scripted-model';

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
  await collect(engine.takeBack([model?.layer ?? '']));
  await collect(engine.indexWithModel(READ, { begins: true }));
  expect((await engine.view()).spentByRuns.calls).toBe(begun.model.begun.length);
});

it('a call that never reached a model costs nothing, and one that was silent for too long does', async () => {
  const messages = [{ role: 'user', content: 'Who wrote to whom?' }] as const;
  const spentBy = async (...events: QueueEvent[]): Promise<number> => {
    const spending = createSpending();
    const meter = callMeter(spending, messages, { now: () => 0, yield: async () => undefined });
    await meter.send();
    for (const event of events) meter.hear(event);
    meter.fail(new Error('It is gone.'), false);
    return spending.sum.calls;
  };
  expect(await spentBy()).toBe(0);
  expect(await spentBy({ kind: 'restart', reason: 'Refused. Trying again.' })).toBe(0);
  expect(await spentBy({ kind: 'restart', reason: 'Silent. Trying again.', silent: true })).toBe(1);
  expect(await spentBy({ kind: 'restart', reason: 'A question goes first.', forQuestion: true })).toBe(1);
  expect(await spentBy({ kind: 'delta', text: 'Ada' })).toBe(1);
});
