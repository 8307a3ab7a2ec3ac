import { createCheckpoints } from './checkpoints';
import type { EngineEnv } from './env';
import type { Emit } from './event-stream';
import type { OpenCollection } from './open-collection';
import { pendingQueue } from './pending-queue';
import type { StageProgress } from './progress';
import { readOne } from './read-one';
import { readingProgress } from './reading-progress';

export interface ReadingRun {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly emit: Emit;
  readonly progress: StageProgress;
  readonly signal: AbortSignal;
}

/**
 * Reads every pending source, several at a time, and commits their records in checkpoints. A source that cannot be read is set
 * aside with its reason. When aborted, what has been read is committed and the rest stays pending.
 */
export async function readPending(run: ReadingRun): Promise<void> {
  const { open, env, signal } = run;
  const progress = readingProgress(open, run.progress);
  const checkpoints = createCheckpoints(run, progress);
  const next = pendingQueue(() => open.store.state.pending);
  const worker = async (): Promise<void> => {
    for (let source = next(); source && !signal.aborted; source = next()) {
      const outcome = await readOne(run, source, progress.report);
      if (outcome) await checkpoints.add(outcome);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: env.parallelReads }, worker));
  await checkpoints.flush();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
