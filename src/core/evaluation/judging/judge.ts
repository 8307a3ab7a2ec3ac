import { mapConcurrent } from '../../async';
import type { Asker } from '../../derivation/derivation';
import { shownText } from '../../extract/model/messages';
import { stableId } from '../../ids';
import type { ChatReply } from '../../models/chat-model';
import { Attempts, ATTEMPTS, withOtherSeed, type ModelCall } from '../../models/model-call';
import {
  fillPrompt,
  placeholdersOf,
  promptVersion,
  type EditedPrompt,
  type Prompt,
  type ReplyForm,
} from '../../prompts/prompt';
import { noUsableReplies } from '../../search/model-call/call-model';
import { contextTokens } from '../../search/model-call/token-budget';
import { tryParseReply } from '../../shapes/parse-reply';
import type { Repair } from '../../shapes/repairs';
import type { Shape, ShapeValue } from '../../shapes/shape';
import { clipToTokens } from '../../text/clip';
import { estimateTokens } from '../../text/tokens';

/** A chat model that judges answers or makes questions. */
export interface Judge extends Asker {
  /** Names the model, wherever it runs. */
  readonly model: string;
  readonly title: string;
  /** Form that replies must have. */
  readonly form: ReplyForm;
  readonly contextWindow: number;
  /** Calls that may run at the same time, at least 1. */
  readonly parallel: number;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  /** Tokens of text that make a claim, and tokens of a claim, as the model drew them before. */
  readonly claimSize?: ClaimSize | undefined;
  /** Set for a price, and called in place of `ask`: finds the kept reply, and counts a call of which none is kept. */
  readonly rehearse?: (call: ModelCall, replyTokens: number) => Promise<ChatReply | null>;
}

/** Tokens of text that make a claim, and of the claim itself. */
export interface ClaimSize {
  readonly text: number;
  readonly own: number;
}

/** A prompt with the size of its reply. */
interface CallForm {
  readonly prompt: Prompt;
  /** Placeholders whose texts are cut, each to the same share, where the window is too small for all. */
  readonly gives: readonly string[];
  /** Expected tokens of the reply. */
  readonly reply: number;
}

/** A call of a judge. */
interface JudgeCall<S extends Shape> extends CallForm {
  readonly values: Readonly<Record<string, string>>;
  readonly shape: S;
  /** Taken for a reply that is not kept where a price is made, with its tokens where they are not those of the form. */
  readonly expected: ShapeValue<S>;
  readonly expectedTokens?: number;
  /** From 0; each further one asks with another seed. */
  readonly trial?: number;
  /** Documents whose words are in the values. */
  readonly documentIds: readonly string[];
  /** Rejects a reply that can be read and is of no use; the model is asked again. */
  readonly isUsable?: (value: ShapeValue<S>, repairs: readonly Repair[]) => boolean;
}

/** A reply may be so many times as long as expected, and this much longer. */
const SLACK = { times: 2, more: 24 };

const mostReply = (reply: number): number => SLACK.times * reply + SLACK.more;

/** Asks until a reply can be used; null where none can. ModelErrors of `ask` pass through. */
export async function tryJudge<S extends Shape>(judge: Judge, call: JudgeCall<S>): Promise<ShapeValue<S> | null> {
  const { shape, trial = 0, isUsable = () => true } = call;
  const first = buildCall(judge, call);
  const attempts = new Attempts(ATTEMPTS);
  for (const attempt of attempts) {
    const { number, ...anew } = attempt;
    const seed = trial * ATTEMPTS + number;
    const asked = { ...(seed === 0 ? first : withOtherSeed(first, seed)), ...anew };
    const reply = await (judge.rehearse?.(asked, expectedTokens(judge, call)) ?? judge.ask(asked));
    if (reply === null) return call.expected;
    const parsed = tryParseReply(shape, reply.text);
    if (parsed && isUsable(parsed.value, parsed.repairs)) return parsed.value;
    if (attempts.useless(attempt, reply)) judge.onUseless?.();
  }
  return null;
}

/** Asks for each of some items; null for one without a usable reply. Throws ModelError, also where no reply at all could be used. */
export async function judgeEach<T, S extends Shape>(
  judge: Judge,
  items: readonly T[],
  callOf: (item: T) => JudgeCall<S>,
): Promise<readonly (ShapeValue<S> | null)[]> {
  const values = await mapConcurrent(items, judge.parallel, (item) => tryJudge(judge, callOf(item)));
  if (items.length > 0 && values.every((value) => value === null)) throw noUsableReplies();
  return values;
}

/** Tokens of the reply that is expected: those of a choice are known. */
function expectedTokens({ form }: Judge, call: JudgeCall<Shape>): number {
  const { shape, expected, reply } = call;
  if (call.expectedTokens !== undefined || shape.kind !== 'choice') return call.expectedTokens ?? reply;
  const word = JSON.stringify(expected);
  return estimateTokens(form === 'json' ? `{"choice":${word}}` : word.slice(1, -1));
}

/** The same, where nothing follows from no reply: throws ModelError. */
export async function askJudge<S extends Shape>(judge: Judge, call: JudgeCall<S>): Promise<ShapeValue<S>> {
  const value = await tryJudge(judge, call);
  if (value === null) throw noUsableReplies();
  return value;
}

/** Names what a result follows from: the model, its prompts as a person worded them, and what they were filled with. */
export const judgementKey = (
  { model, prompts }: Pick<Judge, 'model' | 'prompts'>,
  asked: readonly Prompt[],
  from: unknown,
): string => stableId(model, ...asked.map((one) => promptVersion(one, prompts[one.name])), JSON.stringify(from));

function buildCall(judge: Judge, call: JudgeCall<Shape>): ModelCall {
  const { prompt, gives, values, shape, reply, documentIds } = call;
  const edited = judge.prompts[prompt.name];
  const sizes = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, estimateTokens(text)]));
  const share = shareOfRoom(judge, call, sizes);
  const cut = gives.map((name) => [name, clipToTokens(shownText(values[name] ?? ''), share)]);
  return {
    messages: fillPrompt(prompt, { ...values, ...Object.fromEntries(cut) }, edited, judge.form),
    shape,
    maxTokens: mostReply(reply),
    temperature: 0,
    promptVersion: promptVersion(prompt, edited),
    documentIds,
  };
}

/** Tokens that each text which gives way may have, beside the others of these sizes. */
export function shareOfRoom(
  { form, contextWindow, prompts }: Judge,
  { prompt, gives, reply }: CallForm,
  sizes: Readonly<Record<string, number>>,
): number {
  const names = placeholdersOf(prompt).filter((name) => name !== 'form');
  // Filled with two tokens each that texts begin and end like: what stands beside them joins others to a token.
  const filled = Object.fromEntries(names.map((name) => [name, 'x.']));
  const messages = fillPrompt(prompt, filled, prompts[prompt.name], form);
  const rest = Object.entries(sizes).reduce((sum, [name, size]) => sum + (gives.includes(name) ? 0 : size), 0);
  const room = contextTokens({ contextWindow, messages, replyTokens: mostReply(reply) }) - rest;
  return Math.max(1, Math.floor(room / Math.max(1, gives.length)));
}
