import type { EngineApi } from '../core/engine/api';
import type { LedgerView } from './ledger';
import type { ModelRoom } from './models/model-room';

/** What the page needs from the shell around it. Tests hand in a short object. */
export interface Shell {
  /** Resolves once the engine runs under the service worker's policy. */
  connect(): Promise<EngineApi>;
  /** Where models run; nothing of it is started before it is used. */
  readonly models: ModelRoom;
  /** Reports the requests for other origins, now and on each change. */
  watchLedger(listener: (ledger: LedgerView) => void): void;
  /** Whether nothing may be downloaded; the service worker keeps it and enforces it. */
  sealed(): Promise<boolean>;
  /** Switches that on or off, durably; in every tab, what is under way to the model hosts is ended. */
  seal(sealed: boolean): Promise<void>;
  /** Calls back when any tab switched it. What is still under way is ended once the callbacks have resolved. */
  watchSeal(listener: (sealed: boolean) => Promise<void>): void;
  /** Reports that a newer version waits; `apply` reloads into it. */
  watchUpdate(listener: (apply: () => void) => void): void;
}
