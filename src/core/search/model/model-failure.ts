import { ModelError } from '../../errors';

/** Whether an error is the model's failure: a worker that died is one, too. */
export const isModelFailure = (error: unknown): error is Error =>
  error instanceof ModelError || (error instanceof Error && error.name === 'WorkerError');
