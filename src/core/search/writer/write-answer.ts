import { ModelError } from '../../errors';
import type { BuiltContext } from '../context/context';
import { answerWriter } from './answer-writer';
import { callModel, type SearchCall } from '../model-call/call-model';
import { type Ended, type SearchRun, NOT_FOUND_WRITTEN, type ModeOutcome } from './search-run';
import { KNOWLEDGE } from '../../prompts/answers/rules';
import type { Prompt } from '../../prompts/prompt';
import type { History } from '../context/history';
import { noRoom, answerTokens, historyOf, roomForData } from '../model-call/token-budget';
import { sectionsOf } from './trace-sections';

/** Of a second attempt, where the first gave nothing. */
const WARMER = 0.5;

/**
 * Has the model write the answer and tells it as it comes. An answer that is stopped, or whose model fails, in the middle is kept as far as
 * it came: `broken` says why. Throws ModelError, also for an empty reply, and the signal's reason, where nothing came.
 */
export async function writeAnswer(
  run: SearchRun,
  call: Omit<SearchCall, 'onText'>,
  contexts: readonly BuiltContext[],
): Promise<Ended> {
  for (const attempt of [0, 1]) {
    const documentIds = [...call.documentIds, ...(run.carried ?? [])];
    const writer = answerWriter(run, contexts, documentIds);
    const again = attempt === 0 ? {} : { temperature: Math.max(call.temperature, WARMER), seed: attempt };
    let came = '';
    const add = (text: string): void => {
      came += text;
      writer.add(text);
    };
    try {
      const reply = await callModel(run, {
        ...call,
        ...again,
        onText: (event) => {
          if (event.kind === 'delta') return add(event.text);
          came = '';
          writer.restart(event.reason);
        },
      });
      // A reply that was remembered, or that came in one piece, was not told yet.
      if (reply.text.startsWith(came)) add(reply.text.slice(came.length));
      const cut = reply.finish === 'length';
      const written = writer.finish(cut);
      if (written.text.trim() !== '' || written.notFound) {
        return { ...(await writer.judged()), cut };
      }
    } catch (error) {
      const written = writer.finish(true);
      if (written.text.trim() === '') throw error;
      return { ...written, broken: error };
    }
  }
  throw new ModelError('Its reply was empty, also when it was asked again.', { traits: ['nothing usable'] });
}

/** What stands for the placeholders that every prompt of an answer has, but its data. */
export const answerValues = ({ choices, question }: SearchRun, history: string) => ({
  knowledge: choices.generalKnowledge ? KNOWLEDGE.allowed : KNOWLEDGE.none,
  response_type: choices.responseType,
  history,
  question: question.typed,
});

/** One call over one context: what local and basic search are. */
export async function answerFrom(
  run: SearchRun,
  prompt: Prompt,
  contextFor: (tokens: number) => BuiltContext,
): Promise<ModeOutcome> {
  const history = historyOf(run);
  const values = answerValues(run, history.text);
  const maxTokens = answerTokens(run);
  const tokens = roomForData(run, prompt, values, maxTokens);
  const context = contextFor(tokens);
  run.emit({ kind: 'context', sections: sectionsOf([context]) });
  if (isCrowdedOut(context, tokens)) throw noRoom(run);
  if (context.text === '') return { contexts: [context], written: NOT_FOUND_WRITTEN, notes: [] };
  const written = await writeAnswer(
    run,
    {
      purpose: 'answer',
      prompt,
      values: { ...values, data: context.text },
      maxTokens,
      temperature: run.choices.temperature,
      documentIds: documentsOf([context], history),
    },
    [context],
  );
  return { contexts: [context], written, notes: [] };
}

/** Whether a context within so many tokens shows nothing for want of room, and not because nothing was found. */
export const isCrowdedOut = ({ text, tables }: Pick<BuiltContext, 'text' | 'tables'>, tokens: number): boolean =>
  text === '' && (tokens === 0 || tables.some(({ rows }) => rows.length > 0));

/** Documents whose words are in a prompt. */
export const documentsOf = (contexts: readonly BuiltContext[], history: History): readonly string[] => [
  ...new Set([...contexts.flatMap(({ documentIds }) => documentIds), ...history.documentIds]),
];
