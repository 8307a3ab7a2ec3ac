import { describe, expect, it, vi } from 'vitest';
import { WorkerError } from '../../../src/channel';
import { ModelError } from '../../../src/core/errors';
import type { ChatModel, ChatReply, ChatRequest } from '../../../src/core/models/chat-model';
import { createChatQueue, type QueueEvent, type QueuedRequest } from '../../../src/core/models/queue/chat-queue';
import type { Timer } from '../../../src/core/platform';
import type { ReplyCache } from '../../../src/core/models/queue/reply-cache';
import { memoryReplies } from '../../helpers/memory-replies';
import { replyOf, scriptedModel } from '../../helpers/scripted-model';
import { inEnglish } from '../../../src/core/message';

const request = (content: string, more: Partial<QueuedRequest> = {}): QueuedRequest => ({
  messages: [{ role: 'user', content }],
  maxTokens: 20,
  temperature: 0,
  priority: 'background',
  promptVersion: '1',
  ...more,
});

/** Timers that fire when the test says so. */
function handTimer(): Timer & { fire(atLeast?: number): void; readonly set: number[] } {
  const waiting = new Set<{ readonly milliseconds: number; readonly act: () => void }>();
  const set: number[] = [];
  return {
    set,
    after(milliseconds, act) {
      const one = { milliseconds, act };
      waiting.add(one);
      set.push(milliseconds);
      return () => waiting.delete(one);
    },
    fire(atLeast = 0) {
      for (const one of [...waiting].filter(({ milliseconds }) => milliseconds >= atLeast)) {
        waiting.delete(one);
        one.act();
      }
    },
  };
}

async function read(events: AsyncIterable<QueueEvent>): Promise<readonly QueueEvent[]> {
  const list: QueueEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}
const kinds = (events: readonly QueueEvent[]) => events.map(({ kind }) => kind);
const only = (model: ChatModel) => ({ chat: () => Promise.resolve(model) });
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

