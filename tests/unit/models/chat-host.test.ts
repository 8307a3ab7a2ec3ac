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

test('Of providers that are asked at once, each holds its model only when the one before has let go', async () => {
  let holding = 0;
  let most = 0;
  const slow = (): ChatProvider => {
    let has = false;
    const later = () => new Promise((resolve) => setTimeout(resolve));
    return {
      ...noted('', []),
      generate: async function* () {
        if (!has) holding++;
        has = true;
        most = Math.max(most, holding);
        await later();
        yield { kind: 'delta', text: '' };
      },
      unload: async () => {
        await later();
        if (has) holding--;
        has = false;
      },
    };
  };
  const make = () => Promise.resolve(slow());
  const chat = createChatHost({ probe: host().chat.probe, providers: { webllm: make, transformers: make } });
  await drain(chat.generate(LARGE, ASK));
  await Promise.all([LARGE, SMALL, LARGE, SMALL, SMALL].map((choice) => drain(chat.generate(choice, ASK))));
  expect([most, holding]).toEqual([1, 1]);
  await Promise.all([drain(chat.generate(LARGE, ASK)), chat.unload()]);
  expect([most, holding]).toEqual([1, 0]);
});

test('A call that waits for another provider can be stopped', async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const waits: ChatProvider = {
    ...noted('', []),
    generate: async function* () {
      await gate;
      yield { kind: 'delta', text: 'there' };
    },
  };
  const { notes, chat: other } = host();
  const providers = {
    webllm: () => Promise.resolve(waits),
    transformers: () => Promise.resolve(noted('Other', notes)),
  };
  const chat = createChatHost({ probe: other.probe, providers });
  const first = drain(chat.generate(LARGE, ASK));
  const second = drain(chat.generate(SMALL, ASK, { signal: AbortSignal.timeout(10) }));
  await expect(second).rejects.toThrow('timeout');
  open();
  await first;
  expect(notes).toEqual([]);
});

test('A call that waits for the memory of another provider can be stopped; the next one waits for it, too', async () => {
  const { notes, chat: other } = host();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const slow: ChatProvider = {
    ...noted('Slow', notes),
    unload: () => gate.then(() => void notes.push('Slow is gone')),
  };
  const providers = { webllm: () => Promise.resolve(slow), transformers: () => Promise.resolve(noted('Other', notes)) };
  const chat = createChatHost({ probe: other.probe, providers });
  await drain(chat.generate(LARGE, ASK));
  await expect(drain(chat.generate(SMALL, ASK, { signal: AbortSignal.timeout(10) }))).rejects.toThrow('timeout');
  const next = drain(chat.generate(SMALL, ASK));
  await new Promise((resolve) => setTimeout(resolve));
  open();
  await next;
  expect(notes).toEqual(['Slow answers with large', 'Slow is gone', 'Other answers with small']);
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
