import type { CallOptions, Timer } from '../platform';
import type { ChatChoice, ChatPurpose, ChatRequest } from './chat-model';
import type { ReplyCache, ReplyOwner } from './reply-cache';
import type { Patience } from './silence';
import type { Priority } from './slots';

/** A call of a model that waits for its turn. */
export interface QueuedRequest extends ChatRequest {
  /** Whose model answers; default that of answers. */
  readonly purpose?: ChatPurpose;
  /** The model that was chosen when the work began: when another one is chosen meanwhile, the call fails instead. */
  readonly choice?: ChatChoice;
  readonly priority: Priority;
  /** Changes whenever the prompt's words do. */
  readonly promptVersion: string;
  /** What the reply is made from; it is kept under that name. Missing: the reply is not kept. */
  readonly owner?: ReplyOwner;
  /** Asks the model whatever is kept, with so much added to the seed; the reply takes the place of the kept one. Missing: a kept one will do. */
  readonly anew?: number;
}

/** How much is borne in one call. */
export interface QueueCallOptions extends CallOptions {
  /** In place of the queue's own. */
  readonly patience?: Patience;
  /** Whether a call that failed, and to which that may happen, is made once more; by default as often as the queue has waits for it. */
  readonly tryAgain?: (error: unknown) => boolean;
  /** Awaited before each try is sent to the model; what it throws ends the call. */
  readonly onSend?: () => Promise<void>;
}

/** What a queue works with. */
export interface QueueOptions {
  readonly timer: Timer;
  readonly cache?: ReplyCache;
  /** Silence of the model, in milliseconds, after which a call is given up; default 180 000: a long prompt on a slow GPU is silent too. */
  readonly patience?: number;
  /** Waits before the second, third, … attempt in milliseconds; default 1 000 and 5 000. */
  readonly backOff?: readonly number[];
}
