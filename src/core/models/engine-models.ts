import type { EntailmentModel, Reranker, Embedder } from './encoders';
import type { ChatModel, ChatPurpose } from './chat-model';
import type { CheckerChoice } from './settings';

/** The models that the person chose, asked for at each use, since a choice may change at any time. */
export interface EngineModels {
  /** Null when none is chosen. Default for answers. */
  chat(purpose?: ChatPurpose): Promise<ChatModel | null>;
  embedder(): Promise<Embedder | null>;
  /** The cross-encoder that checks sentences; null when none is chosen, or *Auto* finds none on this device. */
  checker(): Promise<EntailmentModel | null>;
  /** With `auto` and no `checker`, the chat model may be asked instead; with a model of its own it may not. */
  checkerChoice(): Promise<CheckerChoice>;
  reranker(): Promise<Reranker | null>;
}

/** Models where none is chosen. */
export const NO_ENGINE_MODELS: EngineModels = {
  chat: () => Promise.resolve(null),
  embedder: () => Promise.resolve(null),
  checker: () => Promise.resolve(null),
  checkerChoice: () => Promise.resolve('none'),
  reranker: () => Promise.resolve(null),
};
