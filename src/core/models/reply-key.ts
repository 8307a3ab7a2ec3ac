import { sha256Text } from '../ids';
import type { ChatChoice, ChatRequest } from './chat-model';

/** Names a reply by all that it depends on: model, version of the prompt, form, messages and sampling. */
export function replyKey(choice: ChatChoice, promptVersion: string, request: ChatRequest): string {
  const { messages, maxTokens, temperature, topP = 1, seed = null, stop = [], shape = null } = request;
  const parts = [
    choice.provider,
    choice.model,
    choice.address ?? null,
    promptVersion,
    shape,
    messages,
    maxTokens,
    temperature,
    topP,
    seed,
    stop,
  ];
  return sha256Text(JSON.stringify(parts));
}
