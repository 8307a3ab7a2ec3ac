import type { Ending } from './answer';

/** Why a model must be loaded anew, by how its last call ended. */
export const AGAIN: Readonly<Record<Exclude<Ending['kind'], 'reply'>, string>> = {
  aborted: 'The model was still reading a long text when it was stopped, so it is loaded anew.',
  lost: 'The GPU was lost, most often for want of memory; the model is loaded anew and the call begun again.',
  silent: 'The model did not answer any more; it is loaded anew and the call begun again.',
  failed: 'The model stopped with an error at the last call, so it is loaded anew.',
};
