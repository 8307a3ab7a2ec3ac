import { ModelError } from '../../errors';
import type { ModelCall } from '../../models/ask';
import { fillPrompt, promptVersion } from '../../prompts/prompt';
import { fitsWindow } from '../context/prompt-budget';
import type { SearchCall } from './call-model';
import type { SearchRun } from './search-run';

/** The call as it is sent; throws ModelError where its prompt and its reply are more than the model's window holds. */
export function buildCall({ prompts, model }: Pick<SearchRun, 'prompts' | 'model'>, call: SearchCall): ModelCall {
  const { prompt, values, documentIds, shape, maxTokens, temperature, seed } = call;
  const edited = prompts[prompt.name];
  const messages = fillPrompt(prompt, values, edited);
  const { contextWindow } = model.capabilities;
  if (!fitsWindow({ contextWindow, messages, replyTokens: maxTokens })) throw tooLong(contextWindow);
  return {
    messages,
    maxTokens,
    temperature,
    promptVersion: promptVersion(prompt, edited),
    documentIds,
    ...(shape && { shape }),
    ...(seed !== undefined && { seed }),
  };
}

const tooLong = (contextWindow: number): ModelError =>
  new ModelError(
    `The question and the prompt are too long for its window of ${String(contextWindow)} tokens, in which its reply must find room, too.`,
  );
