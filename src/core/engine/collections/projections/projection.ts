import type { CallOptions } from '../../../platform';
import type { TableChange } from '../../../ports/collections';
import type { Snapshot } from '../snapshot';

/** Something in memory that follows from the tables of a collection. Registered once, it learns of each change. */
export interface Projection {
  /** Follows a durable change. `after` has it. */
  follow(change: TableChange, after: Snapshot): void;
  /** Holds no longer for what comes: the tables are read from disk. What is in use may stay until `load`. */
  forget(): void;
  /** Called once tables were read. Missing where nothing is needed before it is asked for. */
  load?(read: Snapshot, part: TablesRead, options: CallOptions): Promise<void>;
}

/** Tables that were just read: those of texts, all others after them, or all at once. */
export type TablesRead = 'texts' | 'rest' | 'all';
