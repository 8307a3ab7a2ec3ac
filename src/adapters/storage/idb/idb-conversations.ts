import {
  TURNS_AT_A_TIME,
  type ConversationChange,
  type ConversationItem,
  type ConversationStore,
  type KeptTurn,
  type Turn,
} from '../../../core/search/conversations';
import { isConversationItem } from '../../../core/search/stored-shapes';
import type { Database, Store, Transaction } from './database';
import { askedIn, lastChangedFirst } from './record-store';
import { itemOf, placeBetween, splitConversation, withTurn, type TurnRecord } from './turn-records';

/** Conversations in IndexedDB; what is changed is read and written in one transaction. */
export function idbConversations({ open, change }: Database): ConversationStore {
  const changeTurn: ConversationStore['changeTurn'] = async (id, turnId, changed, updated) => {
    let result: ConversationChange | null = null;
    await change(['conversations', 'turns'], async (transaction) => {
      const turns = transaction.objectStore('turns');
      const [item, before] = await Promise.all([
        transaction.objectStore('conversations').get(id),
        turns.get([id, turnId]),
      ]);
      const next = item ? changed(before?.turn) : null;
      if (item && next)
        result = await write(
          { conversations: transaction.objectStore('conversations'), turns },
          item,
          before,
          next,
          updated,
        );
    });
    return result;
  };
  /** The line of a conversation that is gone or damaged, made again from its turns. */
  const recoverItem = async (collection: string, id: string): Promise<readonly ConversationItem[]> => {
    const made: ConversationItem[] = [];
    await change(['conversations', 'turns'], async (transaction) => {
      const kept = await transaction.objectStore('conversations').get(id);
      const turns = await transaction.objectStore('turns').getAll(turnsOf(id));
      const item = isConversationItem(kept) ? kept : itemOf(collection, id, turns);
      if (!item) return;
      await transaction.objectStore('conversations').put(item);
      made.push(item);
    });
    return made;
  };
  return {
    list: async (collection) => {
      const database = await open();
      const found = (await database.getAllFromIndex('conversations', 'collection', collection)).filter(
        isConversationItem,
      );
      const known = new Set(found.map(({ id }) => id));
      const turns = await database.getAllKeysFromIndex(
        'turns',
        'turn',
        IDBKeyRange.bound([collection], [collection, []]),
      );
      for (const id of new Set(turns.map(([conversation]) => conversation)))
        if (!known.has(id)) found.push(...(await recoverItem(collection, id)));
      return found.sort(lastChangedFirst);
    },
    turns: async (id, after, most) =>
      (await (await open()).getAllFromIndex('turns', 'revision', revisions(id, after), most)).map(keptOf),
    findTurns: async (collection, ids) => {
      const database = await open();
      const found = await Promise.all(ids.map((id) => database.getAllFromIndex('turns', 'turn', [collection, id])));
      return found.flat().map(({ conversation, turn }) => ({ conversation, turn }));
    },
    turnsUntil: async (id, turnId, most) => {
      const index = (await open()).transaction('turns').store.index('place');
      const place = (await index.objectStore.get([id, turnId]))?.place;
      const turns: Turn[] = [];
      let cursor = place === undefined ? null : await index.openCursor(IDBKeyRange.bound([id], [id, place]), 'prev');
      for (; cursor && turns.length < most; cursor = await cursor.continue()) turns.unshift(cursor.value.turn);
      return turns;
    },
    asked: async (id, questions) => {
      const index = (await open()).transaction('turns').store.index('question');
      const keys = await Promise.all(questions.map((question) => index.getKey([id, question])));
      return questions.filter((_, at) => keys[at] !== undefined);
    },
    put: (conversation) =>
      change(['conversations', 'turns'], async (transaction) => {
        await transaction.objectStore('turns').delete(turnsOf(conversation.id));
        await putWhole(storesIn(transaction), conversation);
      }),
    begin: async (conversation) => {
      let begun: ConversationItem | null = null;
      await change(['conversations', 'turns', 'collections'], async (transaction) => {
        const kept = await transaction.objectStore('collections').getKey(conversation.collection);
        if (kept !== undefined)
          begun = await putWhole(
            { conversations: transaction.objectStore('conversations'), turns: transaction.objectStore('turns') },
            conversation,
          );
      });
      return begun;
    },
    changeTurn,
    changeTurns: async (id, after, changed) => {
      const last = (await (await open()).get('conversations', id))?.revision ?? 0;
      let from = after;
      while (from < last) {
        await change(['conversations', 'turns'], async (transaction) => {
          const written = revisions(id, from, last);
          const portion = await transaction.objectStore('turns').index('revision').getAll(written, TURNS_AT_A_TIME);
          from = portion.length < TURNS_AT_A_TIME ? last : (portion.at(-1)?.revision ?? last);
          let item = await transaction.objectStore('conversations').get(id);
          for (const before of portion) {
            const next = changed(before.turn);
            if (item && next !== before.turn)
              item = (await write(storesIn(transaction), item, before, next)).conversation;
          }
        });
      }
    },
    rename: (id, title) =>
      change(['conversations'], async (transaction) => {
        const store = transaction.objectStore('conversations');
        const kept = await store.get(id);
        if (kept) await store.put({ ...kept, title });
      }),
    remove: (id) =>
      change(['conversations', 'turns', 'questions'], async (transaction) => {
        const turns = transaction.objectStore('turns');
        const kept = await transaction.objectStore('conversations').get(id);
        const keys = await turns.getAllKeys(turnsOf(id));
        await transaction.objectStore('conversations').delete(id);
        await turns.delete(turnsOf(id));
        if (kept) await removeQuestionsIn(kept, keys, transaction.objectStore('questions'));
      }),
  };
}

