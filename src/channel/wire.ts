import type { PackedArguments } from './arguments';
import type { PackedError } from './errors';

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
