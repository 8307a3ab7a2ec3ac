import type { ExpectedCalls } from '../derivation/derivation';
import type { TextUnitRow } from '../tables/tables';
import { summaryTokensOf, TOP, type TreeChoices } from './summary-tree';

/** Tokens of the calls for summaries. */
export interface CallTokens {
  /** Prompt without passages. */
  readonly frame: number;
  readonly reply: number;
  /** Most tokens of leaves, and of summaries. */
  readonly leaves: number;
  readonly free: number;
}

/** Tokens of a passage's number. */
export const MARK = 5;
/** Share of a leaf's tokens that sentences fill. */
const FILLED = 0.75;

/** Expected calls for all summaries of some text units, by their tokens alone: no tree is made. */
export function estimateSummaries(
  units: readonly TextUnitRow[],
  choices: TreeChoices,
  { frame, reply, leaves, free }: CallTokens,
): ExpectedCalls {
  const { clusterTokens, leafTokens } = choices;
  const tokens = ownTokens(units);
  const summary = summaryTokensOf(choices);
  let [calls, prompts] = [0, 0];
  let rows = tokens / (FILLED * leafTokens);
  let below = tokens;
  for (let level = 1; level <= choices.layers && rows > TOP; level++) {
    const clusters = Math.ceil(below / clusterTokens);
    if (clusters >= rows) break;
    const shown =
      level === 1 ? Math.min(leaves, below / clusters) : Math.min(free, (rows / clusters) * (summary + MARK));
    calls += clusters;
    prompts += clusters * (frame + shown);
    rows = clusters;
    below = clusters * summary;
  }
  return { items: calls, calls, promptTokens: Math.round(prompts), replyTokens: calls * reply };
}

/** Sums the tokens of text units, each without the part that it shares with those before it. */
function ownTokens(units: readonly TextUnitRow[]): number {
  const ends = new Map<string, number>();
  return units.reduce((sum, { document_id, start, end, n_tokens }) => {
    const from = Math.min(end, Math.max(start, ends.get(document_id) ?? 0));
    ends.set(document_id, Math.max(from, end));
    return sum + (n_tokens * (end - from)) / Math.max(1, end - start);
  }, 0);
}
