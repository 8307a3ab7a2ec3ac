import { ModelError } from '../errors';
import type { EntailmentModel, Reranker } from '../ports/models';
import type { EngineEnv } from './env';
import { patience } from './patience';

/** Milliseconds that an answer waits for a reranker to load, and again for it to read. */
const RERANKER_WAIT = 10_000;
/** Milliseconds that the verdicts wait for a checker to load, and again for each of its calls; the answer stands meanwhile. */
const CHECKER_WAIT = 60_000;

type Waiting = Pick<EngineEnv, 'models' | 'timer'>;

/**
 * The reranker that is chosen, null without one. Where it takes too long ModelError is thrown, and it goes on loading for the next question.
 */
export async function patientReranker({ models, timer }: Waiting, signal: AbortSignal): Promise<Reranker | null> {
  const inTime = waitsFor(timer, RERANKER_WAIT, signal);
  const model = await inTime(models.reranker());
  return model && { ...model, rank: (...asked) => inTime(model.rank(...asked)) };
}

/** The checker of sentences that is chosen or stored, null without one; it throws ModelError where it takes too long. */
export async function patientChecker({ models, timer }: Waiting, signal: AbortSignal): Promise<EntailmentModel | null> {
  const inTime = waitsFor(timer, CHECKER_WAIT, signal);
  const model = await inTime(models.checker());
  return model && { ...model, judge: (...asked) => inTime(model.judge(...asked)) };
}

/** Waits so many milliseconds for a result, and no longer than the person does. */
function waitsFor(timer: EngineEnv['timer'], milliseconds: number, signal: AbortSignal) {
  return async <T>(result: Promise<T>): Promise<T> => {
    const wait = patience(timer, milliseconds, signal);
    const late = wait.over.then((): never => {
      signal.throwIfAborted();
      throw new ModelError('It took too long.');
    });
    return Promise.race([result, late]).finally(wait.callOff);
  };
}
