import { bringUpToDate, deriveWhileReadingWaits } from '../index-run';
import type { ModelRun } from './model-run';

/** Derives everything again from the records, after the changes that came before. Documents that a person lets wait stay unread. */
export async function deriveAlone(run: ModelRun): Promise<void> {
  const waits = (): boolean => (run.open.store.state.paused ?? false) && run.open.store.state.pending.length > 0;
  await run.alone(() => (waits() ? deriveWhileReadingWaits(run) : bringUpToDate(run)));
}

/** Brings search up to the tables, between changes: two at a time would index the same passages. */
export async function refreshAlone({ open, signal, alone }: ModelRun): Promise<void> {
  await alone(() => open.refreshIndex({ signal }));
}
