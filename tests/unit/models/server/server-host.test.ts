import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServerHost } from '../../../../src/adapters/models/server/server-host';
import type { ChatModel } from '../../../../src/core/models/chat-model';
import { createChatQueue } from '../../../../src/core/models/queue/chat-queue';
import type { Shape } from '../../../../src/core/shapes/shape';
import { parseReply } from '../../../../src/core/shapes/parse-reply';
import { estimateTokens } from '../../../../src/core/text/tokens';
import { serveModelServer, type ModelServer } from '../../../helpers/model-server';
import { ASK, errorOf, eventsOf, hostFor, replyOf, TINY } from '../../../helpers/model-server-client';

const POINTS: Shape = {
  kind: 'record',
  fields: {
    items: {
      kind: 'records',
      of: { kind: 'record', fields: { point: { kind: 'text', max: 80 }, weight: { kind: 'number', min: 1, max: 9 } } },
      items: 3,
    },
  },
};
const CHAT = '/v1/chat/completions';

let server: ModelServer;
beforeEach(async () => {
  server = await serveModelServer();
});
afterEach(() => server.close());

const chats = () => server.asked.filter(({ path }) => path === CHAT);

describe('a reply', () => {
  it('is streamed piece by piece, while the server still writes', async () => {
    server.hold = 'before each piece';
    const { host } = await hostFor(server.url);
    const events = host.generate(TINY, ASK)[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ kind: 'working' });
    for (const text of server.pieces) {
      const next = events.next();
      await expect.poll(() => server.standing).toBe(1);
      server.release();
      expect((await next).value).toEqual({ kind: 'delta', text });
      expect(server.running).toBe(1);
    }
    await events.return?.();
  });

  it('counts the time before the headers to the first token: servers often send nothing while they read a prompt', async () => {
    let time = 0;
    server.answer = () => void (time += 1_500);
    const { host } = await hostFor(server.url, { now: () => time });
    expect((await replyOf(host.generate(TINY, ASK))).usage).toMatchObject({ firstToken: 1.5, seconds: 1.5 });
  });

  it('has the server’s own counts and what was asked for', async () => {
    const { host } = await hostFor(server.url);
    const reply = await replyOf(
      host.generate(TINY, { ...ASK, temperature: 0.5, topP: 0.9, seed: 7, stop: ['\n\n'], maxTokens: 33 }),
    );
    expect(reply).toMatchObject({
      text: 'Boats are kept dry.',
      finish: 'stop',
      usage: { promptTokens: 4, completionTokens: 4, exact: true },
    });
    expect(chats()[0]?.json).toEqual({
      model: 'tiny',
      messages: ASK.messages,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 33,
      temperature: 0.5,
      reasoning_effort: 'none',
      chat_template_kwargs: { enable_thinking: false },
      top_p: 0.9,
      seed: 7,
      stop: ['\n\n'],
    });
  });

  it('is told to be on its way while the model thinks, and its thoughts are left out', async () => {
    const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
    const thoughts = chunk({ role: 'assistant' }) + chunk({ reasoning_content: 'Hm' }) + chunk({ reasoning: 'Well' });
    server.instead.set(CHAT, {
      type: 'text/event-stream',
      body: `${thoughts}${chunk({ content: 'Yes.' })}data: [DONE]\n\n`,
    });
    const { host } = await hostFor(server.url);
    const events = await eventsOf(host.generate(TINY, ASK));
    expect([...new Set(events.map(({ kind }) => kind))]).toEqual(['working', 'delta', 'reply']);
    expect(events.filter(({ kind }) => kind === 'working').at(-1)).not.toMatchObject({
      words: 'The server has been asked.',
    });
    expect(events.at(-1)).toMatchObject({ reply: { text: 'Yes.' } });
  });

  it('of a server that does not stream comes in one piece', async () => {
    server.streams = false;
    const { host } = await hostFor(server.url);
    const events = await eventsOf(host.generate(TINY, ASK));
    expect(events.map(({ kind }) => kind)).toEqual(['working', 'delta', 'reply']);
    expect(events[1]).toEqual({ kind: 'delta', text: 'Boats are kept dry.' });
  });
});

