import { connect, launch } from '../../src/channel';
import type { ChatReply, ChatRequest } from '../../src/core/models/chat-model';
import type { ChatHost, EmbedHost } from '../../src/core/models/hosts';
import { inEnglish } from '../../src/core/message';

/** Functions of a test page that drive the built site's own model workers. */
export interface ModelWorkerDriver {
  embed(script: string, model: string, texts: readonly string[]): Promise<readonly number[]>;
  /** The last words of loading an embedding model. */
  load(script: string, model: string): Promise<string>;
  answer(script: string, model: string, request: ChatRequest): Promise<ChatReply>;
  /** Stores files (base64, by address) where a download would. */
  store(files: Readonly<Record<string, string>>): Promise<void>;
}

export const driver: ModelWorkerDriver = {
  embed: async (script, model, texts) => {
    const host = connect<EmbedHost>(start(script));
    return [...(await host.embed(model, texts, 'passage'))];
  },
  load: async (script, model) => {
    const host = connect<EmbedHost>(start(script));
    let last = '';
    for await (const { words } of host.load(model)) last = inEnglish(words);
    return last;
  },
  answer: async (script, model, request) => {
    const host = connect<ChatHost>(start(script));
    for await (const event of host.generate({ provider: 'transformers', model }, request)) {
      if (event.kind === 'reply') return event.reply;
    }
    throw new Error('There was no reply');
  },
  store: async (files) => {
    const cache = await caches.open('burrow models');
    for (const [url, base64] of Object.entries(files)) {
      await cache.put(url, new Response(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))));
    }
  },
};

function start(script: string): MessagePort {
  return launch(new Worker(script, { type: 'module' }), 'The model worker').port;
}
