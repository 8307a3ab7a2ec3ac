import { ParseError } from '../../errors';
import type { Ask, ModelCall } from '../../models/ask';
import { DESCRIPTION_PROMPT } from '../../prompts/description';
import { fillPrompt, promptVersion, type EditedPrompt } from '../../prompts/prompt';
import { parseReply } from '../../shapes/parse-reply';
import type { RecordShape } from '../../shapes/shape';
import { estimateTokens } from '../../text/tokens';
import { clipToTokens, oneLine } from './clip-text';
import { clipToWords } from './clip-to-words';
import type { CallEstimate } from './estimate-reports';
import type { DescriptionTask } from './list-descriptions';
import { callCount, type CallCount } from './report-tally';

export interface DescriptionOptions {
  /** Tokens of one prompt, beyond which descriptions are summarised in turns (GraphRAG: 4000). */
  readonly maxInputTokens: number;
  /** Tokens of prompt and reply together, of the model. */
  readonly contextWindow: number;
  /** Words of a description at most (GraphRAG: 500). */
  readonly maxWords: number;
  /** In words for a model; null for that of the descriptions. */
  readonly language: string | null;
  /** Replies per turn at most, at least 1. */
  readonly attempts: number;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
}

export interface SummarisedDescription {
  /** Null when no reply could be used: the descriptions stay side by side. */
  readonly text: string | null;
  readonly tally: CallCount['total'];
}

const TOKENS_PER_WORD = 1.5;
const WARMER = 0.5;
/** Models count tokens otherwise than is estimated. */
const SURE = 0.9;
const MARKS = 40;
/** Of a comma and quotes in the list. */
const PER_ITEM = 3;

/**
 * One description of several (GraphRAG A5): as many as the budget holds, the one that passes it included unless the window would not hold
 * it, are made into one, which goes on with the next ones until none is left. The ModelErrors of `ask` pass through.
 */
export async function summariseDescriptions(
  task: DescriptionTask,
  options: DescriptionOptions,
  ask: Ask,
): Promise<SummarisedDescription> {
  const count = callCount();
  const room = roomOf(task, options);
  let buffer: readonly string[] = [];
  for (const [at, description] of task.descriptions.entries()) {
    const next = clipToTokens(oneLine(description), Math.floor(room.window / 2));
    if (buffer.length > 1 && costOf([...buffer, next]) > room.window) {
      const text = await summarise(task, buffer, options, ask, count);
      if (text === null) return { text, tally: count.total };
      buffer = [text];
    }
    buffer = [...buffer, next];
    const isLast = at === task.descriptions.length - 1;
    if (!isLast && (costOf(buffer) <= room.budget || buffer.length < 2)) continue;
    const text = await summarise(task, buffer, options, ask, count);
    if (text === null || isLast) return { text, tally: count.total };
    buffer = [text];
  }
  return { text: null, tally: count.total };
}

const costOf = (descriptions: readonly string[]): number =>
  descriptions.reduce((sum, text) => sum + estimateTokens(text) + PER_ITEM, 0);

/** Tokens for descriptions: those of the budget, and those that the window holds. */
function roomOf(task: DescriptionTask, options: DescriptionOptions) {
  const template = estimateTokens(`${DESCRIPTION_PROMPT.system}${DESCRIPTION_PROMPT.user}${task.names.join(' ')}`);
  const window = Math.floor(SURE * (options.contextWindow - replyTokens(options) - template - MARKS));
  return { budget: Math.min(options.maxInputTokens - template, window), window: Math.max(60, window) };
}

const replyTokens = ({ maxWords }: Pick<DescriptionOptions, 'maxWords'>): number =>
  Math.ceil(2 * TOKENS_PER_WORD * maxWords) + 20;

const shapeOf = (maxWords: number) =>
  ({ kind: 'record', fields: { description: { kind: 'text', max: maxWords * 9 } } }) as const satisfies RecordShape;

async function summarise(
  task: DescriptionTask,
  descriptions: readonly string[],
  options: DescriptionOptions,
  ask: Ask,
  count: CallCount,
): Promise<string | null> {
  for (let attempt = 0; attempt < options.attempts; attempt++) {
    const reply = await ask(descriptionCall(task, descriptions, options, attempt));
    count.count(reply);
    const text = readDescription(reply.text, options.maxWords, count);
    if (text !== null) return text;
    count.fail();
  }
  return null;
}

/** The call for one description; names and descriptions as JSON, as they are data. */
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

/** The description that a reply is or holds; plain words without the form are one too. */
function readDescription(reply: string, maxWords: number, count: CallCount): string | null {
  try {
    const { value, repairs } = parseReply(shapeOf(maxWords), reply);
    count.note(repairs);
    return clipToWords(oneLine(value.description), maxWords) || null;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const plain = oneLine(reply);
    if (!isProse(plain)) return null;
    count.note(['unwrapped']);
    return clipToWords(plain, maxWords);
  }
}

/** Words that end like a sentence and hold nothing of JSON, code or thoughts. */
const isProse = (text: string): boolean => text.length >= 20 && /[.。！？!?]$/u.test(text) && !/[{}[\]<>`]/u.test(text);

/** Calls that summaries are expected to take, counted from the very prompts. */
export function estimateDescriptions(
  tasks: readonly DescriptionTask[],
  options: DescriptionOptions,
): readonly CallEstimate[] {
  return tasks.flatMap((task) => {
    const { budget } = roomOf(task, options);
    const turns = Math.max(1, Math.ceil(costOf(task.descriptions) / Math.max(1, budget)));
    const { messages } = descriptionCall(task, task.descriptions, options, 0);
    const whole = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const own = costOf(task.descriptions);
    const replyTokens = Math.ceil(Math.min(TOKENS_PER_WORD * options.maxWords, 0.8 * own));
    const promptTokens = Math.ceil(whole - own + own / turns + (turns > 1 ? replyTokens : 0));
    return Array.from({ length: turns }, () => ({ promptTokens, replyTokens }));
  });
}
