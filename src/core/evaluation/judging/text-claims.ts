import type { TokenLoad } from '../../models/speed';
import { TEXT_CLAIMS, TEXT_CLAIMS_SHAPE } from '../../prompts/judging';
import { oneLine } from '../../text/clip';
import { estimateTokens } from '../../text/tokens';
import { askJudge, estimateCall, judgementKey, type Judge } from './judge';

/** A text that answers a question. */
export interface AnswerText {
  readonly question: string;
  /** Without references. */
  readonly text: string;
  /** Documents whose words may be in it. */
  readonly documentIds: readonly string[];
}

/** Tokens of a claim, and of the text that makes one. */
const CLAIM = { own: 16, text: 18 };

/** Tokens of each claim that a text of so many tokens is expected to have. */
export const expectedClaims = (textTokens: number): readonly number[] =>
  Array.from({ length: Math.ceil(textTokens / CLAIM.text) }, () => CLAIM.own);

const formFor = (textTokens: number) => ({
  prompt: TEXT_CLAIMS,
  gives: ['text'],
  reply: 8 + expectedClaims(textTokens).reduce((sum, tokens) => sum + tokens + 3, 0),
});

/** The claims of a text, each a sentence, in order and without repeats; none of an empty one. Throws ModelError. */
export async function askClaims(judge: Judge, { question, text, documentIds }: AnswerText): Promise<readonly string[]> {
  if (text.trim() === '') return [];
  const call = { ...formFor(estimateTokens(text)), values: { question, text }, shape: TEXT_CLAIMS_SHAPE, documentIds };
  const { claims } = await askJudge(judge, call);
  return [...new Set(claims.map(oneLine))];
}

/** Price of the claims of one text, in tokens. */
export const estimateClaims = (judge: Judge, sizes: { readonly question: number; readonly text: number }): TokenLoad =>
  estimateCall(judge, formFor(sizes.text), sizes);

/** Names the claims of a text by all that they follow from. */
export const claimsKey = (judge: Judge, { question, text }: AnswerText): string =>
  judgementKey(judge, [TEXT_CLAIMS], [question, text]);
