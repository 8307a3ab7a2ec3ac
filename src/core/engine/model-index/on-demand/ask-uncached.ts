import type { Ask } from '../../../models/model-call';
import type { ChatModelInfo, ChatUsage } from '../../../models/chat-model';
import type { Priority } from '../../../models/queue/slots';
import { keepMeasured } from '../../../models/speed';
import type { CollectionStore } from '../../collections/collection-store';
import { createAsk, askInRound } from '../asking/model-ask';
import type { ModelContext } from '../run/model-run';
import { createSpending, NO_SPENDING, addSpending, type Spending } from '../asking/spending';

/** A person clicks no more often than this on one thing. */
const MOST_ROUNDS = 1000;

/** One thing that a person has written by a click. */
export interface UncachedTask<T> {
  /** Undefined where there is nothing to ask about. */
  write(ask: Ask): Promise<T | undefined>;
  isUsable(written: T): boolean;
  /** Always makes a new call. Otherwise cached replies are used while they are valid. */
  readonly again: boolean;
  /** Default: a person waits for it. */
  readonly priority?: Priority;
}

/**
 * Lets the model write one thing, past cached replies of earlier clicks where needed. Undefined without a valid reply.
 * The cost is kept with the collection in any case.
 */
export async function askUncached<T>(
  context: ModelContext,
  { choice }: ChatModelInfo,
  fresh: UncachedTask<T>,
): Promise<T | undefined> {
  const { open, env, queue, signal } = context;
  const spending = createSpending();
  const onUsage = (usage: ChatUsage): void => void keepMeasured(env.settings, choice, usage).catch(() => undefined); // only an estimate rests on it
  const ask = createAsk({
    ...{ queue, choice, open, signal, spending, clock: env.clock, onUsage },
    onSign: () => undefined,
    purpose: 'reports',
    priority: fresh.priority ?? 'question',
  });
  try {
    return await inRounds(ask, spending, fresh);
  } finally {
    await keepSpending(open.store, spending);
  }
}

async function inRounds<T>(
  ask: Ask,
  spending: Spending,
  { write, isUsable, again }: UncachedTask<T>,
): Promise<T | undefined> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const written = await write(askInRound(ask, () => round));
    if (written === undefined) break;
    if (isUsable(written) && (spending.since().calls > 0 || !again)) return written;
    if (spending.since().calls > 0) break;
  }
  return undefined;
}

/** The collection may be closed by now: only the count is lost. */
async function keepSpending(store: CollectionStore, spending: Spending): Promise<void> {
  const spent = spending.since();
  if (spent.calls === 0) return;
  await store
    .commit(({ besides = NO_SPENDING }) => ({ state: { besides: addSpending(besides, spent) } }))
    .catch(() => undefined);
}
