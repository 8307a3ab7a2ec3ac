import type { Prompt } from '../../prompts/prompt';
import type { BuiltContext } from '../context/context';
import type { History } from '../context/history';
import { answerValues } from './answer-values';
import { NOT_FOUND_WRITTEN, type ModeOutcome } from './mode-outcome';
import { noRoom } from './no-room';
import { answerTokens, historyOf, roomForData } from './prompt-room';
import type { SearchRun } from './search-run';
import { sectionsOf } from './trace-sections';
import { writeAnswer } from './write-answer';

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
