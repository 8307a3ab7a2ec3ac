import { replyReader, type RequestOptions, type RowRequest } from '../derivation/row-request';
import { CONTEXT_PROMPT } from '../prompts/contextual';
import type { RecordShape } from '../shapes/shape';
import { clipToWords, oneLine } from '../text/clip';
import { type PassageWindow, shownPassages } from './passage-windows';

/** Contexts by the place of their passage in a window. */
export type Contexts = ReadonlyMap<number, string>;

/** Options of a request for contexts. */
export interface ContextOptions extends RequestOptions {
  /** Words of one context at most. */
  readonly maxWords: number;
}

const TOKENS_PER_WORD = 1.5;
/** Tokens of a context's number, names of fields and brackets. */
const FRAME = 16;
const CHARACTERS_PER_WORD = 9;

/** Expected tokens of a reply about so many passages. */
export const expectedReply = (passages: number, { maxWords }: Pick<ContextOptions, 'maxWords'>): number =>
  Math.ceil(passages * (TOKENS_PER_WORD * maxWords + FRAME));

const shapeOf = (passages: number, maxWords: number) =>
  ({
    kind: 'record',
    fields: {
      contexts: {
        kind: 'records',
        items: passages,
        of: {
          kind: 'record',
          fields: {
            passage: { kind: 'number', min: 1, max: passages },
            context: { kind: 'text', max: maxWords * CHARACTERS_PER_WORD },
          },
        },
      },
    },
  }) as const satisfies RecordShape;

/** Asks for the contexts of a window's passages. */
export function contextRequest(
  { document, beginning, units }: PassageWindow,
  { language, maxWords, prompts }: ContextOptions,
): RowRequest<Contexts> {
  const shape = shapeOf(units.length, maxWords);
  return {
    prompt: CONTEXT_PROMPT,
    values: {
      title: document.title,
      beginning,
      passages: shownPassages(units)
        .map((text, at) => `[${String(at + 1)}] ${text}`)
        .join('\n'),
      max_words: String(maxWords),
      language: language ?? 'the language of the document',
    },
    edited: prompts[CONTEXT_PROMPT.name],
    shape,
    replyTokens: expectedReply(units.length, { maxWords }),
    documentIds: [document.id],
    read: replyReader(shape, ({ contexts }) => {
      const texts = textsOf(contexts, maxWords);
      return texts.size > 0 ? texts : null;
    }),
  };
}

/** The first context of each passage counts. */
function textsOf(
  contexts: readonly { readonly passage: number; readonly context: string }[],
  maxWords: number,
): Contexts {
  const texts = new Map<number, string>();
  for (const { passage, context } of contexts) {
    const text = clipToWords(oneLine(context), maxWords);
    if (text !== '' && !texts.has(passage - 1)) texts.set(passage - 1, text);
  }
  return texts;
}
