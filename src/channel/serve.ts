import { expose, transfer as moveAlong } from 'comlink';
import { onAbort } from '../core/async';
import {
  isAsyncIterable,
  onNote,
  sendNote,
  type Note,
  type Reply,
  type Wire,
  unpackArguments,
  transfersOf,
} from './arguments';
import { packError, unpackError, WorkerError } from './errors';

interface OpenCall {
  readonly controllers: ReadonlyMap<number, AbortController>;
  stream?: AsyncIterator<unknown>;
}

/**
 * Offers the methods of `api` on a port to one `connect`. A method may return a value, a promise or an async iterable;
 * it gets its caller's signals and callbacks as if they were its own. Callbacks are one-way and return nothing.
 * Returns how to end it. Call that when the caller has died: in some browsers a port does not report it.
 */
export function serve(api: object, port: MessagePort): () => void {
  const calls = new Map<number, OpenCall>();
  const end = (): void => {
    leave(calls);
    port.close();
  };
  onNote(port, (note) => hear(note, calls, { port, end }));
  port.addEventListener('close', end);
  expose(createWire(api, port, calls), port);
  return end;
}

interface Served {
  readonly port: MessagePort;
  readonly end: () => void;
}

function createWire(api: object, port: MessagePort, calls: Map<number, OpenCall>): Wire {
  return {
    call: (id, method, packed) => {
      const { args, controllers } = unpackArguments(packed, (slot, sent) =>
        sendNote(port, { note: 'callback', call: id, slot, args: sent }, transfersOf(...sent)),
      );
      const call: OpenCall = { controllers };
      calls.set(id, call);
      return answer(calls, id, call, () => invoke(api, method, args, call));
    },
    next: (id) => {
      const call = calls.get(id);
      return answer(calls, id, call, () => pull(call));
    },
    stop: (id) => {
      const call = calls.get(id);
      calls.delete(id);
      return answer(calls, id, call, async () => {
        await call?.stream?.return?.();
        return { kind: 'done' };
      });
    },
  };
}

async function invoke(api: object, method: string, args: readonly unknown[], call: OpenCall): Promise<Reply> {
  const target: unknown = Reflect.get(api, method);
  if (typeof target !== 'function') throw new TypeError(`There is no method "${method}" on this channel.`);
  const result: unknown = await Reflect.apply(target, api, args);
  if (!isAsyncIterable(result)) return { kind: 'value', value: result };
  call.stream = result[Symbol.asyncIterator]();
  return { kind: 'stream' };
}

async function pull(call: OpenCall | undefined): Promise<Reply> {
  const item = await call?.stream?.next();
  return !item || item.done ? { kind: 'done' } : { kind: 'value', value: item.value };
}

/** A call stays open only while its stream does: signals and callbacks end with it. */
async function answer(
  calls: Map<number, OpenCall>,
  id: number,
  call: OpenCall | undefined,
  run: () => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await run();
    if (reply.kind === 'done' || !call?.stream) calls.delete(id);
    return reply.kind === 'value' ? moveAlong(reply, transfersOf(reply.value)) : reply;
  } catch (thrown) {
    calls.delete(id);
    const abort = [...(call?.controllers ?? [])].find(([, { signal }]) => signal.aborted && signal.reason === thrown);
    return abort ? { kind: 'aborted', slot: abort[0] } : { kind: 'thrown', error: packError(thrown) };
  }
}

function hear(note: Note, calls: ReadonlyMap<number, OpenCall>, { port, end }: Served): void {
  if (note.note === 'ping') sendNote(port, { note: 'pong' });
  if (note.note === 'abort') calls.get(note.call)?.controllers.get(note.slot)?.abort(unpackError(note.reason));
  if (note.note === 'closed') end();
}

/** Stops what still runs for a caller that has gone. */
function leave(calls: Map<number, OpenCall>): void {
  const gone = new WorkerError('The caller has gone.');
  for (const call of calls.values()) {
    for (const controller of call.controllers.values()) controller.abort(gone);
    call.stream?.return?.().catch(() => undefined); // nobody is left to receive the error
  }
  calls.clear();
}

/** A worker's api that more than one caller may use, each on a port of its own. */
export interface Attachable {
  /**
   * Serves one more caller on this port, which is transferred. Resolves once `gone` aborts, since that caller has ended. Rejects with
   * WorkerError when the worker dies, so that the page knows how long the port is of use.
   */
  attach(port: MessagePort, gone: AbortSignal): Promise<void>;
}

/** The same api, open to more callers. Later callers get the api itself, `attach` left out. */
export function attachable<T extends object>(api: T): T & Attachable {
  return Object.assign(api, {
    attach: (port: MessagePort, gone: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const end = serve(api, port);
        onAbort(gone, () => {
          end();
          resolve();
        });
      }),
  });
}