describe('a reply’s form', () => {
  it('is demanded by a JSON Schema, and what comes can be read', async () => {
    const { host } = await hostFor(server.url);
    const { text } = await replyOf(host.generate(TINY, { ...ASK, shape: POINTS }));
    expect(chats()[0]?.json).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { strict: true, schema: { type: 'object' } } },
    });
    expect(parseReply(POINTS, text)).toMatchObject({ value: { items: [{ point: 'said', weight: 1 }] } });
    expect((await host.describe(TINY)).capabilities.shapes).toBe('json schema');
  });

  it('is left to the prompt by a server that ignores it', async () => {
    server.schemas = 'ignored';
    const { host } = await hostFor(server.url);
    const { text } = await replyOf(host.generate(TINY, { ...ASK, shape: POINTS }));
    expect(text).toBe('Boats are kept dry.');
    expect(chats()).toHaveLength(1);
  });

  const formats = () =>
    chats().map(({ json }) => (json as { response_format?: { type: string } }).response_format?.type);

  it('is asked for as a JSON object with that schema of a server that knows only this', async () => {
    server.schemas = 'json_object';
    const { host } = await hostFor(server.url);
    for (const _ of [1, 2]) {
      const { text } = await replyOf(host.generate(TINY, { ...ASK, shape: POINTS }));
      expect(parseReply(POINTS, text)).toMatchObject({ value: { items: [{ point: 'said', weight: 1 }] } });
    }
    expect(formats()).toEqual(['json_schema', 'json_object', 'json_object']);
    expect(chats()[2]?.json).toMatchObject({ response_format: { schema: { type: 'object' } } });
    expect((await host.describe(TINY)).capabilities.shapes).toBe('json schema');
  });

  it('is asked for in each way once of a server that refuses them, and then left to the prompt', async () => {
    server.schemas = 'refused';
    const { host } = await hostFor(server.url);
    for (const _ of [1, 2]) await replyOf(host.generate(TINY, { ...ASK, shape: POINTS }));
    expect(formats()).toEqual(['json_schema', 'json_object', undefined, undefined]);
    expect((await host.describe(TINY)).capabilities.shapes).toBe('none');
  });

  it('is found in the thoughts where a server held those to it, and left the text empty', async () => {
    const reported = '{"items":[{"point":"Boats are kept dry","weight":7}]}';
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`;
    const body = `${chunk({ reasoning_content: reported })}${chunk({}, 'stop')}data: [DONE]\n\n`;
    server.instead.set(CHAT, { type: 'text/event-stream', body });
    const { host } = await hostFor(server.url);
    expect((await replyOf(host.generate(TINY, { ...ASK, shape: POINTS }))).text).toBe(reported);
    expect((await replyOf(host.generate(TINY, ASK))).text).toBe('');
  });

  it('is not given up for a refusal that has nothing to do with it', async () => {
    server.instead.set(CHAT, { status: 400, body: '{"error":"the request exceeds the available context size"}' });
    const { host } = await hostFor(server.url);
    await errorOf(replyOf(host.generate(TINY, { ...ASK, shape: POINTS })));
    expect(chats()).toHaveLength(1);
    expect((await host.describe(TINY)).capabilities.shapes).toBe('json schema');
  });
});

describe('the likeliest tokens of a reply', () => {
  const LIKELIEST = { yes: { yes: 0.75, No: 0.25 } };

  it('are asked for where a call wants them, and come with their probabilities', async () => {
    server.answer = () => ({ text: 'yes', finish: 'stop', likeliest: LIKELIEST });
    const { host } = await hostFor(server.url);
    const { tokens } = await replyOf(host.generate(TINY, { ...ASK, likeliest: 5 }));
    expect(tokens).toEqual([
      {
        token: 'yes',
        likeliest: [
          { token: 'yes', probability: 0.75 },
          { token: 'No', probability: 0.25 },
        ],
      },
    ]);
    expect((await replyOf(host.generate(TINY, ASK))).tokens).toBeUndefined();
    const sent = chats().map(({ json }) => json);
    expect(sent[0]).toMatchObject({ logprobs: true, top_logprobs: 5 });
    for (const field of ['logprobs', 'top_logprobs']) expect(sent[1]).not.toHaveProperty(field);
  });
});

describe('a field that a server does not take', () => {
  it.each([
    [
      'reasoning_effort',
      '{"error":{"message":"Input should be \'low\', \'medium\' or \'high\'","param":"reasoning_effort"}}',
    ],
    ['chat_template_kwargs', '{"error":{"message":"Unrecognized request argument supplied: chat_template_kwargs"}}'],
    ['top_logprobs', '{"error":{"message":"You are not allowed to request logprobs from this model"}}'],
  ])('is left out from then on: %s', async (field, body) => {
    server.instead.set(CHAT, { status: 400, body, times: 1 });
    const { host } = await hostFor(server.url);
    const asks = { ...ASK, likeliest: 5 };
    for (const _ of [1, 2]) expect((await replyOf(host.generate(TINY, asks))).text).toBe('Boats are kept dry.');
    expect(chats().map(({ json }) => field in (json as object))).toEqual([true, false, false]);
  });

  it('has its newer name where that is asked for', async () => {
    const body =
      '{"error":{"message":"Unsupported parameter: \'max_tokens\'. Use \'max_completion_tokens\' instead."}}';
    server.instead.set(CHAT, { status: 400, body, times: 1 });
    const { host } = await hostFor(server.url);
    await replyOf(host.generate(TINY, ASK));
    expect(chats()[1]?.json).toMatchObject({ max_completion_tokens: ASK.maxTokens });
    expect(chats()[1]?.json).not.toHaveProperty('max_tokens');
  });

  it('is left out by calls side by side that were both refused', async () => {
    const body = '{"error":{"message":"Unrecognized request argument supplied: chat_template_kwargs"}}';
    server.instead.set(CHAT, { status: 400, body, times: 2 });
    const { host } = await hostFor(server.url);
    const replies = await Promise.all([1, 2].map(() => replyOf(host.generate(TINY, ASK))));
    expect(replies.map(({ text }) => text)).toEqual(['Boats are kept dry.', 'Boats are kept dry.']);
    expect(chats().map(({ json }) => 'chat_template_kwargs' in (json as object))).toEqual([true, true, false, false]);
  });

  it('keeps its name where its value is refused', async () => {
    const body = '{"error":{"message":"max_tokens is too large: 90000"}}';
    server.instead.set(CHAT, { status: 400, body });
    const { host } = await hostFor(server.url);
    expect((await errorOf(replyOf(host.generate(TINY, ASK)))).message).toContain('max_tokens is too large');
    expect(chats()).toHaveLength(1);
  });

  it.each([
    ['anything else', 400, 'bad request'],
    ['a model of such a name', 500, 'llama runner for phi4-mini-reasoning has terminated'],
    ['the format of a file', 500, 'unable to read this model: invalid file format'],
  ])('is no reason to ask again where the refusal speaks of %s', async (_name, status, error) => {
    server.instead.set(CHAT, { status, body: JSON.stringify({ error }), times: 1 });
    const { host } = await hostFor(server.url);
    const ask = () => replyOf(host.generate(TINY, { ...ASK, shape: POINTS }));
    await errorOf(ask());
    expect(chats()).toHaveLength(1);
    await ask();
    expect(chats()[1]?.json).toEqual(chats()[0]?.json);
  });

  it('is sent again where a request without it was refused as well', async () => {
    const detail = [{ loc: ['body'], msg: 'Value error', input: { messages: [], reasoning_effort: 'none' } }];
    server.instead.set(CHAT, { status: 422, body: JSON.stringify({ detail }), times: 2 });
    const { host } = await hostFor(server.url);
    await errorOf(replyOf(host.generate(TINY, ASK)));
    await replyOf(host.generate(TINY, ASK));
    expect(chats().at(-1)?.json).toEqual(chats()[0]?.json);
  });
});

describe('a model whose thoughts cannot be switched off', () => {
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`;
  const thought = chunk({ reasoning: 'First I look at the boats and where they are. '.repeat(4) });
  const cut = `${thought}${chunk({}, 'length')}data: [DONE]\n\n`;
  const limits = () => chats().map(({ json }) => (json as { max_tokens: number }).max_tokens);

  it('is asked once more with room for them, and given that room from then on', async () => {
    server.instead.set(CHAT, { type: 'text/event-stream', body: cut, times: 1 });
    const { host } = await hostFor(server.url);
    const events = await eventsOf(host.generate(TINY, ASK));
    expect(events.filter(({ kind }) => kind === 'restart')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ kind: 'reply', reply: { text: 'Boats are kept dry.', finish: 'stop' } });
    await replyOf(host.generate(TINY, ASK));
    expect(limits()).toEqual([ASK.maxTokens, ASK.maxTokens + 1024, ASK.maxTokens + 1024]);
  });

  it('is given no more room than its window has beside the prompt', async () => {
    server.models = [{ id: 'tiny', owned_by: 'vllm', max_model_len: 8192 }];
    server.instead.set(CHAT, { type: 'text/event-stream', body: cut.replace('the boats', 'boats '.repeat(1500)) });
    const { host } = await hostFor(server.url);
    await host.describe(TINY);
    const asked = { maxTokens: 1200, temperature: 0 };
    const full = [{ role: 'user' as const, content: 'Boats are kept dry by the river. '.repeat(600) }];
    for (const messages of [ASK.messages, full]) await errorOf(replyOf(host.generate(TINY, { ...asked, messages })));
    const [first, again, beside = Infinity, ...more] = limits();
    expect([first, more]).toEqual([1200, []]);
    expect(again).toBeGreaterThan(4000);
    expect(beside + estimateTokens(full[0]?.content ?? '')).toBeLessThan(8192);
    expect(beside).toBeGreaterThan(1200);
  });

  it('is asked again without that room where the prompt leaves none, by its usual name', async () => {
    server.instead.set(CHAT, { type: 'text/event-stream', body: cut, times: 1 });
    const { host } = await hostFor(server.url);
    await replyOf(host.generate(TINY, ASK));
    const message =
      "'max_tokens' or 'max_completion_tokens' is too large: 1074. This model's maximum context length is 8192 tokens and your request has 8000 input tokens (1074 > 8192 - 8000).";
    server.instead.set(CHAT, { status: 400, body: JSON.stringify({ error: { message } }), times: 1 });
    expect((await replyOf(host.generate(TINY, ASK))).text).toBe('Boats are kept dry.');
    await replyOf(host.generate(TINY, ASK));
    const [room, none] = [ASK.maxTokens + 1024, ASK.maxTokens];
    expect(limits()).toEqual([none, room, room, none, room]);
  });

  it('is told as the cause, with what helps, where its thoughts take that room, too', async () => {
    server.instead.set(CHAT, { type: 'text/event-stream', body: cut });
    const { host } = await hostFor(server.url);
    const { message } = await errorOf(replyOf(host.generate(TINY, ASK)));
    expect(message).toContain('“tiny” thinks before it answers');
    expect(message).toContain('switch thinking off on the server');
    expect(chats()).toHaveLength(2);
  });

  it('is not asked again where it was its text that was cut', async () => {
    const body = `${thought}${chunk({ content: 'Boats are kept dry in the shed. '.repeat(12) }, 'length')}data: [DONE]\n\n`;
    server.instead.set(CHAT, { type: 'text/event-stream', body });
    const { host } = await hostFor(server.url);
    expect(await replyOf(host.generate(TINY, ASK))).toMatchObject({ finish: 'length' });
    expect(chats()).toHaveLength(1);
  });
});

