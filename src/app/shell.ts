import type { EngineApi } from '../core/engine/api';
import type { LedgerView } from './ledger';
import type { ModelRoom } from './models/model-room';
import type { Policy } from './service-worker-client';

/** What the page needs from the shell around it. Tests hand in a short object. */
export interface Shell {
  /** Resolves once the engine runs under the service worker's policy. */
  connect(): Promise<EngineApi>;
  /** Where models run; nothing of it is started before it is used. */
  readonly models: ModelRoom;
  /** Reports the requests for other origins, now and on each change. */
  watchLedger(listener: (ledger: LedgerView) => void): void;
  /** What may leave this machine; the service worker keeps it and enforces it. */
  policy(): Promise<Policy>;
  /** Seals, or unseals, durably; in every tab, what is under way to other hosts is ended. */
  seal(sealed: boolean): Promise<void>;
  /** Allows these model servers beyond this machine, by origin, and no other, durably; in every tab, what is under way to others is ended. */
  allowServers(servers: readonly string[]): Promise<void>;
  /** Calls back when any tab changed it. What is still under way is ended once the callbacks have resolved. */
  watchPolicy(listener: (policy: Policy) => Promise<void>): void;
  /** Reports that a newer version waits; `apply` reloads into it. */
  watchUpdate(listener: (apply: () => void) => void): void;
}
