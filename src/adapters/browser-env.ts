import { StorageError } from '../core/errors';
import { message } from '../core/message';
import type { Timer, Clock } from '../core/platform';
import { freeBytes } from './free-bytes';

/** Time in a worker. Yields by a message to itself, which is not throttled as timers are. */
export function browserClock(): Clock {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port2.onmessage = () => waiting.shift()?.();
  return {
    now: () => Date.now(),
    yield: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        port1.postMessage(null);
      }),
  };
}

/** Calls back later; a timer that is called off never fires. */
export function browserTimer(): Timer {
  return {
    after(milliseconds, act) {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}

/** SHA-256 of bytes in hex. */
export async function hashBytes(bytes: Blob): Promise<string> {
  const read = new Uint8Array(await bytes.arrayBuffer());
  const hash = await sha256Bytes(read);
  freeBytes(read);
  return hash;
}

/** Fetches a saved copy from this site. */
export async function fetchCopy(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new StorageError(
      message`The sample could not be loaded from this site (status ${response.status}). Try again later.`,
    );
  }
  return response.blob();
}

/** SHA-256 of bytes, in hex. */
export async function sha256Bytes(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
