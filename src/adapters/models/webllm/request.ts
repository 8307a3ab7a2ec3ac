import type { ChatCompletionRequestStreaming } from '@mlc-ai/web-llm';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import type { ChatRequest } from '../../../core/models/chat-model';
import type { Shape } from '../../../core/shapes/shape';

/** The empty thought with which a reply of a thinking model begins counts as this many tokens of it. */
const EMPTY_THOUGHT = 4;
/** WebLLM refuses 0. */
const LEAST_TOP_P = 1e-6;

/** The request in WebLLM's words. Nothing is left to the model's own configuration that the port defines. */
export function toWebllmRequest(
  request: ChatRequest,
  model: WebllmModel,
  toEbnf: (shape: Shape) => string,
): ChatCompletionRequestStreaming {
  const { messages, maxTokens, temperature, topP = 1, seed, stop, shape } = request;
  return {
    model: model.id,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens + (model.thinks ? EMPTY_THOUGHT : 0),
    temperature,
    top_p: Math.max(topP, LEAST_TOP_P),
    ...(seed !== undefined && { seed }),
    ...(stop && stop.length > 0 && { stop: [...stop] }),
    ...(shape && { response_format: { type: 'grammar', grammar: toEbnf(shape) } }),
    ...(model.thinks && { extra_body: { enable_thinking: false } }),
  };
}
