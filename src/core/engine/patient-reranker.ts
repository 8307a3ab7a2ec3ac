import { ModelError } from '../errors';
import type { Reranker } from '../ports/reranker';
import type { EngineEnv } from './env';
import { patience } from './patience';

/** Milliseconds that an answer waits for a reranker to load, and again for it to read. */
const RERANKER_WAIT = 10_000;

/**
 * The reranker that is chosen, null without one. Where it takes too long ModelError is thrown, and it goes on loading for the next question.
 */
export async function patientReranker(
  { models, timer }: Pick<EngineEnv, 'models' | 'timer'>,
  signal: AbortSignal,
): Promise<Reranker | null> {
  const inTime = async <T>(result: Promise<T>): Promise<T> => {
    const wait = patience(timer, RERANKER_WAIT, signal);
    const late = wait.over.then((): never => {
      signal.throwIfAborted();
      throw new ModelError('It took too long.');
    });
    return Promise.race([result, late]).finally(wait.callOff);
  };
  const model = await inTime(models.reranker());
  return (
    model && {
      id: model.id,
      title: model.title,
      rank: (question, passages, options) => inTime(model.rank(question, passages, options)),
    }
  );
}
