import type { ConversationStore } from '../../conversations/conversations';
import { readTurn } from '../../conversations/read-turn';

/** The same store, in which a damaged turn has its question, and says that its answer is lost. */
export function reportingDamage(store: ConversationStore): ConversationStore {
  return {
    ...store,
    turns: async (conversation, after, most) =>
      (await store.turns(conversation, after, most)).map((kept) => ({ ...kept, turn: readTurn(kept.turn) })),
    findTurns: async (collection, ids) =>
      (await store.findTurns(collection, ids)).map((found) => ({ ...found, turn: readTurn(found.turn) })),
    turnsUntil: async (conversation, id, most) => (await store.turnsUntil(conversation, id, most)).map(readTurn),
    changeTurn: (conversation, id, change, updated) =>
      store.changeTurn(conversation, id, (before) => change(before && readTurn(before)), updated),
    changeTurns: (conversation, after, change) =>
      store.changeTurns(conversation, after, (before) => {
        const turn = readTurn(before);
        const next = change(turn);
        return next === turn ? before : next;
      }),
  };
}
