import {
  benchmarkQedAnswers,
  benchmarkQedAssertions,
  benchmarkQedRetrieval,
  ragCheckerJson,
} from '../../../evaluation/other-programs';
import type { EvaluationFormat, EvaluationResults } from '../evaluation-calls';
import type { KeptQuestion } from '../stored-evaluation';
import type { Evaluation } from '../result-items';

/** Writes the file of an evaluation for another program. It has the answers of one contestant, the first of the results. */
export function exportResults(
  { open: { index }, questions }: Pick<Evaluation, 'open' | 'questions'>,
  kept: readonly KeptQuestion[],
  results: Pick<EvaluationResults, 'modes'>,
  format: EvaluationFormat,
): Blob {
  const textOf = (id: string): string => index.unitOf(id)?.text ?? '';
  const first = results.modes[0]?.contestant;
  const answers = kept.flatMap(({ question, modes }) =>
    modes
      .filter(({ contestant }) => contestant === first)
      .map(({ answer, claims }) => ({ question, answer, claims: claims?.judgement.claims ?? null })),
  );
  const writers: Readonly<Record<EvaluationFormat, () => string>> = {
    ragchecker: () => ragCheckerJson(answers, textOf),
    'benchmark-qed-assertions': () => benchmarkQedAssertions(questions),
    'benchmark-qed-answers': () => benchmarkQedAnswers(answers),
    'benchmark-qed-retrieval': () => benchmarkQedRetrieval(answers, textOf),
  };
  return new Blob([writers[format]()]);
}
