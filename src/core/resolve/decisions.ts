import { ParseError } from '../errors';
import type { Ask } from '../models/ask';
import type { ChatReply } from '../models/chat-model';
import { promptVersion, type EditedPrompt } from '../prompts/prompt';
import { SAME_ENTITY } from '../prompts/same-entity';
import { parseReply } from '../shapes/parse-reply';
import type { Repair } from '../shapes/repairs';
import type { LinesShape } from '../shapes/shape';
import type { Candidate } from './candidates';
import { pairCall, type PairCall } from './pair-calls';

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
