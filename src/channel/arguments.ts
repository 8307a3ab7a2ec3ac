import { type PackedError, packError, unpackError } from './errors';

/** Requests carried by comlink. None of them ever rejects: what was thrown is a reply too, so that its cause survives. */
export interface Wire {
  call(id: number, method: string, packed: PackedArguments): Promise<Reply>;
  /** Pulls the next item of the stream that call `id` opened. */
  next(id: number): Promise<Reply>;
  /** Ends that stream early; replies once its generator has cleaned up. */
  stop(id: number): Promise<Reply>;
}

export type Reply =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'stream' }
  | { readonly kind: 'done' }
  | { readonly kind: 'thrown'; readonly error: PackedError }
  /** The call threw the reason of its own signal in this slot; the caller has the original. */
  | { readonly kind: 'aborted'; readonly slot: number };

/** One-way messages beside comlink's own, which passes over them since they have neither id nor type. */
export type Note =
  | { readonly note: 'abort'; readonly call: number; readonly slot: number; readonly reason: PackedError }
  | { readonly note: 'callback'; readonly call: number; readonly slot: number; readonly args: readonly unknown[] }
  | { readonly note: 'ping' }
  | { readonly note: 'pong' }
  | { readonly note: 'closed' }
  | { readonly note: 'failed'; readonly error: PackedError };

export function sendNote(port: MessagePort, note: Note, transfers: readonly Transferable[] = []): void {
  port.postMessage(note, [...transfers]);
}

/** Listens to the notes on a port; `onAny` hears every message, comlink's included. */
export function onNote(port: MessagePort, listener: (note: Note) => void, onAny?: () => void): void {
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    onAny?.();
    if (isNote(data)) listener(data);
  });
}

function isNote(data: unknown): data is Note {
  return typeof data === 'object' && data !== null && 'note' in data;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

export type Callback = (...args: readonly unknown[]) => unknown;

/** Arguments without their signals and functions, which are listed in `live`; the slot of each is its index there. */
interface PackedArguments {
  readonly values: readonly unknown[];
  readonly live: readonly LivePart[];
}

/** `key` is there when it was in an options object at that index. */
interface LivePart {
  readonly index: number;
  readonly key?: string;
  readonly kind: 'signal' | 'callback';
  readonly aborted?: PackedError;
}

export interface ArgumentsToSend {
  readonly packed: PackedArguments;
  readonly signals: ReadonlyMap<number, AbortSignal>;
  readonly callbacks: ReadonlyMap<number, Callback>;
  readonly transfers: Transferable[];
}

/** Takes signals and functions out of a call's arguments, and out of the top level of options objects. */
export function packArguments(args: readonly unknown[]): ArgumentsToSend {
  const live: LivePart[] = [];
  const signals = new Map<number, AbortSignal>();
  const callbacks = new Map<number, Callback>();
  const takeOut = (value: unknown, index: number, key?: string): boolean => {
    const place = { index, ...(key !== undefined && { key }) };
    if (value instanceof AbortSignal) {
      signals.set(live.length, value);
      live.push({ ...place, kind: 'signal', ...(value.aborted && { aborted: packError(value.reason) }) });
      return true;
    }
    if (!isCallback(value)) return false;
    callbacks.set(live.length, value);
    live.push({ ...place, kind: 'callback' });
    return true;
  };
  const values = args.map((arg, index) => {
    if (takeOut(arg, index)) return undefined;
    if (!isPlain(arg)) return arg;
    const kept = Object.entries(arg).filter(([key, value]) => !takeOut(value, index, key));
    return kept.length === Object.keys(arg).length ? arg : Object.fromEntries(kept);
  });
  return { packed: { values, live }, signals, callbacks, transfers: transfersOf(...args) };
}

interface ReceivedArguments {
  readonly args: readonly unknown[];
  readonly controllers: ReadonlyMap<number, AbortController>;
}

/** Restores the arguments; `call` sends a callback's arguments back to where it lives. */
export function unpackArguments(
  packed: PackedArguments,
  call: (slot: number, args: readonly unknown[]) => void,
): ReceivedArguments {
  const args: unknown[] = [...packed.values];
  const controllers = new Map<number, AbortController>();
  packed.live.forEach((part, slot) => {
    const value = part.kind === 'callback' ? (...sent: readonly unknown[]) => call(slot, sent) : receiveSignal(part);
    if (value instanceof AbortController) controllers.set(slot, value);
    const put = value instanceof AbortController ? value.signal : value;
    if (part.key === undefined) args[part.index] = put;
    else args[part.index] = { ...(args[part.index] as object), [part.key]: put };
  });
  return { args, controllers };
}

function receiveSignal(part: LivePart): AbortController {
  const controller = new AbortController();
  if (part.aborted) controller.abort(unpackError(part.aborted));
  return controller;
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const lists = new WeakMap<object, readonly Transferable[]>();

/** Marks an argument, a result or a streamed item so that the listed buffers and ports inside it move instead of being copied. */
export function transfer<T extends object>(value: T, transfers: readonly Transferable[]): T {
  lists.set(value, transfers);
  return value;
}

/** The buffers and ports to move with these values. A port as a value of its own is always moved, since it cannot be copied. */
export function transfersOf(...values: readonly unknown[]): Transferable[] {
  return values.flatMap((value) => {
    if (value instanceof MessagePort) return [value];
    return typeof value === 'object' && value !== null ? (lists.get(value) ?? []) : [];
  });
}
