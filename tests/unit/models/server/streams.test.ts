import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReply } from '../../../../src/adapters/models/server/server-reply';
import { hasTrait, ModelError } from '../../../../src/core/errors';
import { serveModelServer, type ModelServer } from '../../../helpers/model-server';
import { ASK, errorOf, eventsOf, hostFor, replyOf, TINY } from '../../../helpers/model-server-client';

/** Bytes as servers send them, and what they must be taken for. */
interface Case {
  readonly type?: string;
  /** Each is a piece of its own on the connection. */
  readonly sent: readonly string[];
  readonly then?: 'cut';
  readonly text?: string;
  readonly finish?: 'stop' | 'length';
  /** True if the server counted the tokens. */
  readonly exact?: boolean;
  /** Parts of the words for the person, where it is no reply. */
  readonly words?: readonly string[];
  readonly again?: boolean;
}

const FOLDER = 'tests/fixtures/model-server/streams';
const cases = readdirSync(FOLDER).map(
  (file) => [file.replace('.json', ''), JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case] as const,
);
const CHAT = '/v1/chat/completions';
const options = { model: 'tiny', now: () => performance.now(), asked: 0 };

function responseOf(
  { sent, then, type = 'text/event-stream' }: Case,
  tear: (bytes: Uint8Array) => readonly Uint8Array[],
): Response {
  const encoder = new TextEncoder();
  const pieces = sent.flatMap((piece) => tear(encoder.encode(piece)));
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = pieces.shift();
      if (next) controller.enqueue(next);
      else if (then === 'cut') controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': type } });
}

async function check(outcome: Promise<Awaited<ReturnType<typeof replyOf>>>, expected: Case): Promise<void> {
  if (expected.words) {
    const error = await errorOf(outcome);
    expect(error).toBeInstanceOf(ModelError);
    for (const words of expected.words) expect(error.message).toContain(words);
    expect(hasTrait(error, 'worth another try')).toBe(expected.again);
  } else {
    const { text, finish, usage } = await outcome;
    expect({ text, finish, exact: usage.exact }).toEqual({
      text: expected.text,
      finish: expected.finish,
      exact: expected.exact,
    });
    if (expected.exact) expect(usage).toMatchObject({ promptTokens: 7, completionTokens: 2 });
  }
}

describe('what a server streams is read, or refused in words,', () => {
  it.each(cases)('piece by piece: %s', async (_name, one) => {
    await check(
      replyOf(
        readReply(
          responseOf(one, (bytes) => [bytes]),
          ASK,
          options,
        ),
      ),
      one,
    );
  });

  it.each(cases)('byte by byte: %s', async (_name, one) => {
    await check(
      replyOf(
        readReply(
          responseOf(one, (bytes) => [...bytes].map((byte) => Uint8Array.of(byte))),
          ASK,
          options,
        ),
      ),
      one,
    );
  });
});

it.each([{ reasoning: 'hm '.repeat(4_000) }, { content: `<think>${'hm '.repeat(4_000)}` }])(
  'a server that sends huge thoughts is left before they fill the memory',
  async (delta) => {
    let sent = 0;
    const event = new TextEncoder().encode(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += event.length;
        controller.enqueue(event);
      },
    });
    const response = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    expect(await replyOf(readReply(response, ASK, options))).toMatchObject({ text: '', finish: 'length' });
    expect(sent).toBeLessThan(100_000);
  },
);

let server: ModelServer;
beforeEach(async () => {
  server = await serveModelServer();
});
afterEach(() => server.close());

describe('over a real connection', () => {
  it.each(cases)('%s', async (_name, one) => {
    const { sent, type = 'text/event-stream', then = 'end' } = one;
    server.instead.set(CHAT, { body: sent.join(''), type, then });
    const { host } = await hostFor(server.url);
    await check(replyOf(host.generate(TINY, ASK)), one);
  });

  it('a server that goes on past the limit of a reply is cut off, and its connection closed', async () => {
    server.instead.set(CHAT, {
      type: 'text/event-stream',
      body: 'data: {"choices":[{"delta":{"content":"and so on "}}]}\n\n',
      endless: true,
    });
    const { host } = await hostFor(server.url);
    const reply = await replyOf(host.generate(TINY, { ...ASK, maxTokens: 10 }));
    expect(reply.finish).toBe('length');
    expect(reply.text.length).toBeLessThan(200);
    await expect.poll(() => server.left).toBe(1);
  });

  it('a server that thinks without end and says nothing is cut off too', async () => {
    server.instead.set(CHAT, {
      type: 'text/event-stream',
      body: 'data: {"choices":[{"delta":{"reasoning":"hm "}}]}\n\n',
      endless: true,
    });
    const { host } = await hostFor(server.url);
    const { message } = await errorOf(replyOf(host.generate(TINY, { ...ASK, maxTokens: 10 })));
    expect(message).toContain('thinks before it answers');
    await expect.poll(() => server.left).toBe(2);
  });

  it.each([
    ['a line without an end', 'x'.repeat(100_000)],
    ['an event without an end', `data: ${'x'.repeat(10_000)}\n`],
  ])('%s is given up before it fills the memory', async (_name, body) => {
    server.instead.set(CHAT, { type: 'text/event-stream', body, endless: true });
    const { host } = await hostFor(server.url);
    const error = await errorOf(replyOf(host.generate(TINY, ASK)));
    expect(error.cause).toBeInstanceOf(RangeError);
    await expect.poll(() => server.left).toBe(1);
  });

  it('a long line that ends is read whole', async () => {
    const content = 'Boats float. '.repeat(60_000);
    const line = `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\ndata: [DONE]\n\n`;
    server.instead.set(CHAT, { type: 'text/event-stream', body: line });
    const { host } = await hostFor(server.url);
    expect((await replyOf(host.generate(TINY, { ...ASK, maxTokens: 100_000 }))).text).toBe(content);
  });

  it('a prompt that the server cut in silence is told by what it counted', async () => {
    const prompt = 'Boats are kept dry in the house by the river. '.repeat(400);
    const body = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x' }, finish_reason: 'stop' }], usage: { prompt_tokens: 1024 } })}\n\ndata: [DONE]\n\n`;
    server.instead.set(CHAT, { type: 'text/event-stream', body });
    const { host } = await hostFor(server.url);
    const error = await errorOf(
      eventsOf(host.generate(TINY, { ...ASK, messages: [{ role: 'user', content: prompt }] })),
    );
    expect(error.message).toMatch(/read only 1,024 of about \d,\d{3} tokens.*OLLAMA_CONTEXT_LENGTH/u);
  });
});
