import { ParseError } from '../../errors';
import { replyRoom, type ChatMessage, type ChatReply } from '../../models/chat-model';
import { type Ask, type ModelCall, Attempts } from '../../models/model-call';
import { GLEANING, GLEANING_MORE } from '../../prompts/extraction';
import type { Prompt, ReplyForm } from '../../prompts/prompt';
import { parseReply } from '../../shapes/parse-reply';
import type { ChoiceShape, LinesShape } from '../../shapes/shape';
import { expectedReply, replyLimit, type ReplyKind, type ReadingOptions } from './reading';
import { gleaningTurn, moreTurn, versionOf } from './messages';
import type { ReadingCounter } from './reading-status';
import { joinFindings, NOTHING, type Findings } from './replies/findings';
import { completeLines, isDoubtful, isUsable, type ParsedReply } from './replies/parsed-reply';

/** Request about one part of a text unit: a first turn, or a gleaning, which asks for anything missed. */
export interface ReadingRequest {
  readonly kind: ReplyKind;
  readonly messages: readonly ChatMessage[];
  readonly promptVersion: string;
  readonly documentIds: readonly string[];
  /** Estimated tokens of the text that is read. */
  readonly textTokens: number;
  /** Form of the reply; missing where a person's own prompt asks for another form. */
  readonly shape?: LinesShape;
  readonly replies: ReplyForm;
  readonly gleanings: number;
  /** Parses a reply, whether it was bound to its shape or not; `earlier` is what the replies before it gave. Throws ParseError. */
  parse(reply: ChatReply, earlier: Findings): ParsedReply;
}

/** Environment of requests: their options, model and counter. */
export interface ReadingCalls {
  readonly options: ReadingOptions;
  readonly ask: Ask;
  readonly counter: ReadingCounter;
}

/** Asks a request and its gleanings; undefined when its first turn got no usable reply. */
export async function askWithGleanings(request: ReadingRequest, calls: ReadingCalls): Promise<Findings | undefined> {
  const first = await askTurn(request, NOTHING, calls);
  if (!first) return undefined;
  const { options } = calls;
  let messages = [...request.messages, first.message];
  let findings = first.findings;
  for (let gleaning = 0; gleaning < request.gleanings; gleaning++) {
    if (gleaning > 0) {
      const question = followUp(request, GLEANING_MORE, [...messages, moreTurn(options)], options);
      if (!(await isMoreMissing(question, calls))) break;
    }
    const turn = gleaningTurn({ ...options, replies: request.replies });
    const next = followUp(request, GLEANING, [...messages, turn], options);
    const room = replyRoom(next.messages, options.contextWindow);
    if (room < expectedReply('gleaning', request.textTokens, request.replies)) break;
    const more = await askTurn(next, findings, calls);
    if (!more) break;
    findings = joinFindings(findings, more.findings);
    messages = [...next.messages, more.message];
  }
  return findings;
}

/** A later turn of a request; its version names the prompt of this turn too. */
const followUp = (
  request: ReadingRequest,
  prompt: Prompt,
  messages: readonly ChatMessage[],
  options: ReadingOptions,
): ReadingRequest => ({
  ...request,
  kind: 'gleaning',
  messages,
  promptVersion: `${request.promptVersion}, ${versionOf(prompt, options)}`,
});

const YES_OR_NO: ChoiceShape = { kind: 'choice', options: ['Y', 'N'] };

/** GraphRAG's question between two gleanings; only a clear yes leads to another one. */
async function isMoreMissing(request: ReadingRequest, { options, ask, counter }: ReadingCalls): Promise<boolean> {
  const maxTokens = options.replies === 'json' ? 16 : 4;
  const reply = await ask({ ...callOf(request), shape: YES_OR_NO, maxTokens });
  counter.reply(reply);
  try {
    return parseReply(YES_OR_NO, reply.text).value === 'Y';
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    counter.failed();
    return false;
  }
}

const callOf = ({
  messages,
  promptVersion,
  documentIds,
}: ReadingRequest): Pick<ModelCall, 'messages' | 'promptVersion' | 'documentIds' | 'temperature'> => ({
  messages,
  promptVersion,
  documentIds,
  temperature: 0,
});

interface Turn {
  readonly findings: Findings;
  /** The reply as the next turns show it. */
  readonly message: ChatMessage;
}

/** By how much each further attempt is warmer. */
const WARMER = 0.3;

/**
 * Asks until a reply is usable, at most `options.attempts` times; undefined when none is. It asks again after a reply that was cut or mended,
 * and once more after one that is mostly invalid; all that is valid counts. Useless replies of an earlier run do not count as attempts.
 */
async function askTurn(
  request: ReadingRequest,
  earlier: Findings,
  { options, ask, counter }: ReadingCalls,
): Promise<Turn | undefined> {
  const { kind, shape, textTokens, replies } = request;
  const room = replyRoom(request.messages, options.contextWindow);
  const call = { ...callOf(request), ...(shape && { shape }) };
  let maxTokens = replyLimit(kind, textTokens, room, replies);
  const mostTokens = Math.max(maxTokens, room);
  let turn: Turn | undefined;
  const attempts = new Attempts(options.attempts);
  for (const attempt of attempts) {
    if (attempt.anew !== undefined && turn) break;
    const { number, ...anew } = attempt;
    const reply = await ask({ ...call, ...attemptOptions(number), ...anew, maxTokens });
    const isCut = reply.finish === 'length';
    counter.reply(reply);
    const parsed = usableReply(request, reply, earlier, counter);
    if (!parsed && attempts.useless(attempt, reply)) counter.failed();
    if (parsed) {
      const isWhole = reply.finish === 'stop' && !parsed.repairs.includes('mended');
      const isEnough = isWhole && (turn !== undefined || !isDoubtful(parsed));
      const findings = turn ? joinAttempts(turn.findings, parsed) : parsed;
      turn = { findings, message: { role: 'assistant', content: isCut ? completeLines(reply.text) : reply.text } };
      if (isEnough) break;
    }
    // There is no more room: a further reply would be cut as well.
    if (turn && isCut && maxTokens >= mostTokens) break;
    if (isCut) maxTokens = Math.max(maxTokens, Math.min(maxTokens * 2, mostTokens));
  }
  return turn;
}

/** Joins two replies to one question, which are expected to repeat each other. */
const joinAttempts = (one: Findings, other: Findings): Findings => ({
  ...joinFindings(one, other),
  rejected: [...one.rejected, ...other.rejected],
});

const attemptOptions = (attempt: number): Pick<ModelCall, 'temperature' | 'seed'> =>
  attempt === 0 ? { temperature: 0 } : { temperature: WARMER * attempt, seed: attempt };

/** Parses a reply; undefined when nothing of it is usable. */
function usableReply(
  request: ReadingRequest,
  reply: ChatReply,
  earlier: Findings,
  counter: ReadingCounter,
): ParsedReply | undefined {
  try {
    const parsed = request.parse(reply, earlier);
    counter.repaired(parsed.repairs);
    if (isUsable(parsed)) {
      counter.used(reply);
      return parsed;
    }
    if (!reply.stale) counter.rejected(parsed.rejected);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
  return undefined;
}
