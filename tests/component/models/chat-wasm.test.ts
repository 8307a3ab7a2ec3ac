import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TINY_CHAT_CONTEXT, tinyChat } from '../../../scripts/lib/tiny/tiny-chat';
import { createTransformersChat } from '../../../src/adapters/models/transformers/transformers-chat';
import { openLibrary } from '../../../src/adapters/models/transformers/library';
import { ModelError } from '../../../src/core/errors';
import type { ChatChoice, ChatEvent, ChatReply, ChatRequest } from '../../../src/core/models/chat-model';
import type { ChatProvider } from '../../../src/core/models/hosts';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import { toRegExp } from '../../../src/core/shapes/grammar';
import type { Shape } from '../../../src/core/shapes/shape';
import { forgetRepositories, storeRepository, TINY_CHAT } from '../../helpers/tiny-hub';
import { inEnglish } from '../../../src/core/message';

const CHOICE: ChatChoice = { provider: 'transformers', model: TINY_CHAT.id };
const chat: ChatProvider = createTransformersChat({ toRegExp, models: [TINY_CHAT], backend: 'wasm' });

const asking = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', content }],
  maxTokens: 24,
  temperature: 0,
  ...more,
});

async function answer(request: ChatRequest): Promise<{ events: ChatEvent[]; reply: ChatReply; deltas: string[] }> {
  const events: ChatEvent[] = [];
  for await (const event of chat.generate(CHOICE, request)) events.push(event);
  const last = events.at(-1);
  if (last?.kind !== 'reply') throw new Error('The last event is no reply');
  const deltas = events.flatMap((event) => (event.kind === 'delta' ? [event.text] : []));
  return { events, reply: last.reply, deltas };
}

beforeEach(() => storeRepository(TINY_CHAT.repository, tinyChat()));
afterEach(async () => {
  await chat.unload();
  await forgetRepositories();
});

