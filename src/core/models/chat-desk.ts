import { createChatQueue, type ChatQueue, type QueueOptions } from './chat-queue';
import type { ChatModel } from './chat-model';
import type { EngineModels } from './engine-models';

/** The chosen model with the queue before it. */
export interface ChatSeat {
  readonly model: ChatModel;
  readonly queue: ChatQueue;
}

/** Keeps one queue per model, so that everybody who asks it stands in the same line. */
export interface ChatDesk {
  /** Null when no chat model is chosen. Throws ModelError when it cannot be had. */
  seat(): Promise<ChatSeat | null>;
}

export function createChatDesk(models: EngineModels, options: QueueOptions): ChatDesk {
  let known: ChatSeat | undefined;
  return {
    async seat() {
      const model = await models.chat();
      if (!model) return null;
      if (known?.model !== model) known = { model, queue: createChatQueue(model, options) };
      return known;
    },
  };
}
