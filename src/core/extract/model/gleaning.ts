import type { Ask, ModelCall } from '../../models/ask';
import type { ChatMessage, ChatReply } from '../../models/chat-model';
import { GLEANING, GLEANING_MORE } from '../../prompts/extraction';
import { ParseError } from '../../errors';
import type { ReplyForm } from '../../prompts/prompt';
import { parseReply } from '../../shapes/parse-reply';
import type { ChoiceShape, LinesShape, ShapeValue } from '../../shapes/shape';
import { expectedReply, replyLimit, roomFor, type ReplyKind } from './budget';
import { gleaningTurn, moreTurn, versionOf } from './messages';
import { joinFindings, type Findings } from './replies/findings';
import {
  type ReplyLines,
  type ParsedReply,
  completeLines,
  isDoubtful,
  isUsable,
  withUnread,
} from './replies/parsed-reply';
import type { ReadingOptions } from './reading';
import type { ReadingCounter } from './reading-counter';
import { Attempts } from '../../models/attempts';

/** What is asked about one part of a text unit: a first turn and, where wanted, further ones for what was missed. */
export interface ReadingRequest<S extends LinesShape> {
  readonly kind: ReplyKind;
  readonly messages: readonly ChatMessage[];
  readonly promptVersion: string;
  readonly documentIds: readonly string[];
  /** Estimated tokens of the text that is read. */
  readonly textTokens: number;
  /** What the reply must look like; missing where a person's own words ask for another form. */
  readonly shape?: S;
  readonly replies: ReplyForm;
  readonly gleanings: number;
  /** Reads a reply, whether it was held to its shape or not. Throws ParseError. */
  read(reply: ChatReply): ReplyLines<S>;
  understand(lines: ShapeValue<S>, earlier: Findings): ParsedReply;
}

export interface ReadingCalls {
  readonly options: ReadingOptions;
  readonly ask: Ask;
  readonly tally: ReadingCounter;
}

/** Holds a conversation; undefined when its first turn got no reply that can be used. Every answer is read by itself. */
export async function askWithGleanings<S extends LinesShape>(
  conversation: ReadingRequest<S>,
  earlier: Findings,
  reader: ReadingCalls,
): Promise<Findings | undefined> {
  const first = await turn(conversation, conversation.messages, earlier, reader);
  if (!first) return undefined;
  let messages = withReply(conversation.messages, first);
  let findings = first.findings;
  for (let gleaning = 0; gleaning < conversation.gleanings; gleaning++) {
    if (gleaning > 0 && !(await isMoreWanted(conversation, messages, reader))) break;
    messages = [...messages, gleaningTurn({ ...reader.options, replies: conversation.replies })];
    const room = roomFor(messages, reader.options.contextWindow);
    if (room < expectedReply('gleaning', conversation.textTokens, conversation.replies)) break;
    const more = await turn({ ...conversation, kind: 'gleaning' }, messages, findings, reader);
    if (!more) break;
    findings = joinFindings(findings, more.findings);
    messages = withReply(messages, more);
  }
  return findings;
}

const withReply = (messages: readonly ChatMessage[], { text }: Answer): readonly ChatMessage[] => [
  ...messages,
  { role: 'assistant', content: text },
];

function turn<S extends LinesShape>(
  conversation: ReadingRequest<S>,
  messages: readonly ChatMessage[],
  earlier: Findings,
  { options, ask, tally }: ReadingCalls,
): Promise<Answer | undefined> {
  const { kind, shape, textTokens, understand, read } = conversation;
  const room = roomFor(messages, options.contextWindow);
  const maxTokens = replyLimit(kind, textTokens, room, conversation.replies);
  const call = { ...callOf(conversation, messages, options), ...(shape && { shape }), maxTokens };
  const question = {
    call,
    read,
    mostTokens: Math.max(maxTokens, room),
    understand: (lines: ShapeValue<S>) => understand(lines, earlier),
  };
  return askWithRetries(question, options.attempts, ask, tally);
}

const LETTERS: ChoiceShape = { kind: 'choice', options: ['Y', 'N'] };

