import { createChatHost } from '../../../src/adapters/models/chat-host';
import { probeHardware } from '../../../src/adapters/models/hardware';
import { loadWebllm, type Engine } from '../../../src/adapters/models/webllm/library';
import { DEFAULT_TIMEOUTS, type Timeouts } from '../../../src/adapters/models/webllm/timeouts';
import { createWebllmChat } from '../../../src/adapters/models/webllm/webllm-chat';
import { startWorker } from '../../../src/channel';
import type { WebllmModel } from '../../../src/core/models/catalogue/webllm-models';
import type { ChatHost } from '../../../src/core/models/hosts';
import { toEbnf } from '../../../src/core/shapes/grammar';
import { keepDevices } from './gpu-devices';

/** The chat worker's own host, with a model that is in no catalogue, and the engine within reach for comparison. */
export interface SmokeHost extends ChatHost {
  prepare(model: WebllmModel, patient: boolean): Promise<void>;
  /** Sets the time that an interrupted engine gets, in milliseconds. */
  allow(interrupt: number): Promise<void>;
  /** Takes the GPU away, as a crash of it would. */
  lose(): Promise<void>;
  /** Pieces of text, each one token's here, per second between the first and the last, straight from WebLLM. */
  bare(model: string, prompt: string, tokens: number): Promise<number>;
}

const HOURS = 3_600_000;

startWorker(() => {
  const devices = keepDevices();
  let engine: Engine | undefined;
  let models: readonly WebllmModel[] = [];
  const timeouts: { -readonly [K in keyof Timeouts]: number } = { ...DEFAULT_TIMEOUTS };
  const library = async () => {
    const { createEngine } = await loadWebllm();
    return { createEngine: (config: Parameters<typeof createEngine>[0]) => (engine = createEngine(config)) };
  };
  const probe = () => probeHardware();
  const webllm = () => Promise.resolve(createWebllmChat({ library, storage: caches, probe, toEbnf, models, timeouts }));
  const host: SmokeHost = {
    ...createChatHost({ probe, providers: { webllm } }),
    prepare: (model, patient) => {
      models = [model];
      if (patient) Object.assign(timeouts, { firstToken: HOURS, nextToken: HOURS, loading: HOURS, interrupt: HOURS });
      return Promise.resolve();
    },
    allow: (interrupt) => Promise.resolve(void (timeouts.interrupt = interrupt)),
    lose: () => Promise.resolve(devices.last()?.destroy()),
    bare: (model, prompt, tokens) => {
      if (!engine) throw new Error('No engine is loaded');
      return bareRate(engine, model, prompt, tokens);
    },
  };
  return host;
});

async function bareRate(engine: Engine, model: string, prompt: string, tokens: number): Promise<number> {
  const chunks = await engine.chatCompletion({
    model,
    messages: [{ role: 'user', content: prompt }],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: tokens,
    temperature: 0,
    top_p: 1,
  });
  let first = 0;
  let last = 0;
  let pieces = 0;
  for await (const chunk of chunks) {
    if (!chunk.choices[0]?.delta.content) continue;
    pieces++;
    last = performance.now();
    first ||= last;
  }
  return (pieces - 1) / ((last - first) / 1000);
}
