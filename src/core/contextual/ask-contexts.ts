import { Attempts, ATTEMPTS, createCallCounter, type CallTally, type ModelCall } from '../models/model-call';
import type { Asker } from '../derivation/derivation';
import { CONTEXT_PROMPT } from '../prompts/contextual';
import { type EditedPrompt, fillPrompt, promptVersion } from '../prompts/prompt';
import { tryParseReply } from '../shapes/parse-reply';
import type { RecordShape } from '../shapes/shape';
import { clipToWords, oneLine } from '../text/clip';
import { type PassageWindow, shownPassages } from './passage-windows';

/** Options of a call for contexts. */
export interface ContextOptions {
  /** Words of one context at most. */
  readonly maxWords: number;
  /** Name of a language. Null for that of the document. */
  readonly language: string | null;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
}

const TOKENS_PER_WORD = 1.5;
/** Tokens of a context's number, names of fields and brackets. */
const FRAME = 16;
/** A reply may be this many times longer than expected before it is cut. */
const SLACK = 2;
const CHARACTERS_PER_WORD = 9;
/** Temperature of further attempts. */
const WARMER = 0.5;

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

/** The call for the contexts of one window. */
export function contextCall(window: PassageWindow, options: ContextOptions, attempt: number): ModelCall {
  const edited = options.prompts[CONTEXT_PROMPT.name];
  const values = {
    title: window.document.title,
    beginning: window.beginning,
    passages: shownPassages(window.units)
      .map((text, at) => `[${String(at + 1)}] ${text}`)
      .join('\n'),
    max_words: String(options.maxWords),
    language: options.language ?? 'the language of the document',
  };
  return {
    messages: fillPrompt(CONTEXT_PROMPT, values, edited),
    shape: shapeOf(window.units.length, options.maxWords),
    maxTokens: SLACK * expectedReply(window.units.length, options),
    temperature: attempt === 0 ? 0 : WARMER,
    ...(attempt === 0 ? {} : { seed: attempt }),
    promptVersion: promptVersion(CONTEXT_PROMPT, edited),
    documentIds: [window.document.id],
  };
}

/** Contexts by the place of their passage in the window. Null where no reply could be used. */
interface Contexts {
  readonly texts: ReadonlyMap<number, string> | null;
  readonly tally: CallTally;
}

/** Asks for the contexts of a window's passages. ModelErrors of `ask` pass through. */
export async function askContexts(
  window: PassageWindow,
  options: ContextOptions,
  { ask, onUseless }: Asker,
): Promise<Contexts> {
  const counter = createCallCounter(onUseless);
  const all = new Attempts(ATTEMPTS);
  for (const attempt of all) {
    const { number, ...anew } = attempt;
    const reply = await ask({ ...contextCall(window, options, number), ...anew });
    counter.count(reply);
    const parsed = tryParseReply(shapeOf(window.units.length, options.maxWords), reply.text);
    const texts = textsOf(parsed?.value.contexts ?? [], options.maxWords);
    if (texts.size > 0) {
      counter.countRepairs(parsed?.repairs ?? []);
      return { texts, tally: counter.tally };
    }
    if (all.useless(attempt, reply)) counter.countFailure();
  }
  return { texts: null, tally: counter.tally };
}

/** The first context of each passage counts. */
function textsOf(
  contexts: readonly { readonly passage: number; readonly context: string }[],
  maxWords: number,
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const { passage, context } of contexts) {
    const text = clipToWords(oneLine(context), maxWords);
    if (text !== '' && !texts.has(passage - 1)) texts.set(passage - 1, text);
  }
  return texts;
}