describe('the queue before a model', () => {
  it('runs one call at a time, in order, and tells who waits', async () => {
    const model = scriptedModel(({ messages }) => [messages[0]?.content ?? '']);
    const queue = createChatQueue(only(model), { timer: handTimer() });
    const [first, second] = await Promise.all([read(queue.ask(request('a'))), read(queue.ask(request('b')))]);
    expect(model.most).toBe(1);
    expect(model.begun).toEqual(['a', 'b']);
    expect(kinds(first)).toEqual(['delta', 'reply']);
    expect(second[0]).toEqual({ kind: 'waiting', ahead: 1 });
  });

  it('lets a question go before background work that waits, and take the only slot from the one that runs', async () => {
    const { passed, open } = gate();
    const model = scriptedModel(({ messages }, call) => (call === 1 ? [passed, 'late'] : [messages[0]?.content ?? '']));
    const queue = createChatQueue(only(model), { timer: handTimer() });
    const running = read(queue.ask(request('read 1')));
    const waiting = read(queue.ask(request('read 2')));
    await settle();
    const asked = await read(queue.ask(request('who?', { priority: 'question' })));
    open();
    expect(asked.at(-1)).toMatchObject({ kind: 'reply', reply: { text: 'who?' } });
    expect(kinds(await running)).toContain('restart');
    await waiting;
    expect(model.begun).toEqual(['read 1', 'who?', 'read 1', 'read 2']);
    expect(model.aborted).toEqual(['read 1']);
  });

  it('gives a question the last of several slots where calls in the background hang in all of them, and the next question after it', async () => {
    const { passed } = gate();
    const model = scriptedModel(
      ({ messages: [said] }, call) => (call <= 2 ? [passed, 'late'] : [said?.content ?? '']),
      2,
    );
    const queue = createChatQueue(only(model), { timer: handTimer() });
    void read(queue.ask(request('read 1')));
    const second = read(queue.ask(request('read 2')));
    await settle();
    const questions = ['who?', 'where?'].map((words) => read(queue.ask(request(words, { priority: 'question' }))));
    const asked = await Promise.all(questions);
    expect(asked.map((events) => events.at(-1))).toMatchObject([
      { reply: { text: 'who?' } },
      { reply: { text: 'where?' } },
    ]);
    expect(kinds(await second)).toContain('restart');
    expect(model.begun).toEqual(['read 1', 'read 2', 'who?', 'where?', 'read 2']);
    expect(model.aborted).toEqual(['read 2']);
  });

  it('gives the slot to a question even while the one who asked before is busy with what came', async () => {
    const { passed } = gate();
    const model = scriptedModel(({ messages }, call) =>
      call === 1 ? ['so far', passed] : [messages[0]?.content ?? ''],
    );
    const queue = createChatQueue(only(model), { timer: handTimer() });
    const background = queue.ask(request('read'))[Symbol.asyncIterator]();
    expect(await background.next()).toMatchObject({ value: { kind: 'delta', text: 'so far' } });
    const asked = await read(queue.ask(request('who?', { priority: 'question' })));
    expect(asked.at(-1)).toMatchObject({ reply: { text: 'who?' } });
    expect(await background.next()).toMatchObject({ value: { kind: 'restart' } });
    expect(kinds(await read({ [Symbol.asyncIterator]: () => background }))).toEqual(['delta', 'reply']);
  });

  it('asks the model that stands in its place when what ran it has died', async () => {
    const timer = handTimer();
    const dead = scriptedModel(() => new WorkerError('The model has stopped.'));
    const fresh = scriptedModel(() => ['alive']);
    const models = [dead, dead, fresh];
    const queue = createChatQueue({ chat: () => Promise.resolve(models.shift() ?? fresh) }, { timer, backOff: [100] });
    const events = read(queue.ask(request('a')));
    await settle();
    timer.fire();
    expect(kinds(await events)).toEqual(['restart', 'delta', 'reply']);
    expect([dead.begun, fresh.begun]).toEqual([['a'], ['a']]);
  });

  it('tries again when what runs the model dies while it is asked for', async () => {
    const timer = handTimer();
    const model = scriptedModel(() => ['alive']);
    let asked = 0;
    const chat = () =>
      asked++ === 0 ? Promise.reject(new WorkerError('The model has stopped.')) : Promise.resolve(model);
    const events = read(createChatQueue({ chat }, { timer, backOff: [100] }).ask(request('a')));
    await settle();
    timer.fire();
    expect(kinds(await events)).toEqual(['restart', 'delta', 'reply']);
  });

  it('lets no other model answer than the one with which the work began', async () => {
    const model = scriptedModel(() => ['x']);
    const queue = createChatQueue(only(model), { timer: handTimer() });
    const choice = { provider: 'server', model: 'an earlier one' } as const;
    await expect(read(queue.ask(request('a', { choice })))).rejects.toThrow('Another chat model is chosen now');
    expect(model.begun).toEqual([]);
    expect(kinds(await read(queue.ask(request('a', { choice: model.info.choice }))))).toContain('reply');
  });

  it('says that no model is chosen', async () => {
    const queue = createChatQueue({ chat: () => Promise.resolve(null) }, { timer: handTimer() });
    await expect(read(queue.ask(request('a')))).rejects.toThrow('Choose one in Settings');
  });

  it('sends as many calls as a server takes', async () => {
    const { passed, open } = gate();
    const model = scriptedModel(() => [passed, 'x'], 3);
    const queue = createChatQueue(only(model), { timer: handTimer() });
    const all = ['a', 'b', 'c', 'd'].map((one) => read(queue.ask(request(one))));
    await settle();
    expect(model.begun).toEqual(['a', 'b', 'c']);
    open();
    await Promise.all(all);
    expect(model.most).toBe(3);
    expect(model.aborted).toEqual([]);
  });

  it('never takes a call of a person for another question', async () => {
    const { passed, open } = gate();
    const model = scriptedModel(() => [passed, 'x'], 2);
    const queue = createChatQueue(only(model), { timer: handTimer() });
    const mixed = [read(queue.ask(request('who?', { priority: 'question' }))), read(queue.ask(request('read')))];
    await settle();
    mixed.push(read(queue.ask(request('where?', { priority: 'question' }))));
    await settle();
    expect(model.begun).toEqual(['who?', 'read']);
    open();
    await Promise.all(mixed);
    expect(model.aborted).toEqual([]);
  });

  it('drops a call that is aborted while it waits, and stops one that runs', async () => {
    const { passed } = gate();
    const model = scriptedModel(() => [passed]);
    const queue = createChatQueue(only(model), { timer: handTimer() });
    const [runs, waits] = [new AbortController(), new AbortController()];
    const running = read(queue.ask(request('a'), { signal: runs.signal }));
    const waiting = read(queue.ask(request('b'), { signal: waits.signal }));
    await settle();
    waits.abort(new Error('no more'));
    await expect(waiting).rejects.toThrow('no more');
    runs.abort(new Error('stop'));
    await expect(running).rejects.toThrow('stop');
    expect(model.begun).toEqual(['a']);
  });

  it('leaves a model that does not stop when it is told to, for the one who stops it and for the next', async () => {
    const timer = handTimer();
    const deaf: ChatModel = {
      ...scriptedModel(() => []),
      generate: async function* () {
        begun++;
        if (begun === 1) await new Promise(() => undefined);
        yield { kind: 'reply', reply: replyOf('x') };
      },
    };
    let begun = 0;
    const queue = createChatQueue(only(deaf), { timer, silenceTimeout: 60_000 });
    const stop = new AbortController();
    const running = read(queue.ask(request('a'), { signal: stop.signal })).catch((error: unknown) => error);
    const next = read(queue.ask(request('b')));
    await settle();
    const reason = new Error('stop');
    stop.abort(reason);
    await settle();
    timer.fire(5_000);
    expect(await running).toBe(reason);
    expect(kinds(await next).at(-1)).toBe('reply');
  });

  it('begins nothing for a call that is aborted while it is asked which model is chosen', async () => {
    const stop = new AbortController();
    const model = scriptedModel(() => ['x']);
    let asked = 0;
    const chat = async () => {
      if (++asked === 2) stop.abort(new Error('stop'));
      return model;
    };
    const queue = createChatQueue({ chat }, { timer: handTimer() });
    await expect(read(queue.ask(request('a'), { signal: stop.signal }))).rejects.toThrow('stop');
    expect(model.begun).toEqual([]);
  });

  it('takes as many calls as the model that stands in its place by then', async () => {
    const timer = handTimer();
    const busy = scriptedModel(() => new ModelError('busy', { traits: ['worth another try'] }), 3);
    const { passed, open } = gate();
    const single = scriptedModel(() => [passed, 'x']);
    let chosen = busy;
    const queue = createChatQueue({ chat: () => Promise.resolve(chosen) }, { timer, backOff: [100] });
    const all = ['a', 'b', 'c'].map((one) => read(queue.ask(request(one))));
    await settle();
    chosen = single;
    timer.fire();
    await settle();
    open();
    await Promise.all(all);
    expect([busy.begun.length, single.begun.length, single.most]).toEqual([3, 3, 1]);
  });

  it('tries again, later each time, where that may help, and gives the last error up', async () => {
    const timer = handTimer();
    const busy = new ModelError('busy', { traits: ['worth another try'] });
    const model = scriptedModel(() => busy);
    const queue = createChatQueue(only(model), { timer, backOff: [100, 200] });
    const outcome = read(queue.ask(request('a'))).catch((error: unknown) => error);
    for (let round = 0; round < 3; round++) {
      await settle();
      timer.fire();
    }
    expect(await outcome).toBe(busy);
    expect(timer.set.filter((wait) => wait < 1_000)).toEqual([100, 200]);
    expect(model.begun).toHaveLength(3);
  });

  it('does not repeat a call that is wrong in itself', async () => {
    const model = scriptedModel(() => new ModelError('The prompt is too long.'));
    const queue = createChatQueue(only(model), { timer: handTimer() });
    await expect(read(queue.ask(request('a')))).rejects.toThrow('too long');
    expect(model.begun).toHaveLength(1);
  });

  it('gives up a model that has fallen silent and asks it once more', async () => {
    const timer = handTimer();
    const model = scriptedModel((_, call) => (call === 1 ? ['so far', new Promise(() => undefined)] : ['whole']));
    const queue = createChatQueue(only(model), { timer, silenceTimeout: 60_000, backOff: [100] });
    const events = read(queue.ask(request('a')));
    await settle();
    timer.fire(60_000);
    await settle();
    timer.fire();
    const heard = await events;
    expect(kinds(heard)).toEqual(['delta', 'restart', 'delta', 'reply']);
    expect(heard[1]?.kind === 'restart' && inEnglish(heard[1].reason)).toBe(
      'The model has been silent for 60 seconds. Trying again.',
    );
    expect(model.aborted).toEqual(['a']);
  });

  it('waits for its first words anew whenever another call to the same place gets some', async () => {
    const timer = handTimer();
    const { passed, open } = gate();
    const never = new Promise(() => undefined);
    const model = scriptedModel(
      ({ messages }) => (messages[0]?.content === 'a' ? [passed, 'so far', never] : [never]),
      2,
    );
    const queue = createChatQueue(only(model), { timer });
    const timeouts = { first: 60_000, next: 30_000, trustsSigns: false };
    const left = new AbortController();
    const both = ['a', 'b'].map((one) =>
      read(queue.ask(request(one), { timeouts, signal: left.signal })).catch((error: unknown) => error),
    );
    await settle();
    expect(timer.set).toEqual([60_000, 60_000]);
    open();
    await settle();
    expect(timer.set.slice(2).sort((one, other) => one - other)).toEqual([30_000, 60_000]);
    left.abort(new Error('left'));
    expect(await Promise.all(both)).toEqual([left.signal.reason, left.signal.reason]);
  });

  it('hands a reply out that cannot be kept', async () => {
    const cache: ReplyCache = {
      get: () => Promise.resolve(undefined),
      put: () => Promise.reject(new Error('The disk is full.')),
      removeDocuments: () => Promise.resolve(),
      allowDocuments: () => Promise.resolve(),
    };
    const queue = createChatQueue(only(scriptedModel(() => ['x'])), { timer: handTimer(), cache });
    const owner = { collection: 'c', documentIds: ['d'] };
    expect(kinds(await read(queue.ask(request('a', { owner }))))).toEqual(['delta', 'reply']);
  });

  it('keeps a reply before it hands it out, and never asks for the same again', async () => {
    const kept = new Map<string, ChatReply>();
    const cache: ReplyCache = {
      get: (key) => Promise.resolve(kept.get(key)),
      put: (key, reply) => Promise.resolve(void kept.set(key, reply)),
      removeDocuments: () => Promise.resolve(),
      allowDocuments: () => Promise.resolve(),
    };
    const model = scriptedModel(() => ['x']);
    const queue = createChatQueue(only(model), { timer: handTimer(), cache });
    const owner = { collection: 'c', documentIds: ['d'] };
    for await (const event of queue.ask(request('a', { owner }))) if (event.kind === 'reply') expect(kept.size).toBe(1);
    expect(kinds(await read(queue.ask(request('a', { owner }))))).toEqual(['remembered', 'reply']);
    await read(queue.ask(request('a', { owner, promptVersion: '2' })));
    await read(queue.ask(request('a', { owner, temperature: 1 })));
    await read(queue.ask(request('a')));
    expect(model.begun).toHaveLength(4);
  });

  it('asks anew in other words where that is wanted, and keeps what came in place of the earlier reply', async () => {
    const sent: ChatRequest[] = [];
    const model = scriptedModel((one, call) => {
      sent.push(one);
      return [`reply ${String(call)}`];
    });
    const cache = memoryReplies();
    const queue = createChatQueue(only(model), { timer: handTimer(), cache });
    const owner = { collection: 'c', documentIds: ['d'] };
    const ask = async (more: Partial<QueuedRequest> = {}) =>
      (await read(queue.ask(request('a', { owner, ...more })))).at(-1);
    await ask();
    expect(await ask({ anew: 40 })).toMatchObject({ reply: { text: 'reply 2' } });
    expect(await ask()).toMatchObject({ reply: { text: 'reply 2' } });
    expect(sent.map(({ seed }) => seed)).toEqual([undefined, 40]);
    expect(sent[1]?.temperature).toBeGreaterThan(0);
    expect(sent[1]).not.toHaveProperty('anew');
    expect(cache.kept.size).toBe(1);
  });

  it('asks anew though the same is being asked, and waits for nobody', async () => {
    const { passed, open } = gate();
    const model = scriptedModel((_request, call) => (call === 1 ? [passed, 'first'] : ['second']), 2);
    const queue = createChatQueue(only(model), { timer: handTimer(), cache: memoryReplies() });
    const owner = { collection: 'c', documentIds: ['d'] };
    const first = read(queue.ask(request('a', { owner })));
    await settle();
    expect((await read(queue.ask(request('a', { owner, anew: 1 })))).at(-1)).toMatchObject({
      reply: { text: 'second' },
    });
    open();
    await first;
  });

  it('asks once for what two want at the same time, where one waits for the other', async () => {
    const model = scriptedModel(() => ['x']);
    const queue = createChatQueue(only(model), { timer: handTimer(), cache: memoryReplies() });
    const owner = { collection: 'c', documentIds: ['d'] };
    const ask = () => read(queue.ask(request('a', { owner })));
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(kinds(first)).toEqual(['delta', 'reply']);
    expect(kinds(second)).toEqual(['waiting', 'remembered', 'reply']);
    expect(model.begun).toEqual(['a']);
  });

  it('a question to one model does not stop the calls that another one answers elsewhere', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = scriptedModel(() => [released, 'read'], 4);
    const base = scriptedModel(() => ['answered']);
    const info = { ...base.info, choice: { provider: 'webllm', model: 'small' } } as const;
    const inTab: ChatModel = Object.assign(base, { info });
    const queue = createChatQueue(
      { chat: async (purpose) => (purpose === 'reading' ? server : inTab) },
      { timer: handTimer() },
    );
    const reading = [1, 2, 3, 4].map((at) => read(queue.ask(request(String(at), { purpose: 'reading' }))));
    await vi.waitFor(() => expect(server.begun).toHaveLength(4));
    await read(queue.ask(request('a question', { priority: 'question' })));
    release();
    await Promise.all(reading);
    expect(server.aborted).toEqual([]);
    expect(server.begun).toHaveLength(4);
  });
});