/** The keys of all turns of a conversation. */
const turnsOf = (conversation: string): IDBKeyRange => IDBKeyRange.bound([conversation], [conversation, []]);

/** Turns that were written after a revision, until another one, in the index of revisions. */
const revisions = (conversation: string, after: number, until = Infinity): IDBKeyRange =>
  IDBKeyRange.bound([conversation, after], [conversation, until], true);

const keptOf = ({ turn, place, revision }: TurnRecord): KeptTurn => ({ turn, place, revision });

/** The stores that a turn is kept in, within one transaction. */
interface TurnStores {
  readonly conversations: Pick<Store<'conversations'>, 'put'>;
  readonly turns: Turns;
}

type Turns = Pick<Store<'turns'>, 'index' | 'put'>;

const storesIn = (transaction: Transaction<'conversations' | 'turns'>): TurnStores => ({
  conversations: transaction.objectStore('conversations'),
  turns: transaction.objectStore('turns'),
});

async function putWhole(
  { conversations, turns: store }: TurnStores,
  conversation: Parameters<ConversationStore['put']>[0],
): Promise<ConversationItem> {
  const { item, turns } = splitConversation(conversation);
  await conversations.put(item);
  for (const turn of turns) await store.put(turn);
  return item;
}

async function write(
  { conversations, turns }: TurnStores,
  item: ConversationItem,
  before: TurnRecord | undefined,
  turn: Turn,
  updated?: number,
): Promise<ConversationChange> {
  const at = before?.place ?? (await placeFor(turns, item.id, turn.id));
  const change = withTurn(item, before, turn, { updated, at });
  await conversations.put(change.conversation);
  await turns.put({ ...change.kept, conversation: item.id, collection: item.collection });
  return change;
}

/** Before a turn that is compared with it and ended sooner, else at the end. */
async function placeFor(turns: Turns, conversation: string, turn: string): Promise<number> {
  const compared = (await turns.index('compared').getAll([conversation, turn], 1))[0]?.place;
  const before = IDBKeyRange.bound([conversation], [conversation, compared ?? []], false, true);
  const cursor = await turns.index('place').openCursor(before, 'prev');
  return placeBetween(cursor?.value.place, compared);
}

/** Removes what was asked in a conversation within a transaction. */
async function removeQuestionsIn(
  { id, collection }: ConversationItem,
  turns: readonly (readonly [string, string])[],
  store: Pick<Store<'questions'>, 'index' | 'delete'>,
): Promise<void> {
  const isAskedIn = askedIn(
    id,
    turns.map(([, turn]) => turn),
  );
  for (const asked of await store.index('collection').getAll(collection)) {
    if (isAskedIn(asked)) await store.delete(asked.id);
  }
}
