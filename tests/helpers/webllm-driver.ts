import { connect, launch } from '../../src/channel';
import type { ChatHost } from '../../src/core/models/hosts';

/** One file of a model, by the cache and the address under which WebLLM looks for it. */
export interface KeptFile {
  readonly cache: string;
  readonly url: string;
  readonly bytes: readonly number[];
}

/** Functions of a test page that drive the built site's chat worker. */
export interface WebllmDriver {
  /** Loads a model; resolves with the words of its failure, or with the steps of loading. */
  load(script: string, model: string): Promise<string>;
  store(files: readonly KeptFile[]): Promise<void>;
}

export const driver: WebllmDriver = {
  load: async (script, model) => {
    const { port } = launch(new Worker(script, { type: 'module' }), 'The chat worker');
    const host = connect<ChatHost>(port);
    const steps: string[] = [];
    try {
      for await (const { step } of host.load({ provider: 'webllm', model })) steps.push(step);
      return steps.join(', ');
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
  },
  store: async (files) => {
    for (const { cache, url, bytes } of files) {
      await (await caches.open(cache)).put(url, new Response(Uint8Array.from(bytes)));
    }
  },
};
