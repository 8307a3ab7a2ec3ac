import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Closable } from '../../../src/channel';
import { launch } from '../../../src/channel/worker-start';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import type { ChatChoice } from '../../../src/core/models/chat-model';
import type { ChatHost } from '../../../src/core/models/hosts';
import { filesWith, FOREIGN_LIBRARY } from '../../helpers/foreign-library';
import { driver } from '../../helpers/webllm-driver';

/** The test browser's adapter is a software one without f16, so that the twin is what runs. */
const CHOICE: ChatChoice = { provider: 'webllm', model: 'Qwen3-0.6B-q4f16_1-MLC' };
const twin = WEBLLM_MODELS.find(({ id }) => id === 'Qwen3-0.6B-q4f32_1-MLC');
if (!twin) throw new Error('The catalogue has no such model');
const CACHES = ['webllm/config', 'webllm/model', 'webllm/wasm'];

/** Resolves with what loading ends with. */
async function loading(): Promise<unknown> {
  const steps: string[] = [];
  try {
    for await (const { step } of host.load(CHOICE)) steps.push(step);
    return steps;
  } catch (error) {
    return error;
  }
}

let worker: Worker;
let host: ChatHost & Closable;

beforeEach(() => {
  worker = new Worker(new URL('../../../workers/chat.worker.ts', import.meta.url), { type: 'module' });
  host = connect<ChatHost>(launch(worker, 'The chat worker').port);
});
afterEach(async () => {
  host.close();
  worker.terminate();
  await Promise.all(CACHES.map((name) => caches.delete(name)));
});

describe('the chat worker with the real WebLLM', () => {
  test('counts the software adapter, and names it', async () => {
    expect(await host.probe()).toMatchObject({
      webgpu: true,
      software: true,
      f16: false,
      adapter: 'google swiftshader',
    });
  });

  test('describes a model before any of its files is there', async () => {
    expect(await host.describe(CHOICE)).toMatchObject({ title: 'Qwen3 0.6B', capabilities: { contextWindow: 4096 } });
  });

  test('says to download first what is not there', async () => {
    expect(await loading()).toMatchObject({
      name: 'ModelError',
      message: expect.stringContaining('Download it first') as string,
      detail: expect.stringContaining(twin.modelUrl) as string,
    });
  });

  test('says that a library of another version does not fit, and works on', async () => {
    await driver.store(filesWith(FOREIGN_LIBRARY, twin));
    for (let tries = 0; tries < 2; tries++) {
      expect(await loading()).toMatchObject({
        name: 'ModelError',
        message: expect.stringContaining('does not fit this version') as string,
      });
    }
  });

  test('says that a library is damaged', async () => {
    await driver.store(filesWith(FOREIGN_LIBRARY.slice(0, 20), twin));
    expect(await loading()).toMatchObject({
      name: 'ModelError',
      message: expect.stringContaining('is damaged') as string,
    });
  });
});
