import type { Prompt } from '../../prompts/prompt';
import type { BuiltContext } from '../context/context';
import type { History } from '../context/history';
import { answerValues } from './answer-values';
import type { ModeOutcome } from './mode-outcome';
import { answerTokens, historyOf, roomForData } from './prompt-room';
import type { SearchRun } from './search-run';
import { sectionsOf } from './trace-sections';
import { writeAnswer } from './write-answer';
import { NOTHING_WRITTEN } from './written';

/** One call over one context: what local and basic search are. */
export async function answerFrom(
  run: SearchRun,
  prompt: Prompt,
  contextFor: (tokens: number) => BuiltContext,
): Promise<ModeOutcome> {
  const history = historyOf(run);
  const values = answerValues(run, history.text);
  const maxTokens = answerTokens(run);
  const context = contextFor(roomForData(run, prompt, values, maxTokens));
  run.emit({ kind: 'context', sections: sectionsOf([context]) });
  if (context.text === '') return { contexts: [context], written: { ...NOTHING_WRITTEN, notFound: true }, notes: [] };
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

/** Documents whose words are in a prompt. */
export const documentsOf = (contexts: readonly BuiltContext[], history: History): readonly string[] => [
  ...new Set([...contexts.flatMap(({ documentIds }) => documentIds), ...history.documentIds]),
];
