import type { EngineApi } from '../core/engine/api';

/** What the page needs from the shell around it. Tests hand in a short object. */
export interface Shell {
  /** Resolves once the engine runs under the service worker's policy. */
  connect(): Promise<EngineApi>;
  /** Reports the number of requests that left the origin, now and on each change. */
  watchOutside(listener: (count: number) => void): void;
  /** Reports that a newer version waits; `apply` reloads into it. */
  watchUpdate(listener: (apply: () => void) => void): void;
}
