import { ASSERTION_CHECK, ASSERTION_SHAPE } from '../../prompts/judging';
import type { Assertion } from '../evaluation';
import { judgeEach, judgementKey, type Judge } from './judge';
import type { AnswerText } from './text-claims';

const FORM = { prompt: ASSERTION_CHECK, gives: ['answer'], reply: 4 };

/**
 * Trials of each assertion by its id, a call each: 1 where the answer makes the statement and 0 where not. A trial without a usable reply is left out. Throws
 * ModelError, also where no reply at all could be used.
 */
export async function checkAssertions(
  judge: Judge,
  { question, text, documentIds }: AnswerText,
  assertions: readonly Assertion[],
  trials: number,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const asked = assertions.flatMap((one) => Array.from({ length: trials }, (_, trial) => ({ ...one, trial })));
  const verdicts = await judgeEach(judge, asked, ({ statement, trial }) => ({
    ...{ ...FORM, shape: ASSERTION_SHAPE, expected: 'yes' as const, trial, documentIds },
    values: { question, answer: text, statement },
  }));
  const found: Record<string, number[]> = {};
  for (const [at, { id }] of asked.entries()) if (verdicts[at]) (found[id] ??= []).push(verdicts[at] === 'yes' ? 1 : 0);
  return found;
}

/** Names the trials by all that they follow from. */
export const assertionsKey = (
  judge: Judge,
  { question, text }: AnswerText,
  assertions: readonly Assertion[],
  trials: number,
): string =>
  judgementKey(
    judge,
    [ASSERTION_CHECK],
    [question, text, assertions.map(({ id, statement }) => [id, statement]), trials],
  );
