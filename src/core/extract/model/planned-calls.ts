import { expectedReply, type ReplyKind, type ReadingOptions, type UnitToRead } from './reading';
import { countPromptTokens } from '../../models/chat-model';
import type { PlannedCall } from '../../models/planned-calls';
import type { ReadingRequest } from './gleaning';
import { gleaningTurn } from './messages';
import { entityOfMention } from './passage/found-entity';
import { passageOf } from './passage/passage';
import { candidatesOf, claimsRequest, partsOf, readingRequest } from './reading-requests';

/** The calls that reading a text unit takes when no reply fails, in order, estimated from the prompts themselves. */
export function planUnitCalls(unit: UnitToRead, options: ReadingOptions): readonly PlannedCall[] {
  const { mentions } = unit;
  const passage = passageOf(unit.unit);
  const parts = partsOf(passage, mentions, options);
  const requests = parts.map((part) => readingRequest(part, mentions, options));
  const claims = (options.claims ? parts : []).map((part) => {
    const likely = candidatesOf(part, mentions).flatMap((mention) => entityOfMention(passage, mention) ?? []);
    return claimsRequest(part, likely, options);
  });
  return [...requests, ...claims].flatMap((request) => planTurns(request, options));
}

/** The first turn and its gleanings, with the questions between them. Each turn repeats all turns before it. */
function planTurns(request: ReadingRequest, options: ReadingOptions): readonly PlannedCall[] {
  const { kind, messages, textTokens, gleanings, replies } = request;
  const calls: PlannedCall[] = [];
  let tokens = 0;
  const add = (turn: ReplyKind, promptTokens: number): void => {
    const replyTokens = expectedReply(turn, textTokens, replies);
    calls.push({ promptTokens, replyTokens });
    tokens = promptTokens + replyTokens;
  };
  add(kind, countPromptTokens(messages));
  const question = countPromptTokens([gleaningTurn({ ...options, replies })]);
  for (let gleaning = 0; gleaning < gleanings; gleaning++) {
    if (gleaning > 0) calls.push({ promptTokens: tokens + question, replyTokens: 1 });
    add('gleaning', tokens + question);
  }
  return calls;
}
