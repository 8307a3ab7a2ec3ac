import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EngineEnv } from '../../../../src/core/engine/env';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { collect, testClock, testEnv, textFile } from '../../../helpers/engine-env';
import { letter, READ } from '../../../helpers/indexed-letters';
import { memoryReplies } from '../../../helpers/memory-replies';
import { naming } from '../../../helpers/naming-model';
import { scriptedModel, type Script } from '../../../helpers/scripted-model';

const ALL: IndexState['parameters'] = { 'model reading': { budget: 100 }, 'model reports': { reports: 'all' } };
const talk: Script = () => ['I would rather talk.'];

/** Replies that say when they were kept. */
function timedReplies(clock: EngineEnv['clock']): EngineEnv['replies'] {
  const replies = memoryReplies();
  const times = new Map<string, number>();
  return {
    ...replies,
    get: async (key) => {
      const reply = await replies.get(key);
      return reply && { ...reply, kept: times.get(key) ?? 0 };
    },
    put: async (key, reply, owner) => {
      times.set(key, clock.now());
      await replies.put(key, reply, owner);
    },
  };
}

/** A library whose model can be exchanged for one that answers otherwise under the same name. */
async function library(script: Script) {
  let answer = script;
  let now = 0;
  const clock = { ...testClock(), now: () => ++now };
  const model = scriptedModel((request, call) => answer(request, call));
  const models = { chat: async () => model, embedder: async () => null };
  const engine = createEngine(testEnv({ clock, replies: timedReplies(clock), models }));
  const add = async (name: string, count: number): Promise<void> => {
    await engine.open((await engine.createCollection(name)).id);
    await collect(engine.add(Array.from({ length: count }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
  };
  const start = async (parameters = READ, signal?: AbortSignal) =>
    collect(engine.indexWithModel(parameters, { begins: true, ...(signal && { signal }) }));
  return { engine, model, add, start, answerWith: (other: Script) => (answer = other) };
}

const calls = async ({ engine }: Awaited<ReturnType<typeof library>>, parameters = READ) =>
  (await engine.modelPlan(parameters))?.parts.map(({ calls: all, answered = 0 }) => [all, answered]);

it('replies of no use that another collection got are neither planned with nor taken for an answer', async () => {
  const all = await library(talk);
  await all.add('First', 7);
  await expect(all.start()).rejects.toThrow('Nothing could be used');
  const before = all.model.begun.length;
  all.answerWith(naming);
  await all.add('Second', 7);
  // Seven, and the retries that replies of no use have made likely.
  expect(await calls(all)).toEqual([[18, 0]]);
  await all.start();
  expect((await all.engine.view()).model).toMatchObject({ phase: 'done', found: { passages: 7, 'failed replies': 0 } });
  expect(all.model.begun.length - before).toBe(7);
});

it('useful replies that another collection got are used as they are', async () => {
  const all = await library(naming);
  await all.add('First', 7);
  await all.start();
  await all.add('Second', 7);
  expect(await calls(all)).toEqual([[0, 7]]);
  await all.start();
  expect(all.model.begun).toHaveLength(7);
});

it('a useful reply after useless ones is enough, and none of them is asked for again', async () => {
  const all = await library((request, call) => (call <= 2 ? ['I would rather talk.'] : naming(request, call)));
  await all.add('First', 1);
  await all.start();
  await all.add('Second', 1);
  expect(await calls(all)).toEqual([[0, 3]]);
  await all.start();
  expect(all.model.begun).toHaveLength(3);
  expect((await all.engine.view()).model?.found).toMatchObject({ passages: 1, 'failed replies': 0 });
});

it('a run that goes on takes the useless replies that it got itself for what they are', async () => {
  const stop = new AbortController();
  const all = await library((_request, call) => {
    if (call !== 3) return ['I would rather talk.'];
    stop.abort();
    return [new Promise(() => undefined)];
  });
  await all.add('First', 7);
  await all.start(READ, stop.signal).catch(() => undefined);
  await collect(all.engine.leaveModelIndex('paused'));
  all.answerWith(naming);
  await collect(all.engine.indexWithModel(READ));
  expect(all.model.begun).toHaveLength(2 + 1 + 7);
  expect((await all.engine.view()).model?.found).toMatchObject({ passages: 7, 'failed replies': 2 });
});

it('names and reports of which another collection got useless replies are asked about anew', async () => {
  const isReading: Script = (request, call) =>
    request.shape?.kind === 'lines' && 'keep' in request.shape.records ? naming(request, call) : ['No idea.'];
  const all = await library(isReading);
  await all.add('First', 24);
  await all.start(ALL);
  expect((await all.engine.view()).model?.found['reports not written']).toBeGreaterThan(0);
  all.answerWith(naming);
  await all.add('Second', 24);
  await all.start(ALL);
  const found = (await all.engine.view()).model?.found ?? {};
  expect(found).toMatchObject({ 'names undecided': 0, 'failed replies': 0 });
  expect(found['reports']).toBeGreaterThan(0);
});
