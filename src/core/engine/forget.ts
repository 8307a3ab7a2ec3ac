import type { ConversationStore, Turn } from '../ports/conversations';
import type { FollowUps } from '../search/events';
import { documentsRead, forgetAnswer } from '../search/forget/forget-answer';
import type { Gone } from '../search/forget/forget-trace';
import type { OpenCollection } from './open-collection';

/** Takes the words of deleted documents out of every kept turn; what is sure to come from other documents stays. */
export async function forgetInConversations(store: ConversationStore, collection: string, gone: Gone): Promise<void> {
  for (const { id } of await store.list(collection)) {
    await store.change(id, (conversation) => {
      const turns = conversation.turns.map((turn) => forgetTurn(turn, gone));
      return turns.some((turn, at) => turn !== conversation.turns[at]) ? { ...conversation, turns } : null;
    });
  }
}

/** A turn without the words of deleted documents. */
function forgetTurn(turn: Turn, gone: Gone): Turn {
  const answer = forgetAnswer(turn.answer, gone);
  const { followUps, ...rest } = turn;
  if (!followUps || keepsFollowUps(turn, followUps, gone)) return answer === turn.answer ? turn : { ...turn, answer };
  return { ...rest, answer };
}

/** Proposed questions stay where the calls that gave them were told of other documents alone; those that no model gave are soon made again. */
function keepsFollowUps({ answer }: Turn, { questions, method }: FollowUps, gone: Gone): boolean {
  if (method === 'evidence' || questions.some(gone.tells)) return false;
  const calls = (answer.trace.calls ?? []).filter(({ purpose }) => purpose === 'follow-ups');
  return calls.length > 0 && !documentsRead(answer).some((id) => gone.documents.has(id));
}

/** Removes original bytes that no document, queued, offered or failed source needs. */
export async function sweepBlobs(open: OpenCollection): Promise<void> {
  await open.keeping.run(async () => {
    const { pending, failed, offered = [] } = open.store.state;
    const needed = [...open.tables.documents, ...pending, ...offered, ...failed].map((row) => row.byte_hash);
    await open.blobs.sweep(new Set(needed));
  });
}
