import { ParseError } from '../../errors';
import type { ModelCall } from '../../models/ask';
import { DESCRIPTION_PROMPT } from '../../prompts/description';
import { fillPrompt, promptVersion, type EditedPrompt } from '../../prompts/prompt';
import { parseReply } from '../../shapes/parse-reply';
import type { Repair } from '../../shapes/repairs';
import type { RecordShape } from '../../shapes/shape';
import { estimateTokens } from '../../text/tokens';
import { oneLine } from './clip-text';
import { clipToWords } from './clip-to-words';
import type { DescriptionTask } from './list-descriptions';

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
  /** Told of each reply of no use as it comes. */
  readonly onUseless?: (() => void) | undefined;
}

export const TOKENS_PER_WORD = 1.5;
/** Of another attempt: the likeliest words were of no use. */
const WARMER = 0.5;
/** Models count tokens otherwise than is estimated. */
const SURE = 0.9;
const MARKS = 40;
const LEAST_ROOM = 60;
/** Of a comma and quotes in the list. */
const PER_ITEM = 3;

/** Estimated tokens of descriptions in a prompt. */
export const costOf = (descriptions: readonly string[]): number =>
  descriptions.reduce((sum, text) => sum + estimateTokens(text) + PER_ITEM, 0);

/** Estimated tokens of descriptions side by side. */
export const tokensOfAll = (descriptions: readonly string[]): number =>
  descriptions.reduce((sum, text) => sum + estimateTokens(text), 0);

/** Tokens for descriptions: those of the budget, and those that the window holds. */
export function roomForDescriptions({ names }: Pick<DescriptionTask, 'names'>, options: DescriptionOptions) {
  const template = estimateTokens(`${DESCRIPTION_PROMPT.system}${DESCRIPTION_PROMPT.user}${names.join(' ')}`);
  const window = Math.floor(SURE * (options.contextWindow - replyTokens(options) - template - MARKS));
  const held = Math.max(LEAST_ROOM, window);
  return { budget: Math.min(options.maxInputTokens - template, held), window: held };
}

/** Twice what so many words need: other languages need more tokens for as many. */
const replyTokens = ({ maxWords }: Pick<DescriptionOptions, 'maxWords'>): number =>
  Math.ceil(2 * TOKENS_PER_WORD * maxWords) + 20;

const shapeOf = (maxWords: number) =>
  ({ kind: 'record', fields: { description: { kind: 'text', max: maxWords * 9 } } }) as const satisfies RecordShape;

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

export interface ReadDescription {
  /** Null when the reply holds none. */
  readonly text: string | null;
  readonly repairs: readonly Repair[];
}

/** The description that a reply is or holds; plain words without the form are one too. */
export function readDescription(reply: string, maxWords: number): ReadDescription {
  try {
    const { value, repairs } = parseReply(shapeOf(maxWords), reply);
    return { text: clipToWords(oneLine(value.description), maxWords) || null, repairs };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const plain = oneLine(reply);
    return isProse(plain)
      ? { text: clipToWords(plain, maxWords), repairs: ['unwrapped'] }
      : { text: null, repairs: [] };
  }
}

/** Words that end like a sentence and hold nothing of JSON, code or thoughts. */
const isProse = (text: string): boolean => text.length >= 20 && /[.。！？!?]$/u.test(text) && !/[{}[\]<>`]/u.test(text);
