import type { Conversation, Turn } from '../ports/conversations';

/** A conversation with a turn in the place of the one of its id, else at the end, but before a turn that was asked beside it and ended sooner. */
export function withTurn(conversation: Conversation, turn: Turn): Conversation {
  const { turns } = conversation;
  const place = turns.findIndex(({ id }) => id === turn.id);
  if (place >= 0) return { ...conversation, turns: turns.with(place, turn) };
  const at = turns.findIndex(({ comparedWith }) => comparedWith === turn.id);
  return { ...conversation, turns: at < 0 ? [...turns, turn] : turns.toSpliced(at, 0, turn) };
}
