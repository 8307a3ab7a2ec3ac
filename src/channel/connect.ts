import {
  isAsyncIterable,
  type Reply,
  onNote,
  sendNote,
  type Note,
  type Wire,
  packArguments,
  type ArgumentsToSend,
  type Callback,
} from './arguments';
import { unpackError, packError, WorkerError } from './errors';
import { message, type Message } from '../core/message';
import { transfer as moveAlong, wrap, type Remote } from 'comlink';
import { createWatchdog, type Watchdog } from './watchdog';

export interface Closable {
  /** Ends the channel: rejects the open calls and stops what runs for them on the other side. */
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

export interface ConnectOptions {
  /** Milliseconds of silence during a call after which the other side counts as dead; default 20 000, Infinity for never. */
  readonly silenceMs?: number;
  /** Called once when the other side has died: silent, crashed or gone. Not called by `close`. */
  readonly onSilence?: (error: WorkerError) => void;
  /** Name of the other side in messages, such as "The engine". */
  readonly name?: Message;
  /** Settles when the other side is known to have died, with the reason if there is one. */
  readonly died?: Promise<unknown>;
}

interface SentCall {
  readonly id: number;
  readonly reply: Promise<Reply>;
  readonly signals: ReadonlyMap<number, AbortSignal>;
}

/** The calling end of a channel: numbers the calls, keeps what they left open, and fails them all when the other side dies. */
class Link {
  readonly #port: MessagePort;
  readonly #remote: Remote<Wire>;
  readonly #watchdog: Watchdog;
  readonly #options: ConnectOptions;
  readonly #pending = new Set<(error: unknown) => void>();
  readonly #callbacks = new Map<number, ReadonlyMap<number, Callback>>();
  readonly #stopForwarding = new Map<number, () => void>();
  #failure: WorkerError | undefined;
  #count = 0;

  constructor(port: MessagePort, options: ConnectOptions) {
    this.#port = port;
    this.#options = options;
    const { silenceMs = 20_000 } = options;
    const ask = () => sendNote(port, { note: 'ping' });
    this.#watchdog = createWatchdog(silenceMs, ask, () =>
      this.#die(new WorkerError(message`${this.#name} has not answered for ${silenceMs / 1000} seconds.`)),
    );
    this.#remote = wrap<Wire>(port);
    onNote(
      port,
      (note) => this.#receive(note),
      () => this.#watchdog.heard(),
    );
    port.addEventListener('close', () => this.#die(new WorkerError(message`${this.#name} has stopped.`)));
    const crash = (reason: unknown) => this.#crash(reason);
    options.died?.then(crash, crash);
    port.start();
  }

  call(method: string, args: readonly unknown[]): SentCall {
    const id = ++this.#count;
    const sent = packArguments(args);
    if (sent.callbacks.size > 0) this.#callbacks.set(id, sent.callbacks);
    const reply = this.#request(() => this.#remote.call(id, method, moveAlong(sent.packed, sent.transfers)));
    this.#forwardAborts(id, sent);
    return { id, reply, signals: sent.signals };
  }

  next(id: number): Promise<Reply> {
    return this.#request(() => this.#remote.next(id));
  }

  stop(id: number): Promise<Reply> {
    return this.#request(() => this.#remote.stop(id));
  }

  /** Forgets a call's signals and callbacks once its last answer is in. */
  end(id: number): void {
    this.#callbacks.delete(id);
    this.#stopForwarding.get(id)?.();
    this.#stopForwarding.delete(id);
  }

  close(): void {
    if (this.#failure) return;
    sendNote(this.#port, { note: 'closed' });
    this.#fail(new WorkerError(message`${this.#name} was closed.`));
  }

  get #name(): Message {
    return this.#options.name ?? message`A worker`;
  }

  #request(send: () => Promise<Reply>): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      this.#watchdog.watch(true);
      const settle = () => {
        this.#pending.delete(reject);
        if (this.#pending.size === 0) this.#watchdog.watch(false);
      };
      void send().then(resolve, reject).finally(settle);
    });
  }

  #forwardAborts(call: number, { signals }: ArgumentsToSend): void {
    if (signals.size === 0) return;
    const listening = new AbortController();
    this.#stopForwarding.set(call, () => listening.abort());
    for (const [slot, signal] of signals) {
      const forward = () => sendNote(this.#port, { note: 'abort', call, slot, reason: packError(signal.reason) });
      signal.addEventListener('abort', forward, { once: true, signal: listening.signal });
    }
  }

  #receive(note: Note): void {
    if (note.note === 'callback') this.#callbacks.get(note.call)?.get(note.slot)?.(...note.args);
    if (note.note === 'failed') this.#crash(unpackError(note.error));
  }

  #crash(cause: unknown): void {
    this.#die(cause instanceof WorkerError ? cause : new WorkerError(message`${this.#name} has crashed.`, { cause }));
  }

  #die(error: WorkerError): void {
    if (this.#failure) return;
    this.#fail(error);
    this.#options.onSilence?.(error);
  }

  #fail(error: WorkerError): void {
    this.#failure = error;
    for (const reject of this.#pending) reject(error);
    for (const stop of this.#stopForwarding.values()) stop();
    this.#pending.clear();
    this.#callbacks.clear();
    this.#stopForwarding.clear();
    this.#watchdog.watch(false);
    this.#port.close();
  }
}
