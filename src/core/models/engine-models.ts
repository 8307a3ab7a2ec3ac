import type { ChatModel, ChatPurpose } from './chat-model';
import type { Embedder } from './embedder';

/** The models that the person chose, as the engine gets at them: asked for anew at each use, since a choice may change at any time. */
export interface EngineModels {
  /** Null when none is chosen. Default for answers. */
  chat(purpose?: ChatPurpose): Promise<ChatModel | null>;
  embedder(): Promise<Embedder | null>;
}
