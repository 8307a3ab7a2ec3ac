import { ParseError } from '../../../errors';
import type { Ask } from '../../../models/ask';
import type { ChatUsage } from '../../../models/chat-model';
import { parseReply } from '../../../shapes/parse-reply';
import type { Shape } from '../../../shapes/shape';

/** Has the replies that keep to their form tell how fast the model works: one that refuses in a few words would make it seem faster than it is. */
export function learningAsk(ask: Ask, learn: (usage: ChatUsage) => void): Ask {
  return async (call) => {
    const reply = await ask(call);
    if (!call.shape || keepsTo(call.shape, reply.text)) learn(reply.usage);
    return reply;
  };
}

function keepsTo(shape: Shape, text: string): boolean {
  try {
    parseReply(shape, text);
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
