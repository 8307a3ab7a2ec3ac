import { bringUpToDate } from '../index-run';
import type { ModelRun } from './model-run';

/** Derives everything again from the records, after the changes that came before. Where a person paused reading, it waits for them. */
export async function deriveAlone(run: ModelRun): Promise<void> {
  const { paused, pending } = run.open.store.state;
  if (!paused || pending.length === 0) await run.alone(() => bringUpToDate(run));
}