/** GraphRAG's question between two gleanings: on only with a clear yes. */
async function isMoreWanted(
  conversation: ReadingRequest<LinesShape>,
  messages: readonly ChatMessage[],
  { options, ask, tally }: ReadingCalls,
): Promise<boolean> {
  const asked = [...messages, moreTurn(options)];
  const call = callOf(conversation, asked, options, GLEANING_MORE);
  const reply = await ask({ ...call, shape: LETTERS, maxTokens: options.replies === 'json' ? 16 : 4 });
  tally.reply(reply);
  try {
    return parseReply(LETTERS, reply.text).value === 'Y';
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    tally.failed();
    return false;
  }
}

function callOf(
  {
    promptVersion,
    documentIds,
    messages: first,
  }: Pick<ReadingRequest<LinesShape>, 'promptVersion' | 'documentIds' | 'messages'>,
  messages: readonly ChatMessage[],
  options: ReadingOptions,
  follow = GLEANING,
): Pick<ModelCall, 'messages' | 'promptVersion' | 'documentIds' | 'temperature'> {
  const isFirst = messages.length === first.length;
  const version = isFirst ? promptVersion : `${promptVersion}, ${versionOf(follow, options)}`;
  return { messages, promptVersion: version, documentIds, temperature: 0 };
}

interface Question<S extends LinesShape> {
  readonly call: ModelCall;
  /** Tokens up to which the limit of the reply may be raised once a reply was cut. */
  readonly mostTokens: number;
  /** Reads what the call's shape asks for, and somewhat more leniently. Throws ParseError. */
  read(reply: ChatReply): ReplyLines<S>;
  understand(lines: ShapeValue<S>): ParsedReply;
}

interface Answer {
  readonly findings: Findings;
  /** The reply as a turn of the conversation. */
  readonly text: string;
}

/** By how much each further attempt is warmer. */
const WARMER = 0.3;

/**
 * Asks until a reply can be used, at most `attempts` times; undefined when none can. After one that was cut or mended it goes on, after one of
 * which much is invalid it asks once more, and all that is valid counts. Replies of no use that an earlier run got do not count. Errors of `ask` pass through.
 */
async function askWithRetries<S extends LinesShape>(
  question: Question<S>,
  attempts: number,
  ask: Ask,
  tally: ReadingCounter,
): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  let maxTokens = question.call.maxTokens;
  const all = new Attempts(attempts);
  for (const attempt of all) {
    if (attempt.anew !== undefined && answer) break;
    const { number, ...anew } = attempt;
    const reply = await ask({ ...question.call, ...attemptOptions(number), ...anew, maxTokens });
    tally.reply(reply);
    const read = tryParse(question, reply, tally);
    if (!read && all.useless(attempt, reply)) tally.failed();
    if (read) {
      const isEnough = read.isWhole && (answer !== undefined || !isDoubtful(read.found));
      answer = { findings: answer ? withoutRepeats(answer.findings, read.found) : read.found, text: turnOf(reply) };
      if (isEnough) break;
    }
    // There is no more room: a further reply would be cut as well.
    if (answer && reply.finish === 'length' && maxTokens >= question.mostTokens) break;
    if (reply.finish === 'length') maxTokens = Math.max(maxTokens, Math.min(maxTokens * 2, question.mostTokens));
  }
  return answer;
}

/** Two replies to one question; that they say the same is as it should be. */
const withoutRepeats = (one: Findings, other: Findings): Findings => ({
  ...joinFindings(one, other),
  rejected: [...one.rejected, ...other.rejected],
});

const attemptOptions = (attempt: number): Pick<ModelCall, 'temperature' | 'seed'> =>
  attempt === 0 ? { temperature: 0 } : { temperature: WARMER * attempt, seed: attempt };

const turnOf = (reply: ChatReply): string => (reply.finish === 'length' ? completeLines(reply.text) : reply.text);

interface Read {
  readonly found: ParsedReply;
  /** Neither cut nor mended. */
  readonly isWhole: boolean;
}

/** What a reply gives; undefined when nothing of it can be used. */
function tryParse<S extends LinesShape>(
  { read, understand }: Question<S>,
  reply: ChatReply,
  tally: ReadingCounter,
): Read | undefined {
  try {
    const { lines, repairs } = read(reply);
    const unread = repairs.filter((repair) => repair === 'dropped').length;
    const found = withUnread(understand(lines), unread);
    tally.repaired(repairs);
    const isWhole = reply.finish === 'stop' && !repairs.includes('mended');
    if (isUsable(found)) {
      tally.used(reply);
      return { found, isWhole };
    }
    if (!reply.stale) tally.rejected(found.rejected);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
  }
  return undefined;
}
