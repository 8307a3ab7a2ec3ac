import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { CollectionRecord } from '../../../core/ports/collections';
import type { ConversationItem, WaitingQuestion } from '../../../core/conversations/conversations';
import type { KeptReply } from './record-store';
import type { TurnRecord } from './turn-records';
import { DATABASE_VERSION, migrateDatabase } from '../migrations/database-migrations';

export interface BurrowDatabase extends DBSchema {
  settings: { key: string; value: unknown };
  collections: { key: string; value: CollectionRecord };
  conversations: { key: string; value: ConversationItem; indexes: { collection: string } };
  /** Questions with their answers, by conversation and id. */
  turns: {
    key: [conversation: string, turn: string];
    value: TurnRecord;
    indexes: {
      place: [conversation: string, place: number];
      revision: [conversation: string, revision: number];
      /** Turns that are compared with another one; others have no entry. */
      compared: [conversation: string, comparedWith: string];
      turn: [collection: string, turn: string];
      question: [conversation: string, question: string];
    };
  };
  questions: { key: string; value: WaitingQuestion; indexes: { collection: string } };
  replies: { key: string; value: KeptReply; indexes: { collection: string; owners: string } };
  /** Documents that were deleted, as `collection/document`, so that no call still under way keeps a reply made from them. */
  forgotten: { key: string; value: true };
}

type StoreName = StoreNames<BurrowDatabase>;
export type Transaction<N extends StoreName> = IDBPTransaction<BurrowDatabase, N[], 'readwrite'>;
export type Store<N extends StoreName> = IDBPObjectStore<BurrowDatabase, N[], N, 'readwrite'>;

/** The database, opened at its first use and after each close. */
export interface Database {
  open(): Promise<IDBPDatabase<BurrowDatabase>>;
  /** One transaction, on disk when it resolves. Throws StorageError. */
  change<N extends StoreName>(
    stores: readonly N[],
    act: (transaction: Transaction<N>) => Promise<unknown>,
  ): Promise<void>;
  close(): Promise<void>;
}

export function idbDatabase(name: string): Database {
  let opened: Promise<IDBPDatabase<BurrowDatabase>> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  const open = (): Promise<IDBPDatabase<BurrowDatabase>> => {
    opened ??= openDatabase(name, forget).catch((error: unknown) => {
      forget();
      throw isNewer(error) ? newerDatabase(error) : error;
    });
    return opened;
  };
  return {
    open,
    change: async (stores, act) => {
      const transaction = (await open()).transaction([...stores], 'readwrite', { durability: 'strict' });
      try {
        await Promise.all([act(transaction), transaction.done]);
      } catch (cause) {
        throw recordFailure(cause);
      }
    },
    close: async () => {
      const closing = opened;
      forget();
      (await closing)?.close();
    },
  };
}

function openDatabase(name: string, forget: () => void): Promise<IDBPDatabase<BurrowDatabase>> {
  return openDB<BurrowDatabase>(name, DATABASE_VERSION, {
    upgrade: (db, older, _newer, transaction) => migrateDatabase(db, older, transaction),
    // A newer Burrow in another tab wants to upgrade; this tab opens again at its next use.
    blocking: (_current, _blocked, event) => {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
}

const isNewer = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError';

const newerDatabase = (cause: unknown): StorageError =>
  new StorageError(
    message`The list of your collections was written by a newer Burrow. Reload the page to get the newer version; nothing was changed.`,
    { cause, traits: ['says what was kept'] },
  );

/** A failed write in words: what was kept, and what to do. */
export function recordFailure(cause: unknown): StorageError {
  const full = cause instanceof Error && cause.name === 'QuotaExceededError';
  const why = full
    ? message`the browser's storage is full. Remove a collection or free space on this disk`
    : message`try again`;
  return new StorageError(message`This could not be saved: ${why}. Everything saved before is kept.`, {
    cause,
    traits: ['says what was kept'],
  });
}
