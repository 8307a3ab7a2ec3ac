import { inGroupsOf } from '../../arrays';
import { mapConcurrent } from '../../async';
import { shortId } from '../../ids';
import {
  ANSWER_DIFFERENCE,
  ANSWER_PAIR,
  CRITERION_WORDS,
  DIFFERENCE_JUDGEMENT,
  DIFFERENCE_JUDGEMENT_SHAPE,
  DIFFERENCE_SHAPE,
  NO_PART,
  PART_WORDS,
  WINNER_SHAPE,
} from '../../prompts/judging';
import { noUsableReplies } from '../../search/model-call/call-model';
import type { ShapeValue } from '../../shapes/shape';
import { estimateTokens } from '../../text/tokens';
import { CRITERIA, type Criterion } from '../evaluation';
import { askJudge, judgementKey, tryJudge, type Judge } from './judge';

/** Two answers to a question. */
export interface AnswerPair {
  readonly question: string;
  readonly first: string;
  readonly second: string;
  /** Documents whose words may be in them. */
  readonly documentIds: readonly string[];
}

/** Scores of the first answer by criterion: 1 won, 0.5 tie, 0 lost; the answers as they come and then in the other order. */
export type PairScores = Readonly<Partial<Record<Criterion, readonly number[]>>>;

type Winner = ShapeValue<typeof WINNER_SHAPE>;

/** Both orders, since judges prefer a place. */
const ORDERS = [false, true] as const;

/** The pair in this order. */
const ordered = <T>(first: T, second: T, isSwapped: boolean): { readonly first: T; readonly second: T } =>
  isSwapped ? { first: second, second: first } : { first, second };

function scoreOf(winner: Winner, isSwapped: boolean): number {
  if (winner === 'tie') return 0.5;
  return (winner === 'first') === isSwapped ? 0 : 1;
}

const PAIR = { prompt: ANSWER_PAIR, gives: ['first', 'second'], reply: 4 };

/**
 * Compares two answers by each criterion, in both orders. A criterion without a usable reply in either order is left out. Throws ModelError, also where
 * all are.
 */
export async function compareAnswers(
  judge: Judge,
  { question, first, second, documentIds }: AnswerPair,
): Promise<PairScores> {
  const asked = CRITERIA.flatMap((criterion) => ORDERS.map((isSwapped) => ({ criterion, isSwapped })));
  const scores = await mapConcurrent(asked, judge.parallel, async ({ criterion, isSwapped }) => {
    const values = { question, ...ordered(first, second, isSwapped), criterion: CRITERION_WORDS[criterion] };
    const winner = await tryJudge(judge, { ...PAIR, values, shape: WINNER_SHAPE, expected: 'tie', documentIds });
    return winner === null ? [] : [scoreOf(winner, isSwapped)];
  });
  const byCriterion = inGroupsOf(ORDERS.length, scores).map((both, at) => [CRITERIA[at] ?? '', both.flat()] as const);
  const whole = byCriterion.filter(([, both]) => both.length === ORDERS.length);
  if (whole.length === 0) throw noUsableReplies();
  return Object.fromEntries(whole);
}

/** Names the scores by all that they follow from. */
export const comparisonKey = (judge: Judge, { question, first, second }: AnswerPair): string =>
  judgementKey(judge, [ANSWER_PAIR], [question, first, second]);

/** Tokens of a part that only one answer has, at most, and as a share of that answer. */
const OWN_PART = { most: 160, share: 0.4 };
const JUDGEMENT = { prompt: DIFFERENCE_JUDGEMENT, gives: ['common', 'first', 'second'], reply: 45 };

const partOf = (tokens: number): number => Math.min(OWN_PART.most, Math.ceil(OWN_PART.share * tokens));
const differenceForm = (first: number, second: number) => ({
  prompt: ANSWER_DIFFERENCE,
  gives: ['first', 'second'],
  reply: 20 + partOf(Math.min(first, second)) + partOf(first) + partOf(second),
});

/**
 * Compares two answers by what only one of them says, by all criteria at once, in both orders. Answers that say the same are a tie without a second call.
 * Throws ModelError, also for a judgement that lacks a criterion.
 */
export async function compareDifferences(
  judge: Judge,
  { question, first, second, documentIds }: AnswerPair,
): Promise<PairScores> {
  const winners = await mapConcurrent(ORDERS, judge.parallel, async (isSwapped) => {
    const answers = ordered(first, second, isSwapped);
    const parts = await askJudge(judge, {
      ...differenceForm(estimateTokens(answers.first), estimateTokens(answers.second)),
      values: { question, ...answers, max_words: String(PART_WORDS) },
      shape: DIFFERENCE_SHAPE,
      expected: expectedParts(answers),
      isUsable: (found) => found.first !== '' && found.second !== '',
      documentIds,
    });
    if (isNone(parts.first) && isNone(parts.second)) return null;
    return await askJudge(judge, {
      ...JUDGEMENT,
      values: { question, ...parts, common: parts.common || NO_PART },
      shape: DIFFERENCE_JUDGEMENT_SHAPE,
      expected: TIES,
      isUsable: (_, repairs) => !repairs.includes('filled'),
      documentIds,
    });
  });
  const scores = (one: Criterion) => winners.map((found, at) => scoreOf(found?.[one] ?? 'tie', ORDERS[at] ?? false));
  return Object.fromEntries(CRITERIA.map((one) => [one, scores(one)]));
}

/** Letters that tell the parts of several answers apart. */
const MARK = 4;

/** As much of each answer as nobody else is expected to say, and as they are expected to share. */
function expectedParts(answers: Readonly<Record<'first' | 'second', string>>) {
  const [first = '', second = ''] = [answers.first, answers.second].map((text) => {
    const tokens = estimateTokens(text);
    const end = Math.ceil((text.length * partOf(tokens)) / Math.max(1, tokens));
    // Answers that begin alike differ later.
    return `${shortId(text).slice(0, MARK)}${text.slice(MARK, end)}`;
  });
  return { common: first.length < second.length ? first : second, first, second };
}

const TIES = {
  comprehensiveness: 'tie',
  diversity: 'tie',
  empowerment: 'tie',
  relevance: 'tie',
  directness: 'tie',
} as const;

const isNone = (part: string): boolean => part.toLowerCase().replace(/[^\p{L}]+/gu, '') === NO_PART;

/** Names the scores by all that they follow from. */
export const differencesKey = (judge: Judge, { question, first, second }: AnswerPair): string =>
  judgementKey(judge, [ANSWER_DIFFERENCE, DIFFERENCE_JUDGEMENT], [question, first, second]);
