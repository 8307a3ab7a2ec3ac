import type { IDBPDatabase, IDBPObjectStore, IDBPTransaction, StoreNames } from 'idb';
import type { Conversation } from '../../../core/conversations/conversations';
import type { BurrowDatabase } from '../idb/database';
import { splitConversation } from '../idb/turn-records';

/** Version of the database's layout. Raised with each step below. */
export const DATABASE_VERSION = 5;

type StoreName = StoreNames<BurrowDatabase>;
type Upgrade = IDBPTransaction<BurrowDatabase, StoreName[], 'versionchange'>;
type UpgradedStore<N extends StoreName> = IDBPObjectStore<BurrowDatabase, StoreName[], N, 'versionchange'>;

/** Brings a database of an older version to the present layout, inside the transaction of its opening. A new one has version 0. */
export function migrateDatabase(db: IDBPDatabase<BurrowDatabase>, older: number, transaction: Upgrade): void {
  if (older < 1) {
    db.createObjectStore('settings');
    db.createObjectStore('collections', { keyPath: 'id' });
    db.createObjectStore('conversations', { keyPath: 'id' }).createIndex('collection', 'collection');
  }
  if (older < 2) {
    const replies = db.createObjectStore('replies', { keyPath: 'key' });
    replies.createIndex('collection', 'collection');
    replies.createIndex('owners', 'owners', { multiEntry: true });
  }
  if (older < 3) db.createObjectStore('forgotten');
  if (older < 4) {
    db.createObjectStore('questions', { keyPath: 'id' }).createIndex('collection', 'collection');
    void transaction.objectStore('settings').delete('asked'); // questions were kept there, also of collections that are gone
  }
  if (older < 5) {
    const turns = db.createObjectStore('turns', { keyPath: ['conversation', 'turn.id'] });
    turns.createIndex('place', ['conversation', 'place']);
    turns.createIndex('revision', ['conversation', 'revision']);
    turns.createIndex('compared', ['conversation', 'turn.comparedWith']);
    turns.createIndex('turn', ['collection', 'turn.id']);
    turns.createIndex('question', ['conversation', 'turn.question']);
    splitConversations(transaction.objectStore('conversations'), turns).catch(() => transaction.abort());
  }
}

/**
 * Moves turns out of their conversation, where versions before 5 kept them. One at a time, since a conversation may be
 * large.
 */
async function splitConversations(
  conversations: UpgradedStore<'conversations'>,
  turns: UpgradedStore<'turns'>,
): Promise<void> {
  for (let cursor = await conversations.openCursor(); cursor; cursor = await cursor.continue()) {
    const split = splitOrNothing(cursor.value as unknown as Conversation);
    if (!split) continue;
    await cursor.update(split.item);
    for (const turn of split.turns) await turns.put(turn);
  }
}

/** Undefined for a record that is no whole conversation: it stays as it was, and keeps no other from being there. */
function splitOrNothing(conversation: Conversation): ReturnType<typeof splitConversation> | undefined {
  try {
    return splitConversation(conversation);
  } catch {
    return undefined;
  }
}
