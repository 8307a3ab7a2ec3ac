import type { ChatMessage } from '../../src/core/models/chat-model';
import type { JsonSchema } from '../../src/core/shapes/json-schema';
import { estimateTokens } from '../../src/core/text/tokens';

/** Parts of a request that a played server reads. */
export interface Completion {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly schema: JsonSchema };
    readonly schema?: JsonSchema;
  };
}

/** A reply that a played server was given. */
export interface Answer {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  /** The text as it is sent; by default in one piece. */
  readonly pieces?: readonly string[];
  /** Probabilities of the tokens that could stand in the place of a piece, which is one itself. */
  readonly likeliest?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

interface Playing {
  /** `json_object` refuses the newer way to ask for a schema. */
  readonly schemas: 'honoured' | 'ignored' | 'json_object' | 'refused';
  readonly pieces: readonly string[];
  /** Instead of both. */
  readonly answer?: Answer;
}

type Played =
  | { readonly kind: 'refused'; readonly body: object }
  /** `events` end with `[DONE]`; `whole` is the same without streaming. */
  | { readonly kind: 'sent'; readonly events: readonly string[]; readonly whole: object };

/** The reply of a server to a request, with honest counts: those of an answer are estimates, else a token is a piece and a prompt's one a word. */
export function completion(
  { model, messages, response_format: format }: Completion,
  { schemas, pieces, answer }: Playing,
): Played {
  const schema = format?.json_schema?.schema ?? format?.schema;
  if (format && (schemas === 'refused' || (schemas === 'json_object' && format.type !== 'json_object'))) {
    return {
      kind: 'refused',
      body: { error: { code: 400, message: `response_format of type ${format.type} is not supported` } },
    };
  }
  const honoured = schema && schemas !== 'ignored' ? [JSON.stringify(instanceOf(schema))] : pieces;
  const replyPieces = answer ? (answer.pieces ?? [answer.text]) : honoured;
  const prompt = messages.map(({ content }) => content).join(' ');
  const usage = {
    prompt_tokens: answer ? estimateTokens(prompt) : prompt.split(/\s+/u).length,
    completion_tokens: answer ? estimateTokens(answer.text) : replyPieces.length,
  };
  const finish = answer?.finish ?? 'stop';
  const delta = (content: string) => ({
    model,
    choices: [{ index: 0, delta: { content }, finish_reason: null, ...logprobsOf(content, answer) }],
  });
  const end = { model, choices: [{ index: 0, delta: {}, finish_reason: finish }] };
  return {
    kind: 'sent',
    events: [
      ...[...replyPieces.map(delta), end, { model, choices: [], usage }].map((chunk) => JSON.stringify(chunk)),
      '[DONE]',
    ],
    whole: { model, choices: [{ message: { content: replyPieces.join('') }, finish_reason: finish }], usage },
  };
}

function logprobsOf(token: string, answer?: Answer): object {
  const likeliest = Object.entries(answer?.likeliest?.[token] ?? {});
  if (likeliest.length === 0) return {};
  const top_logprobs = likeliest.map(([other, probability]) => ({ token: other, logprob: Math.log(probability) }));
  return { logprobs: { content: [{ token, logprob: top_logprobs[0]?.logprob, top_logprobs }] } };
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
