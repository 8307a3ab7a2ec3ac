import { KEPT_PARTS } from '../../ports/storage-parts';
import type { ConversationStore, Turn } from '../../conversations/conversations';
import { isTurn } from '../../conversations/turn-schema';
import { NO_EVIDENCE } from '../../search/evidence/evidence';

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

const readTurn = (turn: Turn): Turn => (isTurn(turn) ? turn : withoutAnswer(turn));

function withoutAnswer({ id, question, asked }: Partial<Turn> & Pick<Turn, 'id'>): Turn {
  return {
    id,
    question: typeof question === 'string' ? question : '',
    asked: typeof asked === 'number' ? asked : 0,
    answer: {
      ...{ mode: 'basic', method: 'evidence', evidence: NO_EVIDENCE, sentences: [], citations: [] },
      ...{ notFound: false, stopped: false, failure: KEPT_PARTS.turns.notice() },
      trace: { mode: 'basic', reason: '', sections: [], milliseconds: 0, modelCalls: 0 },
    },
  };
}
