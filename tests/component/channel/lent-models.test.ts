import { afterEach, describe, expect, it, vi } from 'vitest';
import { engineModels } from '../../../src/adapters/engine-models';
import { createHost, startEngine } from '../../../src/app/platform/workers';
import { createModelRoom } from '../../../src/app/models/model-room';
import type { ChatModel } from '../../../src/core/models/chat-model';
import { NO_MODELS } from '../../../src/core/models/settings';
import type { EndlessModel } from './endless-model.worker';
import type { ReadingEngine } from './reading-engine.worker';

const started: Worker[] = [];
const keep = (worker: Worker): Worker => {
  started.push(worker);
  return worker;
};
const makeModel = () => keep(new Worker(new URL('./endless-model.worker.ts', import.meta.url), { type: 'module' }));
const makeEngine = () => keep(new Worker(new URL('./reading-engine.worker.ts', import.meta.url), { type: 'module' }));
const chosen = { ...NO_MODELS, chat: { provider: 'webllm', model: 'endless' } } as const;
const room = () => createModelRoom({ kept: () => Promise.resolve(chosen), make: makeModel });

afterEach(() => {
  for (const worker of started.splice(0)) worker.terminate();
});

const request = { messages: [], maxTokens: 1, temperature: 0 } as const;
async function readOn(model: ChatModel | null, onPiece: () => void): Promise<void> {
  for await (const event of model?.generate(request) ?? []) if (event.kind === 'delta') onPiece();
}

describe('a model that the page lends to the engine', () => {
  it('fails its calls at once when its worker is ended, and is started afresh for the next', async () => {
    const { chat, ...source } = room();
    const models = engineModels(createHost(makeModel, source));
    const first = await models.chat();
    expect(await models.chat()).toBe(first);
    let pieces = 0;
    const reading = readOn(first, () => pieces++);
    await vi.waitFor(() => expect(pieces).toBeGreaterThan(0));
    chat.end();
    await expect(reading).rejects.toMatchObject({ name: 'WorkerError', message: 'The model has stopped.' });
    const second = await models.chat();
    expect(second).not.toBe(first);
    pieces = 0;
    readOn(second, () => pieces++).catch(() => undefined); // ended with the test
    await vi.waitFor(() => expect(pieces).toBeGreaterThan(0));
  });

  it('is started afresh when its worker has ended without a word', async () => {
    const { chat, ...source } = room();
    const models = engineModels(createHost(makeModel, source));
    let pieces = 0;
    const reading = readOn(await models.chat(), () => pieces++);
    await vi.waitFor(() => expect(pieces).toBeGreaterThan(0));
    (chat.use() as unknown as EndlessModel).vanish().catch(() => undefined); // it has no time to answer
    await expect(reading).rejects.toMatchObject({ name: 'WorkerError' });
    pieces = 0;
    readOn(await models.chat(), () => pieces++).catch(() => undefined); // ended with the test
    await vi.waitFor(() => expect(pieces).toBeGreaterThan(0));
  });

  it('stops writing for an engine that has died', async () => {
    const models = room();
    const engine = startEngine({ make: makeEngine, models }) as unknown as ReadingEngine;
    const model = models.chat.use() as unknown as EndlessModel;
    expect(await engine.read()).toBe('on and ');
    expect(await model.writing()).toBe(1);
    await expect(engine.crash()).rejects.toMatchObject({ name: 'WorkerError' });
    await vi.waitFor(async () => expect(await model.writing()).toBe(0));
  });

  it('is let go when another kind is chosen', async () => {
    const { follow, ...source } = room();
    const models = engineModels(createHost(makeModel, source));
    const reading = readOn(await models.chat(), () => undefined);
    follow({ ...chosen, chat: null });
    await expect(reading).rejects.toMatchObject({ name: 'WorkerError' });
    expect(await models.chat()).toBeNull();
  });

  it('that the browser no longer brings is refused in words', async () => {
    const kept = { ...NO_MODELS, chat: { provider: 'prompt-api', model: 'built-in' } } as const;
    const source = createModelRoom({ kept: () => Promise.resolve(kept) });
    await expect(engineModels(createHost(makeModel, source)).chat()).rejects.toThrow('Choose another chat model');
  });
});
