import type { Asker } from '../derivation/derivation';
import { uniteKeywords } from '../extract/keywords';
import { Attempts, ATTEMPTS, createCallCounter, type CallTally, type ModelCall } from '../models/model-call';
import { type EditedPrompt, fillPrompt, promptVersion } from '../prompts/prompt';
import { THEME_KEYWORDS_PROMPT } from '../prompts/themes';
import { tryParseReply } from '../shapes/parse-reply';
import type { RecordShape } from '../shapes/shape';
import type { KeywordBatch } from './keyword-batches';

/** Options of a call for themes. */
export interface KeywordOptions {
  /** Name of a language. Null for that of the relationships. */
  readonly language: string | null;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
}

/** Themes of one relationship at most. */
const MOST_KEYWORDS = 4;
/** Tokens that the themes of one relationship take with their number and names of fields. */
const PER_PAIR = 26;
/** Tokens around all of them. */
const AROUND = 8;
/** A reply may be this many times longer than expected before it is cut. */
const SLACK = 2;
/** Temperature of further attempts. */
const WARMER = 0.5;

/** Expected tokens of a reply about so many relationships. */
export const expectedReply = (pairs: number): number => AROUND + PER_PAIR * pairs;

const shapeOf = (pairs: number) =>
  ({
    kind: 'record',
    fields: {
      themes: {
        kind: 'records',
        items: pairs,
        of: {
          kind: 'record',
          fields: {
            number: { kind: 'number', min: 1, max: pairs },
            keywords: { kind: 'texts', max: 60, items: MOST_KEYWORDS },
          },
        },
      },
    },
  }) as const satisfies RecordShape;

/** The call for the themes of one batch. */
export function keywordCall(
  { lines, documentIds }: Pick<KeywordBatch, 'lines' | 'documentIds'>,
  { language, prompts }: KeywordOptions,
  attempt: number,
): ModelCall {
  const edited = prompts[THEME_KEYWORDS_PROMPT.name];
  const values = {
    relationships: lines.map((line, at) => `${String(at + 1)} ${line}`).join('\n'),
    language: language ?? 'the language of the relationships',
  };
  return {
    messages: fillPrompt(THEME_KEYWORDS_PROMPT, values, edited),
    shape: shapeOf(lines.length),
    maxTokens: SLACK * expectedReply(lines.length),
    temperature: attempt === 0 ? 0 : WARMER,
    ...(attempt === 0 ? {} : { seed: attempt }),
    promptVersion: promptVersion(THEME_KEYWORDS_PROMPT, edited),
    documentIds,
  };
}

/** Themes by the place of their relationship in the batch. Null where no reply could be used. */
interface AskedKeywords {
  readonly keywords: ReadonlyMap<number, readonly string[]> | null;
  readonly tally: CallTally;
}

/** Asks for the themes of a batch. ModelErrors of `ask` pass through. */
export async function askThemes(
  batch: KeywordBatch,
  options: KeywordOptions,
  { ask, onUseless }: Asker,
): Promise<AskedKeywords> {
  const counter = createCallCounter(onUseless);
  const all = new Attempts(ATTEMPTS);
  for (const attempt of all) {
    const { number, ...anew } = attempt;
    const reply = await ask({ ...keywordCall(batch, options, number), ...anew });
    counter.count(reply);
    const parsed = tryParseReply(shapeOf(batch.lines.length), reply.text);
    const found = new Map<number, readonly string[]>();
    for (const one of parsed?.value.themes ?? []) {
      const keywords = uniteKeywords(one.keywords);
      if (keywords.length > 0 && !found.has(one.number - 1)) found.set(one.number - 1, keywords);
    }
    if (found.size > 0) {
      counter.countRepairs(parsed?.repairs ?? []);
      return { keywords: found, tally: counter.tally };
    }
    if (all.useless(attempt, reply)) counter.countFailure();
  }
  return { keywords: null, tally: counter.tally };
}
