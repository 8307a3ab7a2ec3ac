import { connect } from '../../src/channel';
import { launch } from '../../src/channel/worker-start';
import { WEBLLM_MODELS } from '../../src/core/models/catalogue/webllm-models';
import type { ChatChoice } from '../../src/core/models/chat-model';
import type { WebllmBenchHost } from './webllm.worker';

/** Tokens a second, in pairs. */
export interface WebllmRates {
  readonly own: readonly number[];
  readonly bare: readonly number[];
}

const choice: ChatChoice = { provider: 'webllm', model: WEBLLM_MODELS[0]?.id ?? '' };

async function measure(rounds: number, tokens: number, milliseconds: number): Promise<WebllmRates> {
  const worker = new Worker(new URL('./webllm.worker.ts', import.meta.url), { type: 'module' });
  const host = connect<WebllmBenchHost>(launch(worker, 'The bench worker').port);
  for await (const _ of host.load(choice)); // so that no round loads
  const rates = { own: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    await host.prepare(tokens, milliseconds);
    rates.bare.push(await host.bare());
    await host.prepare(tokens, milliseconds);
    rates.own.push(await own(host, tokens));
  }
  worker.terminate();
  return rates;
}

/** As the page sees it: from the first text to the last. */
async function own(host: WebllmBenchHost, tokens: number): Promise<number> {
  const messages = [{ role: 'user', content: 'a' }] as const;
  let first = 0;
  let last = 0;
  for await (const event of host.generate(choice, { messages, maxTokens: tokens, temperature: 0 })) {
    if (event.kind !== 'delta') continue;
    last = performance.now();
    first ||= last;
  }
  return ((tokens - 1) / (last - first)) * 1000;
}

const page = { measure };
export type WebllmPage = typeof page;
Object.assign(globalThis, { bench: page });
