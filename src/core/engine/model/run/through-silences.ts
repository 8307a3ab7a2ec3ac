import { isWorthAnotherTry } from '../../../models/chat-queue';
import { pause } from '../../../models/pause';
import type { ModelRun } from './model-run';

/** Seconds before a run goes on by itself after its model could not be reached, one time after the other: some forty minutes in all. */
const WAITS: readonly number[] = [10, 30, 60, 120, 300, 600, 1_200];

/**
 * Does the steps of a run. Where its model cannot be reached, or what runs it has died, it waits, longer each time, and does them again: what
 * is done is passed over; they are told how often it has waited since a call went well. Throws what else ends it, and the last failure when nothing came of all the waiting.
 */
export async function throughSilences(run: ModelRun, steps: (waits: number) => Promise<void>): Promise<void> {
  for (let waits = 0; ; waits++) {
    const before = run.answered();
    try {
      return await steps(waits);
    } catch (error) {
      run.signal.throwIfAborted();
      run.pausing.asked.throwIfAborted();
      if (run.answered() > before) waits = 0;
      const seconds = WAITS[waits];
      if (seconds === undefined || !isWorthAnotherTry(error)) throw error;
      const failure = error instanceof Error ? error.message : String(error);
      run.progress.wait(`${failure} This goes on by itself: next try in ${inWords(seconds)}.`);
      await napOf(run, seconds);
    }
  }
}

/** Waits, unless it is woken or aborted before. */
async function napOf({ env, signal, waker }: ModelRun, seconds: number): Promise<void> {
  try {
    await pause(env.timer, seconds * 1_000, AbortSignal.any([signal, waker.next()]));
  } catch {
    signal.throwIfAborted(); // else it was woken
  }
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} seconds`;
  return seconds === 60 ? 'a minute' : `${String(seconds / 60)} minutes`;
}
