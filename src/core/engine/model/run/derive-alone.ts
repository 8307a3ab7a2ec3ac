import { bringUpToDate, deriveWhileReadingWaits } from '../../index-run';
import type { ModelRun } from './model-run';

/**
 * Derives everything again from the records, after the changes that came before. Documents that a person lets wait stay unread. `first` commits
 * what calls for it: a derivation that goes on meanwhile would not know of it, and say that all is derived.
 */
export async function deriveAlone(run: ModelRun, first = (): Promise<void> => Promise.resolve()): Promise<void> {
  const waits = (): boolean => (run.open.store.state.paused ?? false) && run.open.store.state.pending.length > 0;
  await run.alone(async () => {
    await first();
    await (waits() ? deriveWhileReadingWaits(run) : bringUpToDate(run));
  });
}

/** Brings search up to the tables, between changes: two at a time would index the same passages. */
export async function refreshAlone({
  open,
  signal,
  alone,
}: Pick<ModelRun, 'open' | 'signal' | 'alone'>): Promise<void> {
  await alone(() => open.refreshIndex({ signal }));
}
