import { ModelError } from '../../../errors';
import { DRIFT_HYPOTHESIS } from '../../../prompts/answers/drift-hypothesis';
import { hasWords } from '../../request/asking-words';
import { clipToTokens } from '../../../reports/model/clip-text';
import { reportEntry } from '../../context/report-entries';
import type { DriftChoices } from '../../parameters';
import { rankReports } from '../../../retrieval/reports';
import type { Question } from '../../request/question';
import { callModel } from '../../model-call/call-model';
import { roomForData } from '../../model-call/token-budget';
import type { SearchRun } from '../../writer/search-run';

/** Tokens of its reply, and of the report that shows the manner. */
export const HYPOTHESIS = { reply: 300, report: 400 } as const;

/**
 * The question with rankings by the meaning of a made-up answer (HyDE); as it is where there is no embedding model, where a person switched
 * it off, or where the call fails.
 */
export async function hypothesisFor(run: SearchRun, choices: DriftChoices, notes: string[]): Promise<Question> {
  const { index, question, scope, level } = run;
  if (!choices.hypothesis || !question.dense) return question;
  const [nearest] = rankReports(index, question, { level, allow: scope.unit });
  const example = nearest && reportEntry(index, nearest, scope);
  if (!example) return question;
  const values = { question: question.typed };
  const room = Math.min(
    HYPOTHESIS.report,
    roomForData(run, DRIFT_HYPOTHESIS, { ...values, report: '' }, HYPOTHESIS.reply),
  );
  run.emit({ kind: 'working', words: 'Imagining an answer to search by.' });
  try {
    const { text } = await callModel(run, {
      purpose: 'hypothesis',
      prompt: DRIFT_HYPOTHESIS,
      values: { ...values, report: clipToTokens(example.wordings[0]?.text ?? '', room) },
      maxTokens: HYPOTHESIS.reply,
      temperature: 0,
      documentIds: example.documentIds(),
    });
    const dense = hasWords(text) ? (await run.dense(text))?.search : undefined;
    return dense ? { ...question, dense } : question;
  } catch (error) {
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    notes.push(`No answer was imagined to search by: ${error.message}`);
    return question;
  }
}
