import { TEXT_CLAIMS, TEXT_CLAIMS_SHAPE } from '../../prompts/judging';
import { shortId } from '../../ids';
import { oneLine } from '../../text/clip';
import { estimateTokens } from '../../text/tokens';
import { askJudge, judgementKey, type ClaimSize, type Judge } from './judge';

/** A text that answers a question. */
export interface AnswerText {
  readonly question: string;
  /** Without references. */
  readonly text: string;
  /** Documents whose words may be in it. */
  readonly documentIds: readonly string[];
}

/** Taken where no claims are known, for few of them, the expected number and many: models differ by as much. */
export const CLAIM_SIZES = {
  least: { text: 30, own: 16 },
  expected: { text: 18, own: 16 },
  most: { text: 9, own: 9 },
} as const satisfies Readonly<Record<string, ClaimSize>>;
const CLAIM: ClaimSize = CLAIM_SIZES.expected;
/** Tokens of a reply beside its claims, and beside each. */
const AROUND = 8;
const BESIDE = 3;

/** Expected tokens of a reply with so many claims. */
const replyTokens = (claims: number, own: number): number => AROUND + claims * Math.ceil(own + BESIDE);

/** The claims of a text, each a sentence, in order and without repeats; none of an empty one. Throws ModelError. */
export async function askClaims(judge: Judge, { question, text, documentIds }: AnswerText): Promise<readonly string[]> {
  if (text.trim() === '') return [];
  const tokens = estimateTokens(text);
  const { claimSize = CLAIM } = judge;
  const expected = expectedClaims(text, Math.max(1, Math.round(tokens / claimSize.text)), claimSize);
  const { claims } = await askJudge(judge, {
    ...{ prompt: TEXT_CLAIMS, gives: ['text'], values: { question, text }, shape: TEXT_CLAIMS_SHAPE, documentIds },
    reply: replyTokens(Math.ceil(tokens / CLAIM.text), CLAIM.own),
    ...{ expected: { claims: expected }, expectedTokens: replyTokens(expected.length, claimSize.own) },
  });
  return [...new Set(claims.map(oneLine))];
}

/** Tokens of the letters that tell the parts of several texts apart. */
const MARK = 2;

/** Parts of a text in place of its claims, as many and as long as these are expected to be. */
function expectedClaims(text: string, count: number, { text: perClaim, own }: ClaimSize): readonly string[] {
  const step = text.length / count;
  const length = step * Math.min(1, (own - MARK) / perClaim);
  return Array.from(
    { length: count },
    (_, at) => `${shortId(text, at).slice(0, 4)} ${text.slice(at * step, at * step + length)}`,
  );
}

/** Names the claims of a text by all that they follow from. */
export const claimsKey = (judge: Judge, { question, text }: AnswerText): string =>
  judgementKey(judge, [TEXT_CLAIMS], [question, text]);
