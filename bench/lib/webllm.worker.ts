import { createChatHost } from '../../src/adapters/models/chat-host';
import { createWebllmChat } from '../../src/adapters/models/webllm/webllm-chat';
import { startWorker } from '../../src/channel';
import { WEBLLM_MODELS } from '../../src/core/models/catalogue/webllm-models';
import type { Hardware, ChatHost } from '../../src/core/models/hosts';
import { toEbnf } from '../../src/core/shapes/grammar';
import { FakeWebllm, storedModels } from '../../tests/helpers/fake-webllm';

export interface WebllmBenchHost extends ChatHost {
  /** Sets the next call's output: so many tokens, each after so many milliseconds. */
  prepare(tokens: number, milliseconds: number): Promise<void>;
  /** Tokens a second between the first and the last of the next call, straight from the engine. */
  bare(): Promise<number>;
}

const HARDWARE: Hardware = {
  webgpu: true,
  adapter: 'made up',
  software: false,
  f16: true,
  maxBufferSize: 2 ** 32,
  maxStorageBufferBindingSize: 2 ** 32,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
  memory: 2 ** 34,
};

startWorker((): WebllmBenchHost => {
  const webllm = new FakeWebllm();
  const probe = () => Promise.resolve(HARDWARE);
  const chat = createWebllmChat({ library: webllm.library, storage: storedModels(WEBLLM_MODELS), probe, toEbnf });
  return {
    ...createChatHost({ probe, providers: { webllm: () => Promise.resolve(chat) } }),
    prepare: (tokens, milliseconds) => {
      const token = () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
      webllm.calls.push({ tokens: Array.from({ length: tokens }, () => ' word'), token });
      return Promise.resolve();
    },
    bare: async () => {
      const chunks = await webllm.engine.chatCompletion({ messages: [], stream: true });
      let first = 0;
      let last = 0;
      let count = 0;
      for await (const chunk of chunks) {
        if (!chunk.choices[0]?.delta.content) continue;
        count++;
        last = performance.now();
        first ||= last;
      }
      return ((count - 1) / (last - first)) * 1000;
    },
  };
});
