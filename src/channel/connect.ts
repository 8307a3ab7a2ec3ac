import { isAsyncIterable } from './async-iterable';
import { Link, type ConnectOptions, type SentCall } from './link';
import { unpackError } from './pack-error';
import type { Reply } from './wire';

export interface Closable {
  /** Ends the channel: what is still owed is rejected, what still runs for it over there is stopped. */
  close(): void;
}

/**
 * The other end of `serve`, with the served object's own type: each method returns a promise or an async iterable.
 * A call is sent once, when it is made; its result can be awaited or, where it is a stream, iterated, item by item on demand.
 * A `close` of the served object itself is out of reach.
 */
export function connect<T extends object>(port: MessagePort, options: ConnectOptions = {}): T & Closable {
  const link = new Link(port, options);
  const methods = new Map<string, (...args: readonly unknown[]) => unknown>([['close', () => link.close()]]);
  const get = (_target: object, key: string | symbol) => {
    if (typeof key !== 'string' || key === 'then') return undefined; // an awaited client is itself
    const known = methods.get(key);
    if (known) return known;
    const method = (...args: readonly unknown[]) => result(link, link.call(key, args));
    methods.set(key, method);
    return method;
  };
  return new Proxy({}, { get }) as T & Closable;
}

function result(link: Link, call: SentCall): Promise<unknown> & AsyncIterable<unknown> {
  const outcome = receive(link, call, call.reply).then((reply) => {
    if (reply.kind === 'stream') return stream(link, call);
    link.end(call.id);
    return reply.kind === 'value' ? reply.value : undefined;
  });
  const iterate = async function* () {
    const items = await outcome;
    if (!isAsyncIterable(items)) throw new TypeError('This call does not return a stream.');
    yield* items;
  };
  return Object.assign(outcome, { [Symbol.asyncIterator]: iterate });
}

function stream(link: Link, call: SentCall): AsyncIterableIterator<unknown> {
  let over = false;
  const end = (): IteratorReturnResult<unknown> => {
    over = true;
    link.end(call.id);
    return { done: true, value: undefined };
  };
  const pull = async (): Promise<IteratorResult<unknown>> => {
    if (over) return end();
    const reply = await receive(link, call, link.next(call.id)).catch((error: unknown) => {
      end();
      throw error;
    });
    return reply.kind === 'value' ? { done: false, value: reply.value } : end();
  };
  const leave = async (): Promise<IteratorResult<unknown>> => {
    if (over) return end();
    over = true;
    await receive(link, call, link.stop(call.id)).finally(end);
    return end();
  };
  const items = { next: pull, return: leave, [Symbol.asyncIterator]: () => items };
  return items;
}

/** Throws what the other side threw. */
async function receive(link: Link, call: SentCall, reply: Promise<Reply>): Promise<Reply> {
  const received = await reply;
  if (received.kind !== 'aborted' && received.kind !== 'thrown') return received;
  link.end(call.id);
  throw received.kind === 'aborted' ? call.signals.get(received.slot)?.reason : unpackError(received.error);
}
