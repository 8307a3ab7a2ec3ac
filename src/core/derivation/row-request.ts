import { countPromptTokens } from '../models/chat-model';
import {
  Attempts,
  ATTEMPTS,
  createCallCounter,
  type Ask,
  type CallCounter,
  type ModelCall,
} from '../models/model-call';
import type { TokenLoad } from '../models/speed';
import { type EditedPrompt, fillPrompt, type Prompt, promptVersion } from '../prompts/prompt';
import { tryParseReply } from '../shapes/parse-reply';
import type { Repair } from '../shapes/repairs';
import type { RecordShape, ShapeValue } from '../shapes/shape';
import { type Asker, type Made, namedCounts } from './derivation';

/** Choices that all requests of a run share. */
export interface RequestOptions {
  /** Name of a language. Null for that of the documents. */
  readonly language: string | null;
  /** Prompts that a person edited, by name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
}

/** Rows of a reply, with what was repaired in it. */
export interface ReadReply<Row> {
  readonly row: Row;
  readonly repairs: readonly Repair[];
}

/** A question to a model whose answer becomes rows of the index. */
export interface RowRequest<Row> {
  readonly prompt: Prompt;
  /** Values of the prompt's placeholders. */
  readonly values: Readonly<Record<string, string>>;
  readonly edited: EditedPrompt | undefined;
  readonly shape: RecordShape;
  /** Expected tokens of the reply. It is cut at twice as many. */
  readonly replyTokens: number;
  /** Documents whose words are in the values. */
  readonly documentIds: readonly string[];
  /** Reads a reply. Null where it is of no use, and the model is asked again. */
  read(reply: string): ReadReply<Row> | null;
}

/** Reads replies of a shape, of which `take` makes rows; null where there are none. */
export const replyReader =
  <S extends RecordShape, Row>(shape: S, take: (value: ShapeValue<S>) => Row | null) =>
  (reply: string): ReadReply<Row> | null => {
    const parsed = tryParseReply(shape, reply);
    const row = parsed && take(parsed.value);
    return row === null ? null : { row, repairs: parsed?.repairs ?? [] };
  };

/** A reply may be this many times longer than expected before it is cut. */
export const SLACK = 2;
/** Temperature of further attempts. */
const WARMER = 0.5;
/** Allows for the error of estimated tokens. */
export const SURE = 0.9;

/** The call of an attempt, from 0. */
export function requestCall<Row>(request: RowRequest<Row>, attempt = 0): ModelCall {
  const { prompt, values, edited, shape, replyTokens, documentIds } = request;
  return {
    messages: fillPrompt(prompt, values, edited),
    shape,
    maxTokens: SLACK * replyTokens,
    temperature: attempt === 0 ? 0 : WARMER,
    ...(attempt === 0 ? {} : { seed: attempt }),
    promptVersion: promptVersion(prompt, edited),
    documentIds,
  };
}

/** Asks until a reply can be used; null where none can. ModelErrors of `ask` pass through. */
export async function askForRow<Row>(request: RowRequest<Row>, ask: Ask, counter: CallCounter): Promise<Row | null> {
  const attempts = new Attempts(ATTEMPTS);
  for (const attempt of attempts) {
    const { number, ...anew } = attempt;
    const reply = await ask({ ...requestCall(request, number), ...anew });
    counter.count(reply);
    const read = request.read(reply.text);
    if (read) {
      counter.countRepairs(read.repairs);
      return read.row;
    }
    if (attempts.useless(attempt, reply)) counter.countFailure();
  }
  return null;
}

/** Makes one item of a derivation by a request. Its rows are counted by `countOf` under `name`. */
export const makeByRequest = <Row>(
  request: RowRequest<Row>,
  asker: Asker,
  name: string,
  countOf?: (row: Row) => number,
): Promise<Made<Row>> => makeCounted(asker, name, (ask, counter) => askForRow(request, ask, counter), countOf);

/** Makes one item of a derivation by any number of requests. */
export async function makeCounted<Row>(
  { ask, onUseless }: Asker,
  name: string,
  make: (ask: Ask, counter: CallCounter) => Promise<Row | null>,
  countOf: (row: Row) => number = () => 1,
): Promise<Made<Row>> {
  const counter = createCallCounter(onUseless);
  const row = await make(ask, counter);
  const { repairs, failedReplies } = counter.tally;
  const found = { ...namedCounts('repaired', repairs), 'failed replies': failedReplies };
  return { row, found: { ...found, [name]: row === null ? 0 : countOf(row) } };
}

/** Estimates the tokens of a request's first attempt. */
export const requestLoad = <Row>(request: RowRequest<Row>): TokenLoad => ({
  promptTokens: countPromptTokens(requestCall(request).messages),
  replyTokens: request.replyTokens,
});

/** Tokens that may be filled into a request without any, with room for its reply; at least `least`. */
export function roomForRows<Row>(request: RowRequest<Row>, contextWindow: number, least: number): number {
  const { promptTokens, replyTokens } = requestLoad(request);
  return Math.max(least, Math.floor(SURE * contextWindow - promptTokens - SLACK * replyTokens));
}

/** Names what made a row: the model, its prompt as a person worded it, and a chosen language. */
export function layerName(model: string, prompt: Prompt, { prompts, language }: RequestOptions): string {
  const version = promptVersion(prompt, prompts[prompt.name]);
  return `${model} (${[version, ...(language === null ? [] : [language])].join(', ')})`;
}
