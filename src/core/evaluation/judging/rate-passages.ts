import { mapConcurrent } from '../../async';
import { RATE_PASSAGE, RATING_SHAPE } from '../../prompts/judging';
import type { CheckedPassage } from './check-claims';
import { judgementKey, tryJudge, type Judge } from './judge';

const FORM = { prompt: RATE_PASSAGE, gives: ['passage'], reply: 4 };

/** Rating of a passage for which no reply could be used. */
export const NOT_RATED = -1;

/** Ratings of passages for a question by their ids, 0 to 3, or -1 where one failed. ModelErrors of `ask` pass through. */
export async function ratePassages(
  judge: Judge,
  question: string,
  passages: readonly CheckedPassage[],
): Promise<Readonly<Record<string, number>>> {
  const ratings = await mapConcurrent(passages, judge.parallel, async ({ id, text, documentIds }) => {
    const values = { question, passage: text };
    const rating = await tryJudge(judge, { ...FORM, values, shape: RATING_SHAPE, expected: '1', documentIds });
    return [id, rating === null ? NOT_RATED : Number(rating)] as const;
  });
  return Object.fromEntries(ratings);
}

/** Names the ratings by all that they follow from. */
export const ratingsKey = (judge: Judge, question: string, passages: readonly CheckedPassage[]): string =>
  judgementKey(judge, [RATE_PASSAGE], [question, passages.map(({ id, text }) => [id, text])]);
