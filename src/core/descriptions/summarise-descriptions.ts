import {
  type ModelCall,
  type Ask,
  Attempts,
  createCallCounter,
  type CallCounter,
  type CallTally,
} from '../models/model-call';
import { DESCRIPTION_PROMPT } from '../prompts/reports';
import { fillPrompt, promptVersion, type EditedPrompt } from '../prompts/prompt';
import { tryParseReply } from '../shapes/parse-reply';
import type { Repair } from '../shapes/repairs';
import type { RecordShape } from '../shapes/shape';
import { estimateTokens } from '../text/tokens';
import { oneLine, clipToWords, clipToTokens } from '../text/clip';
import type { DescriptionTask } from './list-descriptions';

export interface DescriptionOptions {
  /** Tokens of descriptions in one prompt at most (GraphRAG: 4000). More are summarised in turns. */
  readonly maxInputTokens: number;
  /** The model's tokens for prompt and reply together. */
  readonly contextWindow: number;
  /** Words of a description at most (GraphRAG: 500). */
  readonly maxWords: number;
  /** Name of a language; null for that of the descriptions. */
  readonly language: string | null;
  /** Replies per turn at most, at least 1. */
  readonly attempts: number;
  /** Prompts that a person has edited, by name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  /** Called for each reply in which nothing could be read. */
  readonly onUseless?: (() => void) | undefined;
}

export const TOKENS_PER_WORD = 1.5;
/** Temperature of further attempts. */
const WARMER = 0.5;
/** Allows for the error of estimated tokens. */
const SURE = 0.9;
const MARKS = 40;
const LEAST_ROOM = 60;
/** Tokens of a comma and quotes in the list. */
const PER_ITEM = 3;

/** Estimated tokens of descriptions in a prompt. */
export const costOf = (descriptions: readonly string[]): number =>
  descriptions.reduce((sum, text) => sum + estimateTokens(text) + PER_ITEM, 0);

/** Estimated tokens of descriptions side by side. */
export const tokensOfAll = (descriptions: readonly string[]): number =>
  descriptions.reduce((sum, text) => sum + estimateTokens(text), 0);

/** Tokens for descriptions by the budget, and by the window. */
export function roomForDescriptions({ names }: Pick<DescriptionTask, 'names'>, options: DescriptionOptions) {
  const template = estimateTokens(`${DESCRIPTION_PROMPT.system}${DESCRIPTION_PROMPT.user}${names.join(' ')}`);
  const room = Math.floor(SURE * (options.contextWindow - replyTokens(options) - template - MARKS));
  const window = Math.max(LEAST_ROOM, room);
  return { budget: Math.min(options.maxInputTokens - template, window), window };
}

/** Twice the tokens of so many words, since some languages need more. */
const replyTokens = ({ maxWords }: Pick<DescriptionOptions, 'maxWords'>): number =>
  Math.ceil(2 * TOKENS_PER_WORD * maxWords) + 20;

const shapeOf = (maxWords: number) =>
  ({ kind: 'record', fields: { description: { kind: 'text', max: maxWords * 9 } } }) as const satisfies RecordShape;

/** The call for one description. Names and descriptions are written as JSON, since they are data. */
export function descriptionCall(
  { names, documentIds }: Pick<DescriptionTask, 'names' | 'documentIds'>,
  descriptions: readonly string[],
  options: Pick<DescriptionOptions, 'maxWords' | 'language' | 'prompts'>,
  attempt: number,
): ModelCall {
  const edited = options.prompts[DESCRIPTION_PROMPT.name];
  const values = {
    names: JSON.stringify(names.length === 1 ? names[0] : names),
    descriptions: JSON.stringify([...descriptions].sort()),
    max_words: String(options.maxWords),
    language: options.language ?? 'the language of the descriptions',
  };
  return {
    messages: fillPrompt(DESCRIPTION_PROMPT, values, edited),
    shape: shapeOf(options.maxWords),
    maxTokens: replyTokens(options),
    temperature: attempt === 0 ? 0 : WARMER,
    ...(attempt === 0 ? {} : { seed: attempt }),
    promptVersion: promptVersion(DESCRIPTION_PROMPT, edited),
    documentIds,
  };
}

interface ReadDescription {
  /** Null when the reply has none. */
  readonly text: string | null;
  readonly repairs: readonly Repair[];
}

/** Reads the description in a reply. Plain prose without the JSON counts, too. */
function readDescription(reply: string, maxWords: number): ReadDescription {
  const parsed = tryParseReply(shapeOf(maxWords), reply);
  if (parsed)
    return { text: clipToWords(oneLine(parsed.value.description), maxWords) || null, repairs: parsed.repairs };
  const plain = oneLine(reply);
  return isProse(plain) ? { text: clipToWords(plain, maxWords), repairs: ['unwrapped'] } : { text: null, repairs: [] };
}

/** Checks for a text that ends like a sentence and has no marks of JSON, code or reasoning. */
const isProse = (text: string): boolean => text.length >= 20 && /[.。！？!?]$/u.test(text) && !/[{}[\]<>`]/u.test(text);

interface SummarisedDescription {
  /** Null when no reply could be used. The descriptions then stay side by side. */
  readonly text: string | null;
  readonly tally: CallTally;
}

/**
 * Makes one description of several (GraphRAG A5). They are summarised as soon as they pass the budget, and the summary
 * continues with the next ones. ModelErrors of `ask` pass through.
 */
export async function summariseDescriptions(
  task: DescriptionTask,
  options: DescriptionOptions,
  ask: Ask,
): Promise<SummarisedDescription> {
  const counter = createCallCounter(options.onUseless);
  const { budget, window } = roomForDescriptions(task, options);
  const collapse = (buffer: readonly string[]) => summarise(task, buffer, options, ask, counter);
  const most = Math.floor(window / 2);
  let buffer: readonly string[] = [];
  for (const description of task.descriptions.map((text) => clipToTokens(oneLine(text), most))) {
    const isFull = buffer.length > 1 && (costOf(buffer) > budget || costOf([...buffer, description]) > window);
    if (isFull) {
      const text = await collapse(buffer);
      if (text === null) return { text, tally: counter.tally };
      buffer = [text];
    }
    buffer = [...buffer, description];
  }
  const text = await collapse(buffer);
  return { text, tally: counter.tally };
}

async function summarise(
  task: DescriptionTask,
  descriptions: readonly string[],
  options: DescriptionOptions,
  ask: Ask,
  counter: CallCounter,
): Promise<string | null> {
  const all = new Attempts(options.attempts);
  for (const attempt of all) {
    const { number, ...anew } = attempt;
    const reply = await ask({ ...descriptionCall(task, descriptions, options, number), ...anew });
    counter.count(reply);
    const { text, repairs } = readDescription(reply.text, options.maxWords);
    if (text !== null) {
      counter.countRepairs(repairs);
      return text;
    }
    if (all.useless(attempt, reply)) counter.countFailure();
  }
  return null;
}
