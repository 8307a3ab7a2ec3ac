import type { Asker, Made } from '../derivation/derivation';
import {
  askForRow,
  makeCounted,
  type ReadReply,
  replyReader,
  type RequestOptions,
  type RowRequest,
  SLACK,
  SURE,
} from '../derivation/row-request';
import { DESCRIPTION_PROMPT } from '../prompts/reports';
import type { RecordShape } from '../shapes/shape';
import { estimateTokens } from '../text/tokens';
import { oneLine, clipToWords, clipToTokens } from '../text/clip';
import type { DescriptionTask } from './list-descriptions';

export interface DescriptionOptions extends RequestOptions {
  /** Tokens of descriptions in one prompt at most (GraphRAG: 4000). More are summarised in turns. */
  readonly maxInputTokens: number;
  /** The model's tokens for prompt and reply together. */
  readonly contextWindow: number;
  /** Words of a description at most (GraphRAG: 500). */
  readonly maxWords: number;
}

export const TOKENS_PER_WORD = 1.5;
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
  const room = Math.floor(SURE * (options.contextWindow - SLACK * replyTokens(options) - template - MARKS));
  const window = Math.max(LEAST_ROOM, room);
  return { budget: Math.min(options.maxInputTokens - template, window), window };
}

/** Tokens of a reply with so many words. */
const replyTokens = ({ maxWords }: Pick<DescriptionOptions, 'maxWords'>): number =>
  Math.ceil(TOKENS_PER_WORD * maxWords) + 10;

const shapeOf = (maxWords: number) =>
  ({ kind: 'record', fields: { description: { kind: 'text', max: maxWords * 9 } } }) as const satisfies RecordShape;

/** Asks for one description. Names and descriptions are written as JSON, since they are data. */
export function descriptionRequest(
  { names, documentIds }: Pick<DescriptionTask, 'names' | 'documentIds'>,
  descriptions: readonly string[],
  { language, maxWords, prompts }: Pick<DescriptionOptions, 'maxWords' | 'language' | 'prompts'>,
): RowRequest<string> {
  return {
    prompt: DESCRIPTION_PROMPT,
    values: {
      names: JSON.stringify(names.length === 1 ? names[0] : names),
      descriptions: JSON.stringify([...descriptions].sort()),
      max_words: String(maxWords),
      language: language ?? 'the language of the descriptions',
    },
    edited: prompts[DESCRIPTION_PROMPT.name],
    shape: shapeOf(maxWords),
    replyTokens: replyTokens({ maxWords }),
    documentIds,
    read: (reply) => readDescription(reply, maxWords),
  };
}

/** Reads the description in a reply. Plain prose without the JSON counts, too. */
function readDescription(reply: string, maxWords: number): ReadReply<string> | null {
  const read = replyReader(shapeOf(maxWords), ({ description }) => description)(reply);
  const plain = oneLine(read?.row ?? reply);
  const row = read || isProse(plain) ? clipToWords(plain, maxWords) : '';
  return row === '' ? null : { row, repairs: read?.repairs ?? ['unwrapped'] };
}

/** Checks for a text that ends like a sentence and has no marks of JSON, code or reasoning. */
const isProse = (text: string): boolean => text.length >= 20 && /[.。！？!?]$/u.test(text) && !/[{}[\]<>`]/u.test(text);

/**
 * Makes one description of several (GraphRAG A5). They are summarised as soon as they pass the budget, and the summary
 * continues with the next ones. Without a usable reply they stay side by side. ModelErrors of `ask` pass through.
 */
export const summariseDescriptions = (
  task: Pick<DescriptionTask, 'names' | 'descriptions' | 'documentIds'>,
  options: DescriptionOptions,
  asker: Asker,
): Promise<Made<string>> =>
  makeCounted(asker, 'descriptions', async (ask, counter) => {
    const { budget, window } = roomForDescriptions(task, options);
    const collapse = (buffer: readonly string[]) => askForRow(descriptionRequest(task, buffer, options), ask, counter);
    const most = Math.floor(window / 2);
    let buffer: readonly string[] = [];
    for (const description of task.descriptions.map((text) => clipToTokens(oneLine(text), most))) {
      const isFull = buffer.length > 1 && (costOf(buffer) > budget || costOf([...buffer, description]) > window);
      if (isFull) {
        const text = await collapse(buffer);
        if (text === null) return null;
        buffer = [text];
      }
      buffer = [...buffer, description];
    }
    return collapse(buffer);
  });
