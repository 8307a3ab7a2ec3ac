import { ModelError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import type { CatalogueModel } from '../../../core/models/catalogue/catalogue-model';

type Explanation = (model: CatalogueModel, error: Error) => Message;

/** Errors after which the engine continues as before. */
const HARMLESS: Readonly<Record<string, Explanation>> = {
  ContextWindowSizeExceededError: contextExceeded,
  GrammarMatcherInitError: ({ title }) =>
    message`“${title}” cannot be held to the form of this reply: its grammar was refused. This is a fault of Burrow's; please report it.`,
};

const FATAL: Readonly<Record<string, Explanation>> = {
  LinkError: ({ title }) =>
    message`The program part of “${title}” does not fit this version of Burrow. Delete the model and download it again.`,
  CompileError: ({ title }) =>
    message`The program part of “${title}” is damaged. Delete the model and download it again.`,
  IntegrityError: ({ title }) =>
    message`A file of “${title}” is not the one that Burrow expects; it was not used. Delete the model and download it again.`,
  ShaderF16SupportError: ({ title }) =>
    message`“${title}” needs 16-bit numbers, which this GPU does not offer. Choose another model.`,
  FeatureSupportError: ({ title }) =>
    message`“${title}” needs something that this GPU does not offer. Choose another model.`,
  WebGPUNotAvailableError: () =>
    message`This browser offers no GPU any more. Reload the page, or choose a model that runs without one.`,
};

/** Checks if the engine can be used on after this error. */
export const isHarmless = (error: unknown): boolean => error instanceof Error && error.name in HARMLESS;

/** Any error of WebLLM as one for a person. */
export function explainWebllmError(error: unknown, model: CatalogueModel): ModelError {
  if (error instanceof ModelError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const known = HARMLESS[cause.name] ?? FATAL[cause.name] ?? byWords(cause.message) ?? unknownError;
  return new ModelError(known(model, cause), { cause, detail: cause.message });
}

/** For errors without a name of their own. */
function byWords(reason: string): Explanation | undefined {
  if (/^Cannot initialize runtime because of requested/.test(reason)) {
    return ({ title }) =>
      message`This GPU is too small a one for WebLLM, and so for “${title}”. Choose a model that runs without a GPU.`;
  }
  if (/failed to fetch|networkerror/i.test(reason)) {
    return ({ title }) =>
      message`A file of “${title}” is missing on this device. Delete the model and download it again: Settings → Models.`;
  }
  return undefined;
}

function contextExceeded({ title }: CatalogueModel, { message: reason }: Error): Message {
  const [prompt, window] = [...reason.matchAll(/: (\d+)/g)].map(([, count]) => Number(count));
  const counts =
    prompt && window
      ? message`The prompt has ${prompt} tokens, and “${title}” reads ${window} at most`
      : message`The prompt is too long for “${title}”`;
  return message`${counts}. Nothing was answered; ask about less, or choose a model with a larger window.`;
}

const unknownError: Explanation = ({ title }) =>
  message`“${title}” stopped with an error. It is loaded anew with the next call; if this happens again, choose another model.`;
