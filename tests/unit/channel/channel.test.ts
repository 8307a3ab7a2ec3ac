import { afterEach, describe, expect, it, vi } from 'vitest';
import { connect, serve, transfer, WorkerError } from '../../../src/channel';
import type { Closable, ConnectOptions } from '../../../src/channel';
import { hasTrait, ModelError, ParseError, StorageError } from '../../../src/core/errors';

const open: Closable[] = [];

function link<T extends object>(api: T, options?: ConnectOptions): T & Closable {
  const { port1, port2 } = new MessageChannel();
  serve(api, port1);
  const client = connect<T>(port2, options);
  open.push(client);
  return client;
}

afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

function untilAborted(signal?: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal?.reason as Error);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
  });
}

describe('calls', () => {
  it('return what the method returns, with this and all arguments', async () => {
    const api = {
      base: 40,
      add(a: number, b: { readonly c: number }) {
        return Promise.resolve(this.base + a + b.c);
      },
    };
    expect(await link(api).add(1, { c: 1 })).toBe(42);
  });

  it('are made once, when called, whether the result is awaited or not', async () => {
    const count = vi.fn(() => Promise.resolve('counted'));
    const client = link({ count, last: () => Promise.resolve(count.mock.calls.length) });
    const call = client.count();
    await call;
    await call;
    expect(await client.last()).toBe(1);
  });

  it('run side by side', async () => {
    const gate: { open?: () => void } = {};
    const client = link({
      wait: () => new Promise<string>((resolve) => (gate.open = () => resolve('waited'))),
      pass: () => Promise.resolve(gate.open?.()),
    });
    const waited = client.wait();
    await client.pass();
    expect(await waited).toBe('waited');
  });

  it('move transferred buffers both ways instead of copying them', async () => {
    const client = link({
      double: (numbers: Int32Array<ArrayBuffer>) => {
        const doubled = numbers.map((number) => number * 2);
        return Promise.resolve(transfer({ doubled }, [doubled.buffer]));
      },
    });
    const sent = new Int32Array([1, 2]);
    const { doubled } = await client.double(transfer(sent, [sent.buffer]));
    expect([...doubled]).toEqual([2, 4]);
    expect(sent.byteLength).toBe(0);
  });

  it('move a port that is an argument without being told to', async () => {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    await link({ greet: (port: MessagePort) => Promise.resolve(port.postMessage('hello')) }).greet(port2);
    expect(await heard).toBe('hello');
    port1.close();
  });

  it('of an unknown method are refused by name', async () => {
    const client = link<{ missing?: () => Promise<void> }>({});
    await expect(client.missing?.()).rejects.toThrow('There is no method "missing" on this channel.');
  });

  it('that cannot be sent are rejected, and the channel goes on', async () => {
    const client = link({ take: (value: unknown) => Promise.resolve(typeof value) });
    await expect(client.take({ deep: { inside: () => 1 } })).rejects.toThrow();
    expect(await client.take({})).toBe('object');
  });

  it('whose result cannot be sent are rejected, and the channel goes on', async () => {
    const client = link({
      give: (): Promise<unknown> => Promise.resolve({ f: () => 1 }),
      ok: () => Promise.resolve(1),
    });
    await expect(client.give()).rejects.toThrow();
    expect(await client.ok()).toBe(1);
  });

  it('leave the client itself awaitable', async () => {
    const client = await Promise.resolve(link({ one: () => Promise.resolve(1) }));
    expect(await client.one()).toBe(1);
  });
});

