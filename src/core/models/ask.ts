import type { Shape } from '../shapes/shape';
import type { ChatMessage, ChatReply } from './chat-model';

/** One call that a step of the index makes. */
export interface ModelCall {
  readonly messages: readonly ChatMessage[];
  readonly shape?: Shape;
  /** Tokens of the reply, at least 1. */
  readonly maxTokens: number;
  /** 0 to 2; 0 for a first attempt. */
  readonly temperature: number;
  /** Number of the attempt where it is not the first: another seed is another call, to the cache of replies too. */
  readonly seed?: number;
  /** See `promptVersion` in core/prompts. */
  readonly promptVersion: string;
  /** The round whose reply is wanted where it is not the run's own: what was well answered then is known still. */
  readonly round?: number;
  /** Asks the model though a reply is kept, in whose place the new one comes; see `QueuedRequest`. */
  readonly anew?: number;
  /** Documents whose words are in the prompt; the kept reply goes with them. */
  readonly documentIds: readonly string[];
}

/** Makes a call behind everything that a person asks; the reply is kept before it is handed out. Throws ModelError, and the signal's reason when aborted. */
export type Ask = (call: ModelCall) => Promise<ChatReply>;
