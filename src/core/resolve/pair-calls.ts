import { shownName } from '../extract/model/shown-text';
import { fillPrompt, systemWords, type EditedPrompt, type ReplyForm } from '../prompts/prompt';
import { SAME_ENTITY } from '../prompts/same-entity';
import type { ChatMessage } from '../models/chat-model';
import { estimateTokens } from '../text/tokens';
import type { Candidate } from './candidates';
import type { NameEvidence } from './name-evidence';
import { PAIRS_PER_CALL } from './resolution-parameters';

/** Share of a window that the pairs of a call may fill. */
const SHARE_OF_WINDOW = 0.6;
/** Tokens of one answer, with room for a space or two, and of what stands around all of them. */
const PER_ANSWER: Readonly<Record<ReplyForm, number>> = { lines: 8, json: 10 };
const AROUND: Readonly<Record<ReplyForm, number>> = { lines: 0, json: 16 };

/** A candidate with what is shown of it. */
export interface ShownPair {
  readonly candidate: Candidate;
  readonly into: readonly NameEvidence[];
  readonly from: readonly NameEvidence[];
}

export interface PairCall {
  readonly pairs: readonly ShownPair[];
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  readonly documentIds: readonly string[];
  readonly form: ReplyForm;
}

/** Calls that ask of pairs in order, as many at once as are useful and fit into the window. */
export function pairCalls(
  pairs: readonly ShownPair[],
  contextWindow: number,
  edited: EditedPrompt = {},
  form: ReplyForm = 'lines',
): readonly PairCall[] {
  const room = contextWindow * SHARE_OF_WINDOW - estimateTokens(systemWords(SAME_ENTITY, edited, form));
  const groups: ShownPair[][] = [];
  let used = Infinity;
  for (const pair of pairs) {
    const tokens = estimateTokens(pairText(pair, PAIRS_PER_CALL)) + PER_ANSWER[form];
    const full = used + tokens > room || (groups.at(-1)?.length ?? 0) >= PAIRS_PER_CALL;
    if (full) {
      groups.push([]);
      used = 0;
    }
    groups.at(-1)?.push(pair);
    used += tokens;
  }
  return groups.map((group) => pairCall(group, edited, form));
}

/** One call about these pairs. */
export function pairCall(pairs: readonly ShownPair[], edited: EditedPrompt = {}, form: ReplyForm = 'lines'): PairCall {
  const text = pairs.map((pair, at) => pairText(pair, at + 1)).join('\n');
  const evidence = pairs.flatMap(({ into, from }) => [...into, ...from]);
  return {
    pairs,
    messages: fillPrompt(SAME_ENTITY, { pairs: text }, edited, form),
    maxTokens: AROUND[form] + pairs.length * PER_ANSWER[form],
    form,
    documentIds: [...new Set(evidence.map(({ documentId }) => documentId))].sort(),
  };
}

/** A sentence that uses both names is shown once. */
function pairText({ candidate: { into, from }, into: ofInto, from: ofFrom }: ShownPair, number: number): string {
  const shown = new Set(ofInto.map(({ text }) => text));
  return [
    `${String(number)}. A: ${nameOf(into)} B: ${nameOf(from)}`,
    ...ofInto.map(({ text }) => `A: ${text}`),
    ...ofFrom.filter(({ text }) => !shown.has(text)).map(({ text }) => `B: ${text}`),
  ].join('\n');
}

const nameOf = ({ title, type }: Candidate['into']): string =>
  `"${shownName(title).replaceAll('"', '”')}"${type === '' ? '' : ` (${type})`}`;
