import type { Ask } from '../../models/ask';
import type { ChatModelInfo } from '../../models/chat-model';
import { createAsk } from './model-ask';
import { askInRound } from './rounds';
import type { ModelContext } from './run-model-index';
import { createSpending } from './spending';

/** A person clicks no more often than this on one thing. */
const MOST_ROUNDS = 1000;

export interface Fresh<T> {
  /** Undefined where there is nothing to ask about. */
  write(ask: Ask): Promise<T | undefined>;
  isUsable(written: T): boolean;
  /** Always asks something that no earlier click has asked; else only where the replies that are known were of no use. */
  readonly again: boolean;
}

/**
 * What the model writes at a click, ahead of an index run: what is remembered of earlier clicks would come out the same, so that they are passed
 * over. Undefined where no reply could be used.
 */
export async function askFreshly<T>(
  { open, queue, signal }: ModelContext,
  { choice }: ChatModelInfo,
  { write, isUsable, again }: Fresh<T>,
): Promise<T | undefined> {
  const spending = createSpending();
  const telling = { spending, onSign: () => undefined } as const;
  const who = { queue, choice, collection: open.record.id, signal } as const;
  const ask = createAsk({ ...who, ...telling, purpose: 'reports', priority: 'question' });
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const written = await write(askInRound(ask, () => round));
    if (written === undefined) break;
    if (isUsable(written) && (spending.isAny || !again)) return written;
    if (spending.isAny) break;
  }
  return undefined;
}