describe('errors', () => {
  const thrower = (error: unknown) => link({ fail: () => Promise.reject(error as Error) }).fail();

  it.each([ParseError, StorageError, ModelError, WorkerError])('keep their class: $name', async (Class) => {
    const error = await thrower(new Class('It broke.')).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Class);
    expect(error).toMatchObject({ name: Class.name, message: 'It broke.' });
  });

  it('keep detail and the whole chain of causes', async () => {
    const root = new RangeError('offset 9');
    const middle = new Error('no such page', { cause: root });
    const thrown = new ParseError('The file cannot be read.', {
      cause: middle,
      detail: 'a.pdf',
      traits: ['worth another try'],
    });
    const error = (await thrower(thrown).catch((caught: unknown) => caught)) as ParseError;
    expect(error.detail).toBe('a.pdf');
    expect(hasTrait(error, 'worth another try')).toBe(true);
    expect(error.cause).toMatchObject({ message: 'no such page' });
    expect((error.cause as Error).cause).toBeInstanceOf(RangeError);
  });

  it('of an unknown class keep their name', async () => {
    const thrown = Object.assign(new Error('odd'), { name: 'OddError' });
    await expect(thrower(thrown)).rejects.toMatchObject({ name: 'OddError', message: 'odd' });
  });

  it('of the platform stay DOMExceptions', async () => {
    const error = await thrower(new DOMException('full', 'QuotaExceededError')).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toMatchObject({ name: 'QuotaExceededError' });
  });

  it('that are no errors arrive as they are', async () => {
    await expect(thrower({ code: 7 })).rejects.toEqual({ code: 7 });
  });

  it('thrown before the first await arrive too', async () => {
    const client = link({
      now: (): Promise<void> => {
        throw new ParseError('at once');
      },
    });
    await expect(client.now()).rejects.toBeInstanceOf(ParseError);
  });
});

