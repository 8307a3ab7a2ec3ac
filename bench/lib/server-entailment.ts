import { ModelError } from '../../src/core/errors';
import type { Ask } from '../../src/core/models/model-call';
import type { EntailmentModel } from '../../src/core/models/encoders';
import { chatEntailment } from '../../src/core/search/grounding';
import { toJsonSchema } from '../../src/core/shapes/json-schema';

interface Completion {
  readonly choices?: readonly { readonly message?: { readonly content?: string } }[];
}

/** A chat model of an OpenAI-compatible server, such as `http://localhost:11434`, asked as the app asks it. */
export function serverEntailment(url: string, model: string): EntailmentModel {
  const ask: Ask = async ({ messages, maxTokens, temperature, seed, shape }) => {
    const began = performance.now();
    const schema = shape && { name: 'reply', strict: true, schema: toJsonSchema(shape) };
    const response = await fetch(new URL('/v1/chat/completions', url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ model, messages, temperature, seed, max_tokens: maxTokens },
        ...(schema && { response_format: { type: 'json_schema', json_schema: schema } }),
      }),
    });
    if (!response.ok) throw new ModelError(`The server answered ${String(response.status)}.`);
    const { choices } = (await response.json()) as Completion;
    const seconds = (performance.now() - began) / 1000;
    return {
      text: choices?.[0]?.message?.content ?? '',
      finish: 'stop',
      usage: { promptTokens: 0, completionTokens: 0, seconds, exact: false },
    };
  };
  return chatEntailment(ask, { model: `${url} ${model}`, title: model === '' ? url : model, form: 'json' });
}
