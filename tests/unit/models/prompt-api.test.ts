import { describe, expect, it } from 'vitest';
import { languageModel } from '../../../src/adapters/models/prompt-api/language-model';
import { lazyPromptApi } from '../../../src/adapters/models/prompt-api/lazy-prompt-api';
import { hasTrait, ModelError } from '../../../src/core/errors';
import type { ChatRequest } from '../../../src/core/models/chat-model';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import { fakeLanguageModel } from '../../helpers/fake-language-model';
import { errorOf, eventsOf, replyOf } from '../../helpers/model-server-client';
import { message } from '../../../src/core/message';

const BUILT_IN = { provider: 'prompt-api', model: 'built-in' } as const;
const ASK: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Do boats float?' },
  ],
  maxTokens: 50,
  temperature: 0,
};
const thrown = (name: string) => new DOMException(`The browser says ${name}`, name);

it('the browser’s own model is found where a page has one, and only there', () => {
  const fake = fakeLanguageModel();
  expect(languageModel({ LanguageModel: fake })).toBe(fake);
  expect(languageModel({})).toBeNull();
  expect(languageModel({ LanguageModel: undefined })).toBeNull();
});

describe('an available model', () => {
  it('is described with the window that it has on this device, and leaves no session behind', async () => {
    const fake = fakeLanguageModel({ window: 9216 });
    const info = await lazyPromptApi(fake).describe(BUILT_IN);
    expect(info).toMatchObject({ choice: BUILT_IN, capabilities: { contextWindow: 9216, parallel: 1, seed: false } });
    expect(fake.open).toBe(0);
  });

  it('answers piece by piece, in a session of its own that begins with the system message', async () => {
    const fake = fakeLanguageModel();
    const host = lazyPromptApi(fake);
    const events = await eventsOf(host.generate(BUILT_IN, ASK));
    expect(events).toMatchObject([
      { kind: 'delta', text: 'Boats ' },
      { kind: 'delta', text: 'float.' },
      { kind: 'reply', reply: { text: 'Boats float.', finish: 'stop', usage: { exact: false } } },
    ]);
    await eventsOf(host.generate(BUILT_IN, ASK));
    expect(fake.created.map(({ initialPrompts }) => initialPrompts)).toEqual([[ASK.messages[0]], [ASK.messages[0]]]);
    expect(fake.prompted.map(({ input }) => input)).toEqual([[ASK.messages[1]], [ASK.messages[1]]]);
    expect(fake.open).toBe(0);
  });

  it('is shown without its thoughts and the end of its turn, and with the marks that it speaks of', async () => {
    const answer = 'A thought is closed with\n</think>\nand then comes the answer.';
    const fake = fakeLanguageModel({ pieces: ['<think>Hm.</th', `ink>${answer}`, '<|im_', 'end|>'] });
    const events = await eventsOf(lazyPromptApi(fake).generate(BUILT_IN, ASK));
    expect(events.map((event) => (event.kind === 'delta' ? event.text : '')).join('')).toBe(answer);
    expect(events.at(-1)).toMatchObject({ kind: 'reply', reply: { text: answer } });
  });

  it('is held to a form by a JSON Schema that takes no room in the prompt', async () => {
    const fake = fakeLanguageModel({ pieces: ['{"choice":"same"}'] });
    const shape = { kind: 'choice', options: ['same', 'different'] } as const;
    const { text } = await replyOf(lazyPromptApi(fake).generate(BUILT_IN, { ...ASK, shape }));
    expect(parseReply(shape, text).value).toBe('same');
    expect(fake.prompted[0]?.options).toMatchObject({
      responseConstraint: { type: 'object', properties: { choice: { enum: ['same', 'different'] } } },
      omitResponseConstraintInput: true,
    });
  });

  it('has no form demanded of it without a shape', async () => {
    const fake = fakeLanguageModel();
    await replyOf(lazyPromptApi(fake).generate(BUILT_IN, ASK));
    expect(fake.prompted[0]?.options).not.toHaveProperty('responseConstraint');
  });

  it('is cut at the limit of a reply, since the browser knows none', async () => {
    const fake = fakeLanguageModel({ pieces: Array.from({ length: 500 }, () => 'and so on ') });
    const reply = await replyOf(lazyPromptApi(fake).generate(BUILT_IN, { ...ASK, maxTokens: 12 }));
    expect(reply.finish).toBe('length');
    expect(reply.text.length).toBeLessThan(100);
    expect(fake.open).toBe(0);
  });
});

