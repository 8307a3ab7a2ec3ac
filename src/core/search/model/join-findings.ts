import type { Prompt } from '../../prompts/prompt';
import type { BuiltContext } from '../context/context';
import { documentsOf } from './answer-from';
import { answerValues } from './answer-values';
import { findingsTable, type Finding } from './findings-table';
import type { Ended } from './mode-outcome';
import { noRoom } from './no-room';
import { historyOf, roomForData, tokensForWords } from './prompt-room';
import type { SearchRun } from './search-run';
import { writeAnswer } from './write-answer';

/** What is joined, and how. */
export interface Joining {
  readonly prompt: Prompt;
  /** Words of the answer at most. */
  readonly words: number;
  readonly contexts: readonly BuiltContext[];
  readonly notes: string[];
  /** What the findings are called, such as `points`. */
  readonly called: string;
}

/** One answer from all findings that find room, the most important first. Throws ModelError, also where not one finds room. */
export async function joinFindings(
  run: SearchRun,
  findings: readonly Finding[],
  { prompt, words, contexts, notes, called }: Joining,
): Promise<Ended> {
  const history = historyOf(run);
  const values = { ...answerValues(run, history.text), max_words: String(words) };
  const maxTokens = tokensForWords(run, words);
  const table = findingsTable(findings, roomForData(run, prompt, values, maxTokens));
  if (table.shown === 0 && findings.length > 0) throw noRoom(run);
  if (table.shown < findings.length)
    notes.push(
      `Of ${String(findings.length)} ${called} the ${String(table.shown)} most important found room in the last call.`,
    );
  run.emit({ kind: 'working', words: `Joining ${String(table.shown)} ${called}.` });
  return writeAnswer(
    run,
    {
      purpose: 'reduce',
      prompt,
      values: { ...values, data: table.text },
      maxTokens,
      temperature: run.choices.temperature,
      documentIds: documentsOf(contexts, history),
    },
    contexts,
  );
}
