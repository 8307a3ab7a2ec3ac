import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyChat } from '../../../scripts/lib/tiny/tiny-chat';
import { createTransformersChat } from '../../../src/adapters/models/transformers/transformers-chat';
import type { ChatChoice, ChatReply, ChatRequest } from '../../../src/core/models/chat-model';
import { toRegExp } from '../../../src/core/shapes/grammar';
import { forgetRepositories, storeRepository, TINY_CHAT } from '../../helpers/tiny-hub';

const CHOICE: ChatChoice = { provider: 'transformers', model: TINY_CHAT.id };
const parts = { toRegExp, models: [TINY_CHAT] };
/** The first one opens ONNX Runtime, by the build that knows WebGPU; the second uses it on the processor. */
const onGpu = createTransformersChat({ ...parts, backend: 'webgpu' });
const onProcessor = createTransformersChat({ ...parts, backend: 'wasm' });

async function answer(chat: typeof onGpu, more: Partial<ChatRequest>): Promise<ChatReply> {
  const request: ChatRequest = {
    messages: [{ role: 'user', content: 'Dig!' }],
    maxTokens: 12,
    temperature: 0,
    ...more,
  };
  for await (const event of chat.generate(CHOICE, request)) if (event.kind === 'reply') return event.reply;
  throw new Error('There was no reply');
}

beforeAll(() => storeRepository(TINY_CHAT.repository, tinyChat()));
afterAll(async () => {
  await onGpu.unload();
  await onProcessor.unload();
  await forgetRepositories();
});

describe('chat on a WebGPU adapter in software', { timeout: 240_000 }, () => {
  test('writes what the processor writes', async () => {
    const gpu = await answer(onGpu, {});
    const processor = await answer(onProcessor, {});
    expect(gpu.text).toBe(processor.text);
    expect(gpu.usage.completionTokens).toBe(processor.usage.completionTokens);
  });

  test('keeps a reply in its form', async () => {
    const reply = await answer(onGpu, { shape: { kind: 'choice', options: ['yes', 'no'] } });
    expect(['yes', 'no']).toContain(reply.text);
    expect(reply.finish).toBe('stop');
  });

  test('stops when asked to and answers the next call', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const run = async (): Promise<void> => {
      const request: ChatRequest = {
        messages: [{ role: 'user', content: 'On' }],
        maxTokens: 300,
        temperature: 1,
        seed: 5,
      };
      for await (const { kind } of onGpu.generate(CHOICE, request, { signal: controller.signal })) {
        if (kind === 'delta') controller.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect((await answer(onGpu, {})).usage.completionTokens).toBeGreaterThan(0);
  });
});
