import type { Asker } from '../derivation/derivation';
import { Attempts, ATTEMPTS, createCallCounter, type CallTally, type ModelCall } from '../models/model-call';
import { fillPrompt, promptVersion, type EditedPrompt } from '../prompts/prompt';
import { SUMMARY_PROMPT } from '../prompts/raptor';
import { textOfStatements, type Statement } from './summaries';
import { tryParseReply } from '../shapes/parse-reply';
import type { RecordShape } from '../shapes/shape';
import { clipToWords, oneLine } from '../text/clip';
import { detectLanguage } from '../text/language';
import { splitSentences } from '../text/sentences';
import { terms } from '../text/terms';

/** Options of a call for a summary. */
export interface SummaryOptions {
  /** Words that are asked for. */
  readonly maxWords: number;
  /** Name of a language. Null for that of the passages. */
  readonly language: string | null;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
}

/** Passages that a model sums up, each by its sentences. */
export interface ShownPassages {
  readonly passages: readonly (readonly Statement[])[];
  /** Documents whose words are in them. */
  readonly documentIds: readonly string[];
}

const TOKENS_PER_WORD = 1.5;
const FRAME = 12;
/** A summary may be this many times longer than asked for. What is longer ends with a whole sentence. */
const SLACK = 2;
const CHARACTERS_PER_WORD = 9;
/** Temperature of further attempts. */
const WARMER = 0.5;

/** Expected tokens of a reply. */
export const expectedReply = ({ maxWords }: Pick<SummaryOptions, 'maxWords'>): number =>
  Math.ceil(TOKENS_PER_WORD * maxWords) + FRAME;

const shapeOf = ({ maxWords }: SummaryOptions) =>
  ({
    kind: 'record',
    fields: { summary: { kind: 'text', max: SLACK * maxWords * CHARACTERS_PER_WORD } },
  }) as const satisfies RecordShape;

/** The call for one summary. */
export function summaryCall(
  { passages, documentIds }: ShownPassages,
  options: SummaryOptions,
  attempt: number,
): ModelCall {
  const edited = options.prompts[SUMMARY_PROMPT.name];
  const values = {
    passages: passages.map((one, at) => `[${String(at + 1)}] ${oneLine(textOfStatements(one))}`).join('\n'),
    max_words: String(options.maxWords),
    language: options.language ?? 'the language of the passages',
  };
  return {
    messages: fillPrompt(SUMMARY_PROMPT, values, edited),
    shape: shapeOf(options),
    maxTokens: SLACK * expectedReply(options),
    temperature: attempt === 0 ? 0 : WARMER,
    ...(attempt === 0 ? {} : { seed: attempt }),
    promptVersion: promptVersion(SUMMARY_PROMPT, edited),
    documentIds,
  };
}

/** Sentences of a summary with their places. Null where no reply could be used. */
interface AskedSummary {
  readonly statements: readonly Statement[] | null;
  readonly tally: CallTally;
}

/** Asks for the summary of some passages. ModelErrors of `ask` pass through. */
export async function askSummary(
  shown: ShownPassages,
  options: SummaryOptions,
  { ask, onUseless }: Asker,
): Promise<AskedSummary> {
  const counter = createCallCounter(onUseless);
  const all = new Attempts(ATTEMPTS);
  for (const attempt of all) {
    const { number, ...anew } = attempt;
    const reply = await ask({ ...summaryCall(shown, options, number), ...anew });
    counter.count(reply);
    const parsed = tryParseReply(shapeOf(options), reply.text);
    const text = clipToWords(oneLine(parsed?.value.summary ?? ''), SLACK * options.maxWords);
    if (text !== '') {
      counter.countRepairs(parsed?.repairs ?? []);
      return { statements: placedSentences(text, shown.passages.flat()), tally: counter.tally };
    }
    if (all.useless(attempt, reply)) counter.countFailure();
  }
  return { statements: null, tally: counter.tally };
}

/** Sentences at most to which one of a summary leads, and how near they must be to the nearest. */
const LEADS = 3;
const NEAR = 0.6;

/** The sentences of a summary, each with the places of those shown that have most of its words; of one without any, that of the first shown. */
export function placedSentences(text: string, shown: readonly Statement[]): readonly Statement[] {
  const language = detectLanguage(text);
  const { starts, ends } = splitSentences(text, language === 'und' ? 'en' : language);
  const known = shown.map((one) => ({ spans: one.spans, terms: new Set(terms(one.text, language)) }));
  const rarity = rarityAmong(known.map((one) => one.terms));
  return Array.from(starts, (start, at) => {
    const sentence = text.slice(start, ends[at]);
    const own = [...new Set(terms(sentence, language))];
    const scored = known.map(({ spans, terms: has }) => ({
      spans,
      score: own.reduce((sum, term) => sum + (has.has(term) ? rarity(term) : 0), 0) / Math.sqrt(1 + has.size),
    }));
    const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
    const near = scored.filter(({ score }) => score >= NEAR * best).sort((a, b) => b.score - a.score);
    return { text: sentence, spans: near.slice(0, best === 0 ? 1 : LEADS).flatMap(({ spans }) => spans) };
  });
}

function rarityAmong(texts: readonly ReadonlySet<string>[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const term of texts.flatMap((own) => [...own])) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + texts.length / (counts.get(term) ?? texts.length));
}
