import { shownName } from '../extract/model/messages';
import { fillPrompt, systemWords, type EditedPrompt, type ReplyForm, promptVersion } from '../prompts/prompt';
import { SAME_ENTITY } from '../prompts/extraction';
import type { ChatMessage, ChatReply } from '../models/chat-model';
import { estimateTokens } from '../text/tokens';
import type { Candidate } from './candidates';
import type { NameEvidence } from './name-evidence';
import { PAIRS_PER_CALL } from './resolution-plan';
import type { Ask, CallCounter } from '../models/model-call';
import { tryParseReply } from '../shapes/parse-reply';
import type { LinesShape } from '../shapes/shape';

/** Share of the window that the pairs of a call may fill. */
const SHARE_OF_WINDOW = 0.6;
/** Tokens allowed for one answer, and for the text around all of them. */
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

/** Divides pairs into calls, in order, with as many in each as are useful and fit into the window. */
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

/** Answer of a model for one pair. */
export interface PairAnswer {
  readonly candidate: Candidate;
  readonly same: boolean;
}

/** Asks about the pairs of a call. Those without a clear answer are asked about once more, together. ModelErrors pass through. */
export async function askAboutPairs(
  call: PairCall,
  ask: Ask,
  edited: EditedPrompt,
  counter: CallCounter,
): Promise<readonly PairAnswer[]> {
  const first = await answersTo(call, ask, edited, counter, 1);
  const missing = call.pairs.filter(({ candidate }) => !first.some((one) => one.candidate === candidate));
  if (missing.length === 0) return first;
  return [...first, ...(await answersTo(pairCall(missing, edited, call.form), ask, edited, counter, 2))];
}

async function answersTo(
  { pairs, messages, maxTokens, documentIds }: PairCall,
  ask: Ask,
  edited: EditedPrompt,
  counter: CallCounter,
  attempt: number,
): Promise<readonly PairAnswer[]> {
  const shape = answerShape(pairs.length);
  const sampling = attempt > 1 ? { temperature: 0.4, seed: attempt } : { temperature: 0 };
  const version = promptVersion(SAME_ENTITY, edited);
  const call = { messages, shape, maxTokens, ...sampling, promptVersion: version, documentIds };
  const kept = await ask(call);
  // Of a reply that an earlier run got and that cannot be used, the model may give a better one now.
  const isUseless = kept.stale && readAnswers(pairs, shape, kept).answers.length === 0;
  const reply = isUseless ? await ask({ ...call, anew: 0 }) : kept;
  const { answers, repairs } = readAnswers(pairs, shape, reply);
  counter.count(reply);
  counter.countRepairs(repairs);
  if (answers.length === 0) counter.countFailure();
  return answers;
}

function readAnswers(pairs: PairCall['pairs'], shape: AnswerShape, { text }: ChatReply) {
  const { value: lines, repairs } = tryParseReply(shape, text) ?? { value: [], repairs: [] };
  const answers = pairs.flatMap(({ candidate }, at): readonly PairAnswer[] => {
    const tags = new Set(lines.filter(({ pair }) => pair === at + 1).map(({ tag }) => tag));
    return tags.size === 1 ? [{ candidate, same: tags.has('yes') }] : [];
  });
  return { answers, repairs };
}

type AnswerShape = LinesShape & {
  readonly records: Readonly<Record<'yes' | 'no', { readonly fields: { readonly pair: NumberField } }>>;
};

interface NumberField {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

/** One line per pair: yes or no with the pair's number, about four tokens. */
export function answerShape(pairs: number): AnswerShape {
  const fields = { pair: { kind: 'number', min: 1, max: pairs } } as const;
  return { kind: 'lines', records: { yes: { fields }, no: { fields } }, max: pairs };
}
