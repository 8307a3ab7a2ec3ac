import { ParseError } from '../../errors';
import { shownText } from '../../extract/model/messages';
import type { Ask } from '../../models/model-call';
import type { EntailmentModel, EntailmentPair, EntailmentScores } from '../../models/encoders';
import { ENTAILMENT } from '../../prompts/answers';
import { fillPrompt, promptVersion, type EditedPrompt, type ReplyForm } from '../../prompts/prompt';
import { parseReply } from '../../shapes/parse-reply';
import type { LinesShape } from '../../shapes/shape';

/** Environment for entailment by a chat model. */
export interface ChatEntailmentOptions {
  /** Names the chat model, wherever it runs. */
  readonly model: string;
  readonly title: string;
  /** Form that replies must have. */
  readonly form: ReplyForm;
  /** A person's own words in place of the prompt's. */
  readonly edited?: EditedPrompt;
  /** Documents whose words the premises are; the kept replies go with them. */
  readonly documentIds?: readonly string[];
}

type Token = 'says' | 'denies' | 'open';

/** Pairs in one call: the instructions are paid for once, and a small model can still distinguish the lines. */
const PAIRS_PER_CALL = 6;
/** Each pair is a part of a call: only the nearest premises are asked about. */
const PREMISES = 3;
/** Tokens of one answer, with room for a space or two, and of the text around all of them. */
const PER_ANSWER = 10;
const AROUND = 24;
/** Estimated tokens of checking one sentence: its pairs with their premises, and an answer for each. */
export const CHECKING = { data: PREMISES * 110, reply: AROUND + PREMISES * PER_ANSWER } as const;
/** A word has no probability: calibration finds how far it can be trusted. */
const SURE = 0.9;
const REST = 0.05;
const SCORES: Readonly<Record<Token, EntailmentScores>> = {
  says: { entailment: SURE, neutral: REST, contradiction: REST },
  denies: { entailment: REST, neutral: REST, contradiction: SURE },
  open: { entailment: REST, neutral: SURE, contradiction: REST },
};
const TOKENS = ['says', 'denies', 'open'] as const satisfies readonly Token[];

/**
 * A chat model as a checker: one enumerated token for each pair, several pairs to a call. Pairs without a clear answer are asked once more
 * and are `neutral` after that. ModelErrors pass through.
 */
export function chatEntailment(ask: Ask, options: ChatEntailmentOptions): EntailmentModel {
  const { model, title, edited = {} } = options;
  return {
    id: `${model} ${promptVersion(ENTAILMENT, edited)}`,
    title,
    batchSize: PAIRS_PER_CALL,
    mostPremises: PREMISES,
    judge: async (pairs, { signal } = {}) => {
      const found: (Token | undefined)[] = pairs.map(() => undefined);
      for (const attempt of [1, 2]) {
        const missing = [...pairs.keys()].filter((at) => found[at] === undefined);
        for (let from = 0; from < missing.length; from += PAIRS_PER_CALL) {
          signal?.throwIfAborted();
          const some = missing.slice(from, from + PAIRS_PER_CALL);
          const tokens = await askAbout(
            some.flatMap((at) => pairs[at] ?? []),
            ask,
            options,
            attempt,
          );
          some.forEach((at, place) => (found[at] = tokens[place]));
        }
      }
      signal?.throwIfAborted();
      return found.map((token) => SCORES[token ?? 'open']);
    },
  };
}

async function askAbout(
  pairs: readonly EntailmentPair[],
  ask: Ask,
  { form, edited = {}, documentIds = [] }: ChatEntailmentOptions,
  attempt: number,
): Promise<readonly (Token | undefined)[]> {
  const shape = entailmentShape(pairs.length);
  const statements = pairs
    .map(({ premise, hypothesis }, at) =>
      [`${String(at + 1)}. Text: ${shownText(premise)}`, `Statement: ${shownText(hypothesis)}`].join('\n'),
    )
    .join('\n');
  const reply = await ask({
    messages: fillPrompt(ENTAILMENT, { statements }, edited, form),
    shape,
    maxTokens: AROUND + pairs.length * PER_ANSWER,
    ...(attempt > 1 ? { temperature: 0.4, seed: attempt } : { temperature: 0 }),
    promptVersion: promptVersion(ENTAILMENT, edited),
    documentIds,
  });
  const lines = linesOf(shape, reply.text);
  return pairs.map((_, at) => {
    const tokens = TOKENS.filter((token) => lines.some(({ tag, number }) => tag === token && number === at + 1));
    return tokens.length === 1 ? tokens[0] : undefined;
  });
}

interface EntailmentShape extends LinesShape {
  readonly records: Readonly<Record<Token, { readonly fields: { readonly number: NumberField } }>>;
}

interface NumberField {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

/** The form of a reply on so many statements: one token a statement, with its number. */
export function entailmentShape(count: number): EntailmentShape {
  const fields = { number: { kind: 'number', min: 1, max: count } } as const;
  return { kind: 'lines', records: { says: { fields }, denies: { fields }, open: { fields } }, max: count };
}

/** The lines of a reply; none for one without lines. */
function linesOf(shape: EntailmentShape, text: string) {
  try {
    return parseReply(shape, text).value;
  } catch (error) {
    if (error instanceof ParseError) return [];
    throw error;
  }
}
