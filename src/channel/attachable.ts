import { serve } from './serve';

/** A worker's api that more than one caller may use, each on a port of its own. */
export interface Attachable {
  /**
   * Serves one more caller on this port, which is transferred. Resolves once that caller has gone, of which `gone` tells; rejects with
   * WorkerError when the worker dies. So the one who started the worker knows how long the port is of use.
   */
  attach(port: MessagePort, gone: AbortSignal): Promise<void>;
}

/** The same api, open to more callers. Later callers get the api itself, `attach` left out. */
export function attachable<T extends object>(api: T): T & Attachable {
  return Object.assign(api, {
    attach: (port: MessagePort, gone: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const end = serve(api, port);
        const leave = (): void => {
          end();
          resolve();
        };
        if (gone.aborted) leave();
        else gone.addEventListener('abort', leave, { once: true });
      }),
  });
}
