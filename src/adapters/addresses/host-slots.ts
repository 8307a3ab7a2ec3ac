import { abortable } from '../../core/async';

/** Requests at a time to one host. By HTTP/2 all go at once; by HTTP/1.1 a browser sends six, and the others wait in it. */
const AT_ONCE = 24;

/**
 * Runs a task as soon as fewer than so many others run for the same host. Throws the signal's reason when aborted
 * before.
 */
type InSlot = <T>(url: string, signal: AbortSignal | undefined, task: () => Promise<T>) => Promise<T>;

interface Host {
  running: number;
  readonly waiting: (() => void)[];
}

export function createHostSlots(atOnce = AT_ONCE): InSlot {
  const hosts = new Map<string, Host>();
  /** Passes a place to the caller that has waited longest. */
  const free = (origin: string, host: Host): void => {
    const next = host.waiting.shift();
    if (next) return next();
    host.running--;
    if (host.running === 0) hosts.delete(origin);
  };
  return async (url, signal, task) => {
    const { origin } = new URL(url);
    const host = hosts.get(origin) ?? { running: 0, waiting: [] };
    hosts.set(origin, host);
    if (host.running >= atOnce) {
      let go = (): void => undefined;
      const turn = new Promise<void>((resolve) => (go = resolve));
      host.waiting.push(go);
      try {
        await abortable(turn, signal);
      } catch (error) {
        const at = host.waiting.indexOf(go);
        if (at >= 0) host.waiting.splice(at, 1);
        else free(origin, host); // its turn had come
        throw error;
      }
    } else host.running++;
    try {
      return await task();
    } finally {
      free(origin, host);
    }
  };
}