describe('signals', () => {
  const api = {
    inOptions: (_name: string, options: { readonly signal?: AbortSignal }) => untilAborted(options.signal),
    plain: (signal: AbortSignal) => untilAborted(signal),
    own: (options: { readonly signal: AbortSignal }) =>
      untilAborted(options.signal).catch(() => Promise.reject(new ParseError('stopped half-way'))),
  };

  it('abort the running method, which rejects with an AbortError', async () => {
    const controller = new AbortController();
    const call = link(api).inOptions('x', { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toBe(controller.signal.reason);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('give the caller its own reason back', async () => {
    const controller = new AbortController();
    const reason = { because: 'a newer question' };
    const call = link(api).plain(controller.signal);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('that were aborted before the call stop it as well', async () => {
    await expect(link(api).plain(AbortSignal.abort('early'))).rejects.toBe('early');
  });

  it('leave the last word to the method', async () => {
    const controller = new AbortController();
    const call = link(api).own({ signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(ParseError);
  });
});

describe('callbacks', () => {
  it('are called in order, before the result arrives', async () => {
    const seen: unknown[] = [];
    const client = link({
      count: (to: number, options: { readonly onProgress: (done: number) => void }) => {
        for (let done = 1; done <= to; done++) options.onProgress(done);
        return Promise.resolve('counted');
      },
    });
    seen.push(await client.count(3, { onProgress: (done) => seen.push(done) }));
    expect(seen).toEqual([1, 2, 3, 'counted']);
  });

  it('may stand as plain arguments', async () => {
    const seen: string[] = [];
    const client = link({ tell: (to: (word: string) => void) => Promise.resolve(to('word')) });
    await client.tell((word) => seen.push(word));
    expect(seen).toEqual(['word']);
  });
});

describe('streams', () => {
  function counter() {
    const log: string[] = [];
    return {
      log,
      api: {
        async *count(to: number, options: { readonly signal?: AbortSignal; readonly failAt?: number } = {}) {
          try {
            for (let n = 1; n <= to; n++) {
              options.signal?.throwIfAborted();
              if (n === options.failAt) throw new StorageError('The disk is full.');
              log.push(`made ${String(n)}`);
              yield await Promise.resolve(n);
            }
          } finally {
            log.push('cleaned up');
          }
        },
      },
    };
  }

  it('arrive item by item to their end', async () => {
    const { api, log } = counter();
    const seen: number[] = [];
    for await (const n of link(api).count(3)) seen.push(n);
    expect(seen).toEqual([1, 2, 3]);
    expect(log.at(-1)).toBe('cleaned up');
  });

  it('make an item only when it is asked for', async () => {
    const { api, log } = counter();
    const items = link(api).count(100)[Symbol.asyncIterator]();
    expect(log).toEqual([]);
    await items.next();
    await items.next();
    expect(log).toEqual(['made 1', 'made 2']);
  });

  it('are ended on the other side when the reader leaves early', async () => {
    const { api, log } = counter();
    for await (const n of link(api).count(100)) if (n === 2) break;
    expect(log).toEqual(['made 1', 'made 2', 'cleaned up']);
  });

  it('stop in their middle when aborted', async () => {
    const { api, log } = counter();
    const controller = new AbortController();
    const seen: number[] = [];
    const read = async () => {
      for await (const n of link(api).count(100, { signal: controller.signal })) {
        seen.push(n);
        if (n === 2) controller.abort();
      }
    };
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual([1, 2]);
    expect(log.at(-1)).toBe('cleaned up');
  });

  it('throw what their generator throws, after the items before it', async () => {
    const seen: number[] = [];
    const read = async () => {
      for await (const n of link(counter().api).count(9, { failAt: 3 })) seen.push(n);
    };
    await expect(read()).rejects.toBeInstanceOf(StorageError);
    expect(seen).toEqual([1, 2]);
  });

  it('may be handed out by a promise', async () => {
    const { api } = counter();
    const client = link({ later: () => Promise.resolve(api.count(2)) });
    const seen: number[] = [];
    for await (const n of await client.later()) seen.push(n);
    expect(seen).toEqual([1, 2]);
  });

  it('say so when a call is iterated that returns none', async () => {
    const client = link({ one: () => Promise.resolve(1) as unknown as AsyncIterable<number> });
    const read = async () => {
      for await (const n of client.one()) expect(n).toBeUndefined();
    };
    await expect(read()).rejects.toThrow('This call does not return a stream.');
  });
});

describe('a side that goes away', () => {
  it('closing rejects what is owed and every later call, and stops the work over there', async () => {
    const stopped = vi.fn();
    const client = link({
      wait: (options: { readonly signal: AbortSignal }) => {
        options.signal.addEventListener('abort', stopped);
        return untilAborted(options.signal);
      },
    });
    const call = client.wait({ signal: new AbortController().signal });
    client.close();
    await expect(call).rejects.toBeInstanceOf(WorkerError);
    await expect(client.wait({ signal: new AbortController().signal })).rejects.toBeInstanceOf(WorkerError);
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce());
  });

  it('a port that closes rejects what is owed and reports it once, where the platform tells of it', async () => {
    const { port1, port2 } = new MessageChannel();
    const onSilence = vi.fn();
    serve({ wait: () => new Promise<void>(() => undefined) }, port1);
    const client = connect<{ wait(): Promise<void> }>(port2, { onSilence, name: 'The reader' });
    const call = client.wait();
    port1.close();
    await expect(call).rejects.toMatchObject({ name: 'WorkerError', message: 'The reader has stopped.' });
    expect(onSilence).toHaveBeenCalledOnce();
  });

  it('a death that is known elsewhere rejects what is owed, with its reason as the cause', async () => {
    const reason = new Error('out of memory');
    const { port2 } = new MessageChannel();
    const client = connect<{ wait(): Promise<void> }>(port2, { died: Promise.resolve(reason), name: 'The engine' });
    await expect(client.wait()).rejects.toMatchObject({ message: 'The engine has crashed.', cause: reason });
  });

  it('a side that never answers is given up, streams included', async () => {
    const { port1, port2 } = new MessageChannel();
    const onSilence = vi.fn();
    const client = connect<{ wait(): Promise<void>; count(): AsyncIterable<number> }>(port2, {
      silenceMs: 20,
      onSilence,
    });
    const items = client.count()[Symbol.asyncIterator]().next();
    await expect(client.wait()).rejects.toBeInstanceOf(WorkerError);
    await expect(items).rejects.toBeInstanceOf(WorkerError);
    expect(onSilence).toHaveBeenCalledOnce();
    port1.close();
  });

  it('a slow method of a living side is waited for', async () => {
    const client = link(
      { slow: () => new Promise<string>((resolve) => setTimeout(resolve, 200, 'done')) },
      { silenceMs: 20 },
    );
    expect(await client.slow()).toBe('done');
  });
});