describe('two who ask the same at the same time', () => {
  const owner = { collection: 'c', documentIds: ['d'] };
  const twice = (cache?: ReplyCache) => {
    const { passed, open } = gate();
    const model = scriptedModel(() => [passed, 'the answer'], 2);
    const queue = createChatQueue(only(model), { timer: handTimer(), ...(cache && { cache }) });
    return {
      model,
      open,
      ask: (signal?: AbortSignal) => read(queue.ask(request('a', { owner }), signal && { signal })),
    };
  };

  it('are answered by one call, whether the reply could be kept or not', async () => {
    for (const cache of [memoryReplies(), undefined]) {
      const { model, open, ask } = twice(cache);
      const both = [ask(), ask()];
      await settle();
      open();
      const [first = [], second = []] = await Promise.all(both);
      expect(kinds(first)).toEqual(['delta', 'reply']);
      expect(kinds(second)).toEqual(['remembered', 'reply']);
      expect(model.begun).toEqual(['a']);
    }
  });

  it('are answered also when the first of them leaves', async () => {
    const { model, open, ask } = twice(memoryReplies());
    const leaving = new AbortController();
    const [first, second] = [ask(leaving.signal), ask()];
    await settle();
    leaving.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    open();
    expect((await second).at(-1)).toMatchObject({ reply: { text: 'the answer' } });
    expect(model.begun).toEqual(['a', 'a']);
  });

  it('are answered also when the second of them leaves', async () => {
    const { model, open, ask } = twice(memoryReplies());
    const leaving = new AbortController();
    const [first, second] = [ask(), ask(leaving.signal)];
    await settle();
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    open();
    expect((await first).at(-1)).toMatchObject({ reply: { text: 'the answer' } });
    expect(model.aborted).toEqual([]);
  });
});
