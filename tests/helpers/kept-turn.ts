import type { EngineApi } from '../../src/core/engine/api';
import { NO_EVIDENCE } from '../../src/core/search/evidence/evidence';
import {
  mergeTurns,
  type Conversation,
  type ConversationItem,
  type KeptTurn,
  type Turn,
} from '../../src/core/conversations/conversations';

/** Keeps a turn as the first one of a new conversation. */
export async function keptTurn(engine: Pick<EngineApi, 'keepTurn'>, turn: Turn): Promise<ConversationItem> {
  const kept = await engine.keepTurn(null, turn);
  if (!kept) throw new TypeError('a new conversation was not kept');
  return kept.conversation;
}

/** The conversations of the open collection with their turns, the one changed last first. */
export async function keptConversations(
  engine: Pick<EngineApi, 'conversations' | 'turns'>,
): Promise<readonly (ConversationItem & Pick<Conversation, 'turns'>)[]> {
  return Promise.all(
    (await engine.conversations()).map(async (item) => {
      const kept: KeptTurn[] = [];
      for await (const portion of engine.turns(item.id)) kept.push(...portion);
      return { ...item, turns: mergeTurns([], kept).map(({ turn }) => turn) };
    }),
  );
}

/** A question of which nothing was found. */
export const bareTurn = (id: string, question = id): Turn => ({
  ...{ id, question, asked: 1 },
  answer: {
    ...{ mode: 'basic', method: 'evidence', evidence: NO_EVIDENCE, sentences: [], citations: [] },
    ...{ notFound: true, stopped: false },
    trace: { mode: 'basic', reason: '', sections: [], milliseconds: 1, modelCalls: 0 },
  },
});