describe('a stopped call closes its connection', () => {
  it.each(['before the headers', 'before the first piece', 'before each piece'] as const)(
    'while the server stands still %s, and ends with the reason',
    async (hold) => {
      server.hold = hold;
      const { host } = await hostFor(server.url);
      const stop = new AbortController();
      const reason = new Error('A question goes first.');
      const outcome = errorOf(replyOf(host.generate(TINY, ASK, { signal: stop.signal })));
      await expect.poll(() => server.running).toBe(1);
      stop.abort(reason);
      expect(await outcome).toBe(reason);
      await expect.poll(() => [server.running, server.left]).toEqual([0, 1]);
    },
  );

  it('also when its reader leaves in the middle', async () => {
    server.hold = 'before each piece';
    const { host } = await hostFor(server.url);
    const events = host.generate(TINY, ASK)[Symbol.asyncIterator]();
    const first = events.next();
    await expect.poll(() => server.running).toBe(1);
    server.release();
    await first;
    await events.return?.();
    await expect.poll(() => [server.running, server.left]).toEqual([0, 1]);
  });

  it('and asks nothing when it is stopped before it begins', async () => {
    const { host } = await hostFor(server.url);
    await errorOf(replyOf(host.generate(TINY, ASK, { signal: AbortSignal.abort(new Error('no')) })));
    expect(server.asked).toEqual([]);
  });
});

