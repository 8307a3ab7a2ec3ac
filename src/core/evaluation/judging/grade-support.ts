import { mapConcurrent } from '../../async';
import type { CallOptions } from '../../platform';
import { PASSAGE_SUPPORT, SUPPORT_SHAPE } from '../../prompts/judging';
import type { Assertion } from '../evaluation';
import type { CheckedPassage } from './check-claims';
import type { ClaimChecker } from './claim-checker';
import { judgeEach, judgementKey, type Judge } from './judge';

const FORM = { prompt: PASSAGE_SUPPORT, gives: ['text'], reply: 4 };
const GRADES: Readonly<Record<string, number>> = { full: 1, part: 0.5, none: 0 };

type Grades = readonly (readonly (number | null)[])[];

/**
 * Support of assertions by passages as [assertion][passage]: 1 in full, 0.5 in part, 0 not at all, and null without a usable reply. Throws ModelError, also
 * where no reply at all could be used.
 */
export async function gradeSupport(
  judge: Judge,
  assertions: readonly Assertion[],
  passages: readonly CheckedPassage[],
): Promise<Grades> {
  const asked = assertions.flatMap(({ statement }) => passages.map((passage) => ({ statement, ...passage })));
  const replies = await judgeEach(judge, asked, ({ statement, text, documentIds }) => ({
    ...{ ...FORM, values: { text, statement }, shape: SUPPORT_SHAPE, expected: 'part' as const, documentIds },
  }));
  const grades = replies.map((grade) => (grade === null ? null : (GRADES[grade] ?? null)));
  return assertions.map((_, at) => grades.slice(at * passages.length, (at + 1) * passages.length));
}

/** The same by an entailment model, which knows no support in part. Throws the signal's reason when aborted. */
export async function checkSupport(
  checker: ClaimChecker,
  assertions: readonly Assertion[],
  passages: readonly CheckedPassage[],
  options: CallOptions,
): Promise<Grades> {
  const statements = assertions.map(({ statement }) => statement);
  const labels = await mapConcurrent(passages, checker.parallel, (one) => checker.label(statements, one, options));
  return statements.map((_, at) => labels.map((row) => Number(row[at] === 'entailment')));
}

/** Names the grades by all that they follow from, but for the passages. */
export const supportKey = (judge: Judge, assertions: readonly Assertion[]): string =>
  judgementKey(
    judge,
    [PASSAGE_SUPPORT],
    assertions.map(({ statement }) => statement),
  );
