import { expect, test } from 'vitest';
import { createChatHost } from '../../../src/adapters/models/chat-host';
import type { ChatChoice } from '../../../src/core/models/chat-model';
import type { ChatProvider } from '../../../src/core/models/hosts';

const LARGE: ChatChoice = { provider: 'webllm', model: 'large' };
const SMALL: ChatChoice = { provider: 'transformers', model: 'small' };

/** Notes what is done to a provider. */
function noted(name: string, notes: string[]): ChatProvider {
  return {
    describe: (choice) => Promise.reject(new Error(choice.model)),
    load: async function* ({ model }) {
      notes.push(`${name} loads ${model}`);
      yield await Promise.resolve({ step: 'start', fraction: 0, words: name });
    },
    generate: async function* ({ model }) {
      notes.push(`${name} answers with ${model}`);
      yield await Promise.resolve({ kind: 'delta', text: name });
    },
    unload: () => Promise.resolve(void notes.push(`${name} unloads`)),
  };
}

function host() {
  const notes: string[] = [];
  const make = (name: string) => () => {
    notes.push(`${name} is made`);
    return Promise.resolve(noted(name, notes));
  };
  const probe = () => Promise.resolve({ webgpu: false, reason: 'no api', memory: null } as const);
  return { notes, chat: createChatHost({ probe, providers: { webllm: make('WebLLM'), transformers: make('Other') } }) };
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

const ASK = { messages: [], maxTokens: 1, temperature: 0 };

test('Providers are made when they are first needed, and only one of them holds a model', async () => {
  const { chat, notes } = host();
  expect(notes).toEqual([]);
  await drain(chat.load(LARGE));
  await drain(chat.generate(LARGE, ASK));
  await drain(chat.generate(SMALL, ASK));
  await drain(chat.generate(LARGE, ASK));
  await chat.unload();
  expect(notes).toEqual([
    'WebLLM is made',
    'WebLLM loads large',
    'WebLLM answers with large',
    'WebLLM unloads',
    'Other is made',
    'Other answers with small',
    'Other unloads',
    'WebLLM answers with large',
    'WebLLM unloads',
  ]);
});

test('A provider that runs elsewhere is refused in words', async () => {
  const { chat } = host();
  await expect(drain(chat.generate({ provider: 'server', model: 'x' }, ASK))).rejects.toThrow(/do not run here/);
});

test('A provider whose code could not be loaded is tried again', async () => {
  let tries = 0;
  const webllm = () => (tries++ === 0 ? Promise.reject(new Error('offline')) : Promise.resolve(noted('WebLLM', [])));
  const chat = createChatHost({ probe: host().chat.probe, providers: { webllm } });
  await expect(drain(chat.load(LARGE))).rejects.toThrow(/could not be loaded/);
  await drain(chat.load(LARGE));
  expect(tries).toBe(2);
});
