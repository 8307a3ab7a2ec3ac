import { countPromptTokens, type ChatModelInfo, type ChatReply } from '../../../models/chat-model';
import type { ModelCall } from '../../../models/model-call';
import { replyKey } from '../../../models/queue/reply-cache';
import type { TokenLoad } from '../../../models/speed';
import type { EngineEnv } from '../../env';

/** Calls of some work for a price. */
export interface Rehearsal {
  /** Calls without a kept reply, each once. */
  readonly calls: readonly TokenLoad[];
  /** Finds the kept reply to a call; null where there is none, and for a call in place of one that is of no use. */
  find(call: ModelCall, replyTokens: number): Promise<ChatReply | null>;
}

/** Begins a price. Calls in `made` cost nothing; further ones are added to it. */
export function rehearsal(
  { replies }: Pick<EngineEnv, 'replies'>,
  { choice }: Pick<ChatModelInfo, 'choice'>,
  made: Set<string>,
): Rehearsal {
  const calls: TokenLoad[] = [];
  return {
    calls,
    find: async (call, replyTokens) => {
      const name = replyKey(choice, call.promptVersion, call);
      const kept = call.anew === undefined ? await replies.get(name) : undefined;
      if (kept) return { ...kept, stale: true };
      if (!made.has(name)) calls.push({ promptTokens: countPromptTokens(call.messages), replyTokens });
      made.add(name);
      return null;
    },
  };
}
