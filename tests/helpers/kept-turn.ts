import type { EngineApi } from '../../src/core/engine/api';
import type { Conversation, Turn } from '../../src/core/search/conversations';

/** Keeps a turn as the first one of a new conversation. */
export async function keptTurn(engine: Pick<EngineApi, 'keepTurn'>, turn: Turn): Promise<Conversation> {
  const kept = await engine.keepTurn(null, turn);
  if (!kept) throw new TypeError('a new conversation was not kept');
  return kept;
}
