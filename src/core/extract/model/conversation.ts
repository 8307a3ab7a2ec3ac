import type { Ask, ModelCall } from '../../models/ask';
import type { ChatMessage, ChatReply } from '../../models/chat-model';
import { GLEANING, GLEANING_MORE } from '../../prompts/gleaning';
import { ParseError } from '../../errors';
import type { ReplyForm } from '../../prompts/prompt';
import { parseReply } from '../../shapes/parse-reply';
import type { ChoiceShape, LinesShape, ShapeValue } from '../../shapes/shape';
import { askUntilRead, type Answer } from './ask-until-read';
import { expectedReply, replyLimit, roomFor, type ReplyKind } from './budget';
import { gleaningTurn, moreTurn, versionOf } from './calls';
import { joinFindings, type Findings } from './findings';
import type { ReadReply } from './read-reply';
import type { ReadingOptions } from './reading';
import type { TallyCount } from './tally';
import type { Understood } from './understood';

/** What is asked about one part of a text unit: a first turn and, where wanted, further ones for what was missed. */
export interface Conversation<S extends LinesShape> {
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
  read(reply: ChatReply): ReadReply<S>;
  understand(lines: ShapeValue<S>, earlier: Findings): Understood;
}

export interface Reader {
  readonly options: ReadingOptions;
  readonly ask: Ask;
  readonly tally: TallyCount;
}

/** Holds a conversation; undefined when its first turn got no reply that can be used. Every answer is read by itself. */
export async function converse<S extends LinesShape>(
  conversation: Conversation<S>,
  earlier: Findings,
  reader: Reader,
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
  conversation: Conversation<S>,
  messages: readonly ChatMessage[],
  earlier: Findings,
  { options, ask, tally }: Reader,
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
  return askUntilRead(question, options.attempts, ask, tally);
}

const LETTERS: ChoiceShape = { kind: 'choice', options: ['Y', 'N'] };

/** GraphRAG's question between two gleanings: on only with a clear yes. */
async function isMoreWanted(
  conversation: Conversation<LinesShape>,
  messages: readonly ChatMessage[],
  { options, ask, tally }: Reader,
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
  }: Pick<Conversation<LinesShape>, 'promptVersion' | 'documentIds' | 'messages'>,
  messages: readonly ChatMessage[],
  options: ReadingOptions,
  follow = GLEANING,
): Pick<ModelCall, 'messages' | 'promptVersion' | 'documentIds' | 'temperature'> {
  const isFirst = messages.length === first.length;
  const version = isFirst ? promptVersion : `${promptVersion}, ${versionOf(follow, options)}`;
  return { messages, promptVersion: version, documentIds, temperature: 0 };
}
