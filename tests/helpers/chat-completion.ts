import type { JsonSchema } from '../../src/core/shapes/json-schema';

/** What of a request a played server looks at. */
export interface Completion {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
  readonly response_format?: { readonly json_schema?: { readonly schema: JsonSchema } };
}

export type Played =
  | { readonly kind: 'refused'; readonly body: object }
  /** `events` end with `[DONE]`; `whole` is the same without streaming. */
  | { readonly kind: 'sent'; readonly events: readonly string[]; readonly whole: object };

/** The reply of a server to a request, with honest counts: a token is a piece, a prompt's token is a word. */
export function completion(
  { model, messages, response_format: format }: Completion,
  { schemas, pieces }: { readonly schemas: 'honoured' | 'ignored' | 'refused'; readonly pieces: readonly string[] },
): Played {
  const schema = format?.json_schema?.schema;
  if (schema && schemas === 'refused') {
    return {
      kind: 'refused',
      body: { error: { code: 400, message: 'response_format of type json_schema is not supported' } },
    };
  }
  const said = schema && schemas === 'honoured' ? [JSON.stringify(instanceOf(schema))] : pieces;
  const usage = {
    prompt_tokens: messages.reduce((sum, { content }) => sum + content.split(/\s+/u).length, 0),
    completion_tokens: said.length,
  };
  const delta = (content: string) => ({ model, choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  const end = { model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  return {
    kind: 'sent',
    events: [
      ...[...said.map(delta), end, { model, choices: [], usage }].map((chunk) => JSON.stringify(chunk)),
      '[DONE]',
    ],
    whole: { model, choices: [{ message: { content: said.join('') }, finish_reason: 'stop' }], usage },
  };
}

/** The least value that a schema of Burrow's own accepts. */
function instanceOf(schema: unknown): unknown {
  const {
    type,
    properties = {},
    items,
    minItems = 0,
    minimum = 0,
    enum: options,
  } = schema as {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly items?: unknown;
    readonly minItems?: number;
    readonly minimum?: number;
    readonly enum?: readonly string[];
  };
  if (options) return options[0];
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, instanceOf(one)]));
  if (type === 'array') return Array.from({ length: Math.max(1, minItems) }, () => instanceOf(items));
  return type === 'string' ? 'said' : minimum;
}