describe('chat on WebAssembly', () => {
  test('streams pieces that join to the text of exactly as many tokens as asked for', async () => {
    const { events, reply, deltas } = await answer(asking('What is a burrow?', { temperature: 1, seed: 7 }));
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(reply.text);
    expect(reply).toMatchObject({ finish: 'length', usage: { completionTokens: 24, exact: true } });
    const kinds = events.map(({ kind }) => kind).filter((kind, i, all) => kind !== all[i - 1]);
    expect(kinds).toEqual(['loading', 'working', 'delta', 'reply']);
  });

  test('writes the same again for the same seed, and other things for another', async () => {
    const drawn = (seed: number) => answer(asking('Say something', { temperature: 1, seed }));
    const [first, again, other] = [await drawn(1), await drawn(1), await drawn(2)];
    expect(again.reply.text).toBe(first.reply.text);
    expect(other.reply.text).not.toBe(first.reply.text);
  });

  test('reads a prompt that is longer than a slice as the bare library reads it whole', async () => {
    const content = 'The fox digs. '.repeat(20);
    const { reply } = await answer(asking(content));
    const { pipeline } = await openLibrary('wasm');
    const bare = await pipeline('text-generation', TINY_CHAT.repository, { device: 'wasm', dtype: 'fp32' });
    const theirs = await bare([{ role: 'user', content }], { max_new_tokens: 24, do_sample: false });
    const [written] = theirs as unknown as readonly [{ readonly generated_text: readonly { content: string }[] }];
    expect(reply.text).toBe(written.generated_text.at(-1)?.content);
    expect(reply.usage.promptTokens).toBeGreaterThan(280);
    await bare.dispose();
  });

  test.each<[string, Shape, number]>([
    ['a choice', { kind: 'choice', options: ['yes', 'no'] }, 8],
    [
      'a record',
      {
        kind: 'record',
        fields: { size: { kind: 'choice', options: ['small', 'large'] }, weight: { kind: 'number', min: 0, max: 10 } },
      },
      200,
    ],
    [
      'a record of records',
      {
        kind: 'record',
        fields: {
          items: {
            kind: 'records',
            of: { kind: 'record', fields: { id: { kind: 'number', min: 1, max: 99 } } },
            items: 20,
          },
        },
      },
      400,
    ],
  ])('writes %s in its form, and stops by itself', async (_, shape, maxTokens) => {
    for (const seed of [1, 2, 3]) {
      const { reply } = await answer(asking('Go', { shape, maxTokens, temperature: 1, seed }));
      expect(reply.finish).toBe('stop');
      const { value, repairs } = parseReply(shape, reply.text);
      expect(repairs, reply.text).toEqual([]);
      expect(shape.kind === 'choice' ? reply.text : JSON.parse(reply.text)).toEqual(value);
    }
  });

  test('writes a long text in its form until the limit of its reply', async () => {
    const shape = { kind: 'record', fields: { answer: { kind: 'text', max: 2400 } } } as const;
    const { reply } = await answer(asking('Go', { shape, maxTokens: 40, temperature: 1, seed: 1 }));
    expect(reply.text).toMatch(/^\{"answer": ?"[^ "]/u);
    expect(parseReply(shape, reply.text).value.answer.length).toBeGreaterThan(0);
  });

  test('ends before a stop word, which it does not show', async () => {
    const plain = await answer(asking('Go on', { temperature: 1, seed: 3 }));
    const word = plain.reply.text.slice(6, 9);
    const { reply, deltas } = await answer(asking('Go on', { temperature: 1, seed: 3, stop: [word] }));
    expect(reply.text).toBe(plain.reply.text.slice(0, plain.reply.text.indexOf(word)));
    expect(reply.finish).toBe('stop');
    expect(deltas.join('')).toBe(reply.text);
  });

  test('stops when asked to, with the reason, and answers the next call', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const run = async (): Promise<void> => {
      const request = asking('On and on', { maxTokens: 400 });
      for await (const event of chat.generate(CHOICE, request, { signal: controller.signal })) {
        if (event.kind === 'delta') controller.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect((await answer(asking('Next'))).reply.usage.completionTokens).toBeGreaterThan(0);
  });

  test('tells how much of a long prompt is read, and stops in the middle of it', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      const prompt = asking('x'.repeat(400), { maxTokens: 50 });
      for await (const event of chat.generate(CHOICE, prompt, { signal: controller.signal })) {
        if (event.kind === 'loading') continue;
        seen.push(event.kind === 'working' ? inEnglish(event.words) : event.kind);
        if (event.kind === 'working' && inEnglish(event.words).includes('128 of'))
          controller.abort(new Error('enough'));
      }
    };
    await expect(run()).rejects.toThrow('enough');
    const total = Number(/of (\d+) tokens/u.exec(seen.at(-1) ?? '')?.[1]);
    expect(total).toBeGreaterThan(400);
    const slices = [0, 64, 128].map((read) => `Reading the prompt: ${String(read)} of ${String(total)} tokens.`);
    expect(seen).toEqual(['Reading the prompt.', ...slices]);
    expect((await answer(asking('Next'))).reply.usage.completionTokens).toBeGreaterThan(0);
  });

  test('frees the model for the next call when its listener walks away', async () => {
    for await (const event of chat.generate(CHOICE, asking('On', { maxTokens: 400 }))) {
      if (event.kind === 'delta') break;
    }
    expect((await answer(asking('Next'))).reply.usage.completionTokens).toBeGreaterThan(0);
  });

  test('refuses a prompt that leaves no room in the window, and says both numbers', async () => {
    const long = answer(asking('x'.repeat(TINY_CHAT_CONTEXT)));
    await expect(long).rejects.toThrow(ModelError);
    await expect(long).rejects.toThrow(/reads 512 at most/u);
    expect((await answer(asking('short'))).reply.usage.completionTokens).toBeGreaterThan(0);
  });

  test('shortens a reply to what the window leaves', async () => {
    const { reply } = await answer(asking('x'.repeat(480), { maxTokens: 200 }));
    expect(reply.usage.promptTokens + reply.usage.completionTokens).toBe(TINY_CHAT_CONTEXT);
    expect(reply.finish).toBe('length');
  });

  test('reads the window from the model', async () => {
    const { capabilities, title } = await chat.describe(CHOICE);
    expect(title).toBe('Tiny chat');
    expect(capabilities).toMatchObject({ contextWindow: TINY_CHAT_CONTEXT, shapes: 'regexp', parallel: 1 });
  });

  test('says to download the model first when a file is missing', async () => {
    await forgetRepositories();
    await expect(answer(asking('Hello'))).rejects.toThrow('Download it first');
  });
});
