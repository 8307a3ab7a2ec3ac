import type { EngineApi } from '../core/engine/api';
import type { Asked } from './asked-question';
import { isHeld } from './held-while';

/** Where questions under way are kept: by collection, the last one of each. */
const NAME = 'asked';

type Keeping = Pick<EngineApi, 'setting' | 'changeSetting'>;

/** A lock that the page holds as long as it waits for the answer: where nobody holds it, nobody answers any more. */
export const answeringLock = ({ turns: [turn = ''] }: Pick<Asked, 'turns'>): string => `burrow:asked:${turn}`;

/** Keeps a question where a browser that is killed does not lose it; durable when it resolves. */
export async function keepUnanswered(engine: Keeping, asked: Asked): Promise<void> {
  await engine.changeSetting(NAME, { [asked.collection]: asked });
}

/** A question that was answered, stopped or left, unless another one was asked of its collection since. */
export async function dropUnanswered(engine: Keeping, { collection, turns }: Asked): Promise<void> {
  const kept = await keptOf(engine, collection);
  if (kept?.turns[0] === turns[0]) await dropUnansweredOf(engine, collection);
}

/** Whatever was asked of a collection. */
export async function dropUnansweredOf(engine: Keeping, collection: string): Promise<void> {
  await engine.changeSetting(NAME, { [collection]: null });
}

/** The question that was asked of a collection by a page that ended before it was answered; null for none, and while another tab waits for its answer. */
export async function unansweredOf(engine: Keeping, collection: string): Promise<Asked | null> {
  const kept = await keptOf(engine, collection);
  return kept && !(await isHeld(answeringLock(kept))) ? kept : null;
}

async function keptOf(engine: Keeping, collection: string): Promise<Asked | null> {
  const all = ((await engine.setting(NAME)) ?? {}) as Readonly<Record<string, unknown>>;
  const kept = (all[collection] ?? {}) as Partial<Asked>;
  const { question, turns, documentIds = [] } = kept;
  return typeof question === 'string' && Array.isArray(turns) ? { collection, question, turns, documentIds } : null;
}