describe('a call that is stopped ends with the reason and its session with it', () => {
  it('before it begins', async () => {
    const fake = fakeLanguageModel();
    const reason = new Error('no');
    const call = replyOf(lazyPromptApi(fake).generate(BUILT_IN, ASK, { signal: AbortSignal.abort(reason) }));
    expect(await errorOf(call)).toBe(reason);
    expect(fake.created).toEqual([]);
  });

  it('while the model writes', async () => {
    const fake = fakeLanguageModel({ pieces: ['Boats ', new Promise(() => undefined)] });
    const stop = new AbortController();
    const reason = new Error('A question goes first.');
    const call = errorOf(replyOf(lazyPromptApi(fake).generate(BUILT_IN, ASK, { signal: stop.signal })));
    await expect.poll(() => fake.prompted.length).toBe(1);
    stop.abort(reason);
    expect(await call).toBe(reason);
    expect(fake.open).toBe(0);
  });

  it('when its reader leaves', async () => {
    const fake = fakeLanguageModel({ pieces: ['Boats ', new Promise(() => undefined)] });
    for await (const event of lazyPromptApi(fake).generate(BUILT_IN, ASK)) if (event.kind === 'delta') break;
    expect(fake.open).toBe(0);
  });
});

describe('a model that is not there yet', () => {
  it.each([
    ['unavailable', 'no model of its own that works on this device', false],
    ['downloadable', 'only when you ask for it', true],
    ['downloading', 'is fetching', true],
  ] as const)('(%s) is told, and no call makes the browser fetch it', async (state, words, again) => {
    const fake = fakeLanguageModel({ state });
    const host = lazyPromptApi(fake);
    for (const call of [() => host.describe(BUILT_IN), () => replyOf(host.generate(BUILT_IN, ASK))]) {
      const error = await errorOf(call());
      expect(error.message).toContain(words);
      expect(hasTrait(error, 'worth another try')).toBe(again);
    }
    expect(fake.created).toEqual([]);
  });

  it.each(['downloadable', 'downloading'] as const)('(%s) is fetched by loading it, step by step', async (state) => {
    const fake = fakeLanguageModel({ state });
    const host = lazyPromptApi(fake);
    const steps = await eventsOf(host.load(BUILT_IN));
    expect(steps[0]).toMatchObject({
      step: 'weights',
      fraction: 0,
      words: message`The browser is fetching its own model.`,
    });
    expect(steps.map(({ fraction }) => fraction)).toContain(0.5);
    expect(steps.at(-1)).toMatchObject({ step: 'start', fraction: 1 });
    expect(fake.open).toBe(0);
    expect((await host.describe(BUILT_IN)).capabilities.contextWindow).toBe(100);
  });

  it('is not fetched on where the device cannot run it', async () => {
    const fake = fakeLanguageModel({ state: 'unavailable' });
    expect((await errorOf(eventsOf(lazyPromptApi(fake).load(BUILT_IN)))).message).toContain('no model of its own');
    expect(fake.created).toEqual([]);
  });

  it('stops being fetched when that is called off', async () => {
    const fake = fakeLanguageModel({ state: 'downloadable' });
    const stop = new AbortController();
    const reason = new DOMException('Stopped', 'AbortError');
    const call = async () => {
      for await (const _ of lazyPromptApi(fake).load(BUILT_IN, { signal: stop.signal })) stop.abort(reason);
    };
    expect(await errorOf(call())).toBe(reason);
    expect(fake.state).toBe('downloadable');
  });

  it('is there already for most loads', async () => {
    const fake = fakeLanguageModel();
    expect(await eventsOf(lazyPromptApi(fake).load(BUILT_IN))).toMatchObject([{ step: 'start', fraction: 1 }]);
    expect(fake.created).toEqual([]);
  });
});

describe('what the browser refuses is told in words:', () => {
  it.each([
    ['QuotaExceededError', 'does not fit', false],
    ['NotAllowedError', 'does not let this page use its own model', false],
    ['NotSupportedError', 'does not take this request', false],
    ['NetworkError', 'Is this device online?', true],
    ['UnknownError', 'failed: The browser says UnknownError', true],
  ] as const)('%s when a session is made', async (name, words, again) => {
    const fake = fakeLanguageModel({ createError: thrown(name) });
    const error = await errorOf(replyOf(lazyPromptApi(fake).generate(BUILT_IN, ASK)));
    expect(error).toBeInstanceOf(ModelError);
    expect(error.message).toContain(words);
    expect(hasTrait(error, 'worth another try')).toBe(again);
  });

  it.each([
    ['QuotaExceededError', 'does not fit', false],
    ['InvalidStateError', 'has ended its own model', true],
    ['AbortError', 'has ended its own model', true],
  ] as const)('%s in the middle of a reply', async (name, words, again) => {
    const fake = fakeLanguageModel({ streamError: thrown(name) });
    const error = await errorOf(replyOf(lazyPromptApi(fake).generate(BUILT_IN, ASK)));
    expect(error).toBeInstanceOf(ModelError);
    expect(error.message).toContain(words);
    expect(hasTrait(error, 'worth another try')).toBe(again);
    expect(fake.open).toBe(0);
  });

  it('a prompt beyond the window is refused before the browser drops its oldest words', async () => {
    const fake = fakeLanguageModel({ window: 40 });
    const error = await errorOf(replyOf(lazyPromptApi(fake).generate(BUILT_IN, ASK)));
    expect(error.message).toMatch(/takes 5 of the 40 tokens.*Choose a model with a larger window/u);
    expect(fake.prompted).toEqual([]);
    expect(fake.open).toBe(0);
  });
});
