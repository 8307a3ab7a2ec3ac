import { mapConcurrent } from '../../async';
import { ASSERTION_CHECK, ASSERTION_SHAPE } from '../../prompts/judging';
import { noUsableReplies } from '../../search/model-call/call-model';
import type { Assertion } from '../evaluation';
import { judgementKey, tryJudge, type Judge } from './judge';
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
  const verdicts = await mapConcurrent(asked, judge.parallel, async ({ id, statement, trial }) => {
    const values = { question, answer: text, statement };
    const verdict = await tryJudge(judge, {
      ...FORM,
      values,
      shape: ASSERTION_SHAPE,
      expected: 'yes',
      trial,
      documentIds,
    });
    return { id, verdict };
  });
  const usable = verdicts.filter(({ verdict }) => verdict !== null);
  if (asked.length > 0 && usable.length === 0) throw noUsableReplies();
  const found: Record<string, number[]> = {};
  for (const { id, verdict } of usable) (found[id] ??= []).push(verdict === 'yes' ? 1 : 0);
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
