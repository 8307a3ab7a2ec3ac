/** A worker that crashed, fell silent, was closed or never started. The work it held may be asked for again. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}
