import type { Clock, Collections, ConversationStore, DocumentReader, MentionFinder, TableQueries } from '../ports';

/** Everything the engine is handed: its storage, its readers, its clock. */
export interface EngineEnv {
  readonly collections: Collections;
  readonly conversations: ConversationStore;
  readonly queries: TableQueries;
  readonly reader: DocumentReader;
  readonly mentions: MentionFinder;
  readonly clock: Clock;
  /** SHA-256 of the bytes in hex. */
  readonly hash: (bytes: Blob) => Promise<string>;
  readonly newId: () => string;
  /** Fetches a saved copy from this site. */
  readonly fetchCopy: (url: string) => Promise<Blob>;
  /** Documents read at the same time, at least 1. */
  readonly parallelReads: number;
}