it('as many calls run at the same time as were allowed, never more, and every one is answered', async () => {
  server.hold = 'before the first piece';
  const { host } = await hostFor(server.url);
  await host.configure({ address: server.url, key: '', parallel: 3 });
  const info = await host.describe(TINY);
  const model: ChatModel = { info, generate: (request, options) => host.generate(TINY, request, options) };
  const queue = createChatQueue({ chat: () => Promise.resolve(model) }, { timer: { after: () => () => undefined } });
  const calls = Array.from({ length: 8 }, async (_, index) => {
    const messages = [{ role: 'user' as const, content: String(index) }];
    for await (const event of queue.ask({ ...ASK, messages, priority: 'background', promptVersion: '1' }))
      if (event.kind === 'reply') return event.reply.text;
    return '';
  });
  await expect.poll(() => server.running).toBe(3);
  expect(chats()).toHaveLength(3);
  delete server.hold;
  server.release();
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 8 }, () => 'Boats are kept dry.'));
  expect(server.most).toBe(3);
});

describe('the models of a server', () => {
  it('are listed in its order with their windows, those that only embed or rank marked as such', async () => {
    server.models = [
      { id: 'big', max_model_len: 32_768 },
      { id: 'nomic-embed-text:latest' },
      { id: 'bge-m3' },
      { id: 'bge-reranker-v2-m3' },
      { id: 'small', meta: { n_ctx: 8192 } },
      { object: 'no name' },
    ];
    const { host } = await hostFor(server.url);
    expect(await host.models()).toEqual([
      { name: 'big', contextWindow: 32_768 },
      { name: 'nomic-embed-text:latest', only: 'embedding' },
      { name: 'bge-m3', only: 'embedding' },
      { name: 'bge-reranker-v2-m3', only: 'reranking' },
      { name: 'small', contextWindow: 8192 },
    ]);
  });

  it.each([
    ['an empty list', '{"object":"list","data":[]}'],
    ['no list, as Ollama says it without a model', '{"object":"list","data":null}'],
  ])('are none for %s', async (_name, body) => {
    server.instead.set('/v1/models', { body });
    const { host } = await hostFor(server.url);
    expect(await host.models()).toEqual([]);
  });

  it.each([
    ['its list', '/v1/models', { data: [{ id: 'tiny', max_model_len: 5000 }] }, 5000],
    ['llama.cpp’s properties', '/props?model=tiny', { default_generation_settings: { n_ctx: 6000 } }, 6000],
    ['LM Studio', '/api/v0/models/tiny', { loaded_context_length: 7000, max_context_length: 90_000 }, 7000],
    ['Ollama about a loaded model', '/api/ps', { models: [{ name: 'tiny', context_length: 8000 }] }, 8000],
    ['nobody', '/nowhere', {}, 4096],
  ])('have the window that is told by %s', async (_name, path, body, window) => {
    server.instead.set(path, { body: JSON.stringify(body) });
    const { host } = await hostFor(server.url);
    expect((await host.describe(TINY)).capabilities).toMatchObject({ contextWindow: window, parallel: 2 });
  });

  it('that the server answers for without listing them are refused when they are chosen', async () => {
    server.models = [{ id: 'other' }];
    const { host } = await hostFor(server.url);
    expect((await errorOf(host.describe(TINY))).message).toContain('does not have the model “tiny” any more');
    expect((await errorOf(eventsOf(host.load(TINY)))).message).toContain('Choose another');
  });

  it('are looked up with no more than the list when the call is stopped', async () => {
    const { host } = await hostFor(server.url);
    const signal = AbortSignal.abort(new Error('no'));
    expect((await errorOf(host.models({ signal }))).message).toBe('no');
    expect(server.asked).toEqual([]);
  });
});

it('without a server nothing is asked, and the way to connect one is told', async () => {
  const fetch = () => Promise.reject(new Error('fetched'));
  const permission = () => Promise.resolve('unknown' as const);
  const timeout = () => new AbortController().signal;
  const host = createServerHost(
    { fetch, origin: 'https://burrow.example', allowed: [], permission, protocol: () => '', timeout },
    () => 0,
  );
  const calls = [() => host.models(), () => host.describe(TINY), () => replyOf(host.generate(TINY, ASK))];
  for (const call of calls)
    expect((await errorOf(call())).message).toContain('Enter its address in Settings, under Models');
});

describe('calls at the same time', () => {
  it.each([
    ['as many as are wanted', 4, 'http/1.1', 4],
    ['six where more are wanted, since a browser opens no more connections', 8, 'http/1.1', 6],
    ['six where the browser does not tell the protocol', 8, '', 6],
    ['more where one connection carries them all', 8, 'h2', 8],
  ])('are %s', async (_case, parallel, protocol, expected) => {
    const { host } = await hostFor(server.url, { parallel, protocol: () => protocol });
    expect((await host.describe(TINY)).capabilities.parallel).toBe(expected);
  });
});
