import { serve } from './serve';

/** A worker's api that more than one caller may use, each on a port of its own. */
export interface Attachable {
  /** Serves one more caller on this port, which is transferred. */
  attach(port: MessagePort): Promise<void>;
}

/** The same api, open to more callers. Later callers get the api itself, `attach` left out. */
export function attachable<T extends object>(api: T): T & Attachable {
  return Object.assign(api, {
    attach: (port: MessagePort): Promise<void> => {
      serve(api, port);
      return Promise.resolve();
    },
  });
}
