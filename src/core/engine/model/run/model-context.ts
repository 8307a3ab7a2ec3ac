import type { ChatQueue } from '../../../models/chat-queue';
import type { RunContext } from '../../index-run';
import type { Pausing } from './pausing';
import type { Waker } from './waker';

/** What a model needs to change the open collection: in a run, or by a single click. */
export interface ModelContext extends RunContext {
  readonly queue: ChatQueue;
  readonly alone: (task: () => Promise<void>) => Promise<void>;
  readonly embed: (context: RunContext) => Promise<void>;
  readonly waker: Waker;
}

/** What a run needs, which a person may pause; its signal aborts, too, once there is nothing to wait for. */
export interface RunningContext extends ModelContext {
  readonly pausing: Pausing;
}
