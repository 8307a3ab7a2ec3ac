import { shownName } from '../extract/model/messages';
import { fillPrompt, systemWords, type EditedPrompt, type ReplyForm, promptVersion } from '../prompts/prompt';
import { SAME_ENTITY } from '../prompts/extraction';
import type { ChatMessage, ChatReply } from '../models/chat-model';
import { estimateTokens } from '../text/tokens';
import type { Candidate } from './candidates';
import type { NameEvidence } from './name-evidence';
import { PAIRS_PER_CALL } from './resolution-plan';
import { ParseError } from '../errors';
import type { Ask } from '../models/model-call';
import { parseReply } from '../shapes/parse-reply';
import type { Repair } from '../shapes/repairs';
import type { LinesShape } from '../shapes/shape';

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

interface PairCall {
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
function pairCall(pairs: readonly ShownPair[], edited: EditedPrompt = {}, form: ReplyForm = 'lines'): PairCall {
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

/** What a model answered for one pair. */
export interface Answered {
  readonly candidate: Candidate;
  readonly same: boolean;
}

/** What a call gave and cost. */
export interface CallOutcome {
  readonly answered: readonly Answered[];
  readonly replies: readonly ChatReply[];
  readonly repairs: readonly Repair[];
  /** How many of the replies hold no clear answer for any pair. */
  readonly failed: number;
}

/** Asks about the pairs of a call; those without a clear answer once more, together. ModelErrors pass through. */
export async function decide(call: PairCall, ask: Ask, edited: EditedPrompt = {}): Promise<CallOutcome> {
  const first = await answersTo(call, ask, edited, 1);
  const missing = call.pairs.filter(({ candidate }) => !first.answered.some((one) => one.candidate === candidate));
  if (missing.length === 0) return first;
  const second = await answersTo(pairCall(missing, edited, call.form), ask, edited, 2);
  return {
    answered: [...first.answered, ...second.answered],
    replies: [...first.replies, ...second.replies],
    repairs: [...first.repairs, ...second.repairs],
    failed: first.failed + second.failed,
  };
}

async function answersTo(call: PairCall, ask: Ask, edited: EditedPrompt, attempt: number): Promise<CallOutcome> {
  const { pairs, messages, maxTokens, documentIds } = call;
  const shape = answerShape(pairs.length);
  const again = attempt > 1 ? { temperature: 0.4, seed: attempt } : { temperature: 0 };
  const asked = {
    messages,
    shape,
    maxTokens,
    ...again,
    promptVersion: promptVersion(SAME_ENTITY, edited),
    documentIds,
  };
  const reply = await ask(asked);
  const first = readAnswers(pairs, shape, reply);
  // An earlier run got it: the model may give a better one now.
  return reply.stale && first.answered.length === 0
    ? readAnswers(pairs, shape, await ask({ ...asked, anew: 0 }))
    : first;
}

function readAnswers(pairs: PairCall['pairs'], shape: AnswerShape, reply: ChatReply): CallOutcome {
  const { lines, repairs } = linesOf(shape, reply.text);
  const answered = pairs.flatMap(({ candidate }, at) => {
    const said = new Set(lines.filter(({ pair }) => pair === at + 1).map(({ tag }) => tag));
    return said.size === 1 ? [{ candidate, same: said.has('yes') }] : [];
  });
  return { answered, replies: [reply], repairs, failed: answered.length === 0 ? 1 : 0 };
}

type AnswerShape = LinesShape & {
  readonly records: Readonly<Record<'yes' | 'no', { readonly fields: { readonly pair: NumberField } }>>;
};

interface NumberField {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

/** One line per pair: a yes or a no with the pair's number, four tokens or so. */
export function answerShape(pairs: number): AnswerShape {
  const fields = { pair: { kind: 'number', min: 1, max: pairs } } as const;
  return { kind: 'lines', records: { yes: { fields }, no: { fields } }, max: pairs };
}

/** The lines of a reply; of one that holds none, no lines. */
function linesOf(shape: AnswerShape, text: string) {
  try {
    const { value, repairs } = parseReply(shape, text);
    return { lines: value, repairs };
  } catch (error) {
    if (error instanceof ParseError) return { lines: [], repairs: [] };
    throw error;
  }
}
