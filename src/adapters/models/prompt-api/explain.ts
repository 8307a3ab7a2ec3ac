import { ModelError } from '../../../core/errors';

/** What the browser threw, in words for a person. Names of errors as in the specification: https://webmachinelearning.github.io/prompt-api */
export function explain(cause: unknown): ModelError {
  if (cause instanceof ModelError) return cause;
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) };
  const error = (words: string, again: boolean): ModelError =>
    new ModelError(words, { cause, detail: message, ...(again && { traits: ['worth another try'] }) });
  switch (name) {
    case 'QuotaExceededError':
      return error(
        'The prompt does not fit into what the browser’s own model reads at once. Choose a model with a larger window.',
        false,
      );
    case 'NotAllowedError':
      return error(
        'The browser does not let this page use its own model. It may be switched off in the browser’s settings, or by whoever manages this device. Choose another model.',
        false,
      );
    case 'NotSupportedError':
      return error('The browser’s own model does not take this request. Choose another model.', false);
    case 'NetworkError':
      return error('The browser could not fetch its own model. Is this device online? Try again later.', true);
    case 'InvalidStateError':
    case 'AbortError': // not ours: the browser ended the session
      return error('The browser has ended its own model in the middle of the answer.', true);
    default:
      return error(`The browser’s own model failed: ${message || 'it gave no reason'}`, true);
  }
}
