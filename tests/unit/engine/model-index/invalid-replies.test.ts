import { expect, it } from 'vitest';
import type { IndexEvent } from '../../../../src/core/engine/session/index-events';
import { createEngine } from '../../../../src/core/engine/engine';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { naming } from '../../../helpers/naming-model';
import { scriptedModel, type Script } from '../../../helpers/scripted-model';

const READ: IndexState['parameters'] = {
  'model reading': { depth: 'full', gleanings: 0, budget: 100 },
  'model resolution': { resolve: false },
  'model reports': { reports: 'none' },
};
const COMPACT: IndexState['parameters'] = { ...READ, 'model reading': { budget: 100 } };
const talk: Script = () => ['I would rather talk.'];

async function begin(letters: number, script: Script, parallel = 1) {
  const model = scriptedModel(script, parallel);
  const engine = createEngine(testEnv({ models: { chat: async () => model, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Letters')).id);
  const text = (at: number): string => `Ada wrote to Babbage on day ${String(at)}. Babbage met Clara at the mill.`;
  await collect(engine.add(Array.from({ length: letters }, (_, at) => textFile(`${String(at)}.txt`, text(at)))));
  return { engine, model };
}

it('useless replies and what they cost are told while they come, before the first passage is done', async () => {
  const { engine } = await begin(8, talk);
  const reported: (readonly [done: number, calls: number, useless: number])[] = [];
  const watch = (event: IndexEvent): void => {
    if (event.kind === 'model' && event.run)
      reported.push([event.done, event.run.spent.calls, event.run.invalidReplies ?? 0]);
  };
  const run = async (): Promise<void> => {
    for await (const event of engine.indexWithModel(READ, { begins: true })) watch(event);
  };
  await expect(run()).rejects.toThrow('Nothing could be used');
  expect(reported).toContainEqual([0, 1, 1]);
  expect(reported).toContainEqual([0, 2, 2]);
  expect(reported).toContainEqual([0, 3, 3]);
  const { model } = await engine.view();
  expect(model).toMatchObject({ found: { 'failed replies': 12, unread: 4 }, spent: { calls: 12 } });
  expect(model?.invalidReplies).toBe(0);
});

it('useless replies are told after a pause, and counted once where the run goes on', async () => {
  const stop = new AbortController();
  let better = false;
  const { engine, model } = await begin(8, (request, call) => {
    if (call === 3) {
      stop.abort();
      return [new Promise(() => undefined)];
    }
    return better ? naming(request, call) : ['I would rather talk.'];
  });
  const { signal } = stop;
  await collect(engine.indexWithModel(COMPACT, { signal, begins: true })).catch(() => undefined);
  await collect(engine.leaveModelIndex('paused'));
  const paused = (await engine.view()).model;
  expect(paused).toMatchObject({ phase: 'paused', spent: { calls: 3 }, invalidReplies: 2 });
  expect(paused?.found['failed replies'] ?? 0).toBe(0);
  better = true;
  await collect(engine.indexWithModel(COMPACT));
  const done = (await engine.view()).model;
  expect(done).toMatchObject({ phase: 'done', found: { 'failed replies': 2, passages: 8 } });
  expect(done?.invalidReplies).toBe(0);
  expect(model.begun).toHaveLength(2 + 1 + 8);
});

it('a model that says nothing of use is given up after four passages, however many it may read at a time', async () => {
  const { engine, model } = await begin(24, talk, 8);
  await expect(collect(engine.indexWithModel(READ, { begins: true }))).rejects.toThrow('the last 4 passages');
  expect(model.begun).toHaveLength(4 * 3);
});

it('all calls that a model takes are used as soon as it has said something of use', async () => {
  const { engine, model } = await begin(24, naming, 8);
  await collect(engine.indexWithModel(COMPACT, { begins: true }));
  expect(model.most).toBe(8);
});

it('what was read by the time that a run ends for others, of which nothing came, is kept', async () => {
  const order: string[] = [];
  const { engine } = await begin(
    24,
    (request, call) => {
      const about =
        request.messages
          .map(({ content }) => content)
          .join(' ')
          .match(/on day \d+/u)?.[0] ?? '';
      if (!order.includes(about)) order.push(about);
      const place = order.indexOf(about);
      return place > 0 && place <= 12 ? ['I would rather talk.'] : naming(request, call);
    },
    24,
  );
  await expect(collect(engine.indexWithModel(COMPACT, { begins: true }))).rejects.toThrow('the last 12 passages');
  expect((await engine.view()).model).toMatchObject({ phase: 'paused', found: { passages: 12, unread: 12 } });
});

it('useless replies about reports are told while they come, and counted once', async () => {
  const script: Script = (request, call) =>
    request.shape?.kind === 'lines' && 'keep' in request.shape.records ? naming(request, call) : ['No idea.'];
  const { engine } = await begin(12, script);
  const reported: (readonly [done: number, useless: number])[] = [];
  const parameters = { ...COMPACT, 'model reports': { reports: 'all' } };
  for await (const event of engine.indexWithModel(parameters, { begins: true })) {
    if (event.kind === 'model' && event.step === 'model reports')
      reported.push([event.done, event.run?.invalidReplies ?? 0]);
  }
  expect(reported).toEqual(
    expect.arrayContaining([
      [0, 1],
      [0, 2],
      [0, 3],
    ]),
  );
  const { model } = await engine.view();
  expect(model?.found['failed replies']).toBe(3 * (model?.found['reports not written'] ?? 0));
  expect(model?.found['failed replies']).toBeGreaterThan(0);
  expect(model?.invalidReplies).toBe(0);
});

it('what a plan costs holds the calls for useless replies, by the share that its model has shown', async () => {
  const { engine, model } = await begin(24, (request, call) =>
    call % 2 === 0 ? ['I would rather talk.'] : naming(request, call),
  );
  const before = await engine.modelPlan(COMPACT);
  expect(before?.parts).toMatchObject([{ step: 'model reading', calls: 24 }]);
  await collect(engine.indexWithModel(COMPACT, { begins: true }));
  const made = model.begun.length;
  expect(made).toBeGreaterThan(40);

  await engine.open((await engine.createCollection('More letters')).id);
  const text = (at: number): string => `Clara wrote to Ada on day ${String(at)}. Ada met Babbage at the weir.`;
  await collect(engine.add(Array.from({ length: 24 }, (_, at) => textFile(`more ${String(at)}.txt`, text(at)))));
  const [reading] = (await engine.modelPlan(COMPACT))?.parts ?? [];
  expect(reading?.items).toBe(24);
  expect(reading?.calls).toBeGreaterThanOrEqual(36);
  expect(reading?.calls).toBeLessThanOrEqual(made);
  expect(reading?.retries).toBe((reading?.calls ?? 0) - 24);
});
