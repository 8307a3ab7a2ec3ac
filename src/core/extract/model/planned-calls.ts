import { expectedReply, tokensOf, type ReplyKind } from './budget';
import { gleaningTurn } from './messages';
import type { ReadingRequest } from './gleaning';
import { claimsRequest, compactRequest, fullRequest, candidatesOf, partsOf } from './reading-requests';
import { entityOfMention } from './passage/found-entity';
import { passageOf, type Part } from './passage/passage';
import type { ReadingOptions, UnitToRead } from './reading';
import type { LinesShape } from '../../shapes/shape';

/** A call of a plan, in estimated tokens. */
export interface PlannedCall {
  readonly promptTokens: number;
  readonly replyTokens: number;
}

/** The calls that reading a text unit takes when no reply fails, in order, estimated from the very prompts. */
export function planUnitCalls(unit: UnitToRead, options: ReadingOptions): readonly PlannedCall[] {
  const passage = passageOf(unit.document, unit.unit);
  const parts = partsOf(passage, unit.mentions, options);
  const reading = parts.flatMap((part) => readingCalls(part, unit, options));
  return options.claims ? [...reading, ...parts.flatMap((part) => claimsCalls(part, unit, options))] : reading;
}

function readingCalls(part: Part, { mentions }: UnitToRead, options: ReadingOptions): readonly PlannedCall[] {
  return options.depth === 'compact'
    ? turnsOf(compactRequest(part, mentions, options), options)
    : turnsOf(fullRequest(part, mentions, options), options);
}

function claimsCalls(part: Part, { mentions }: UnitToRead, options: ReadingOptions): readonly PlannedCall[] {
  const likely = candidatesOf(part, mentions).flatMap((mention) => entityOfMention(part.passage, mention) ?? []);
  return turnsOf(claimsRequest(part, likely, options), options);
}

/** The first turn and its gleanings, with the questions between them: each reads all that was said before. */
function turnsOf(
  {
    kind,
    messages,
    textTokens,
    gleanings,
    replies,
  }: Pick<ReadingRequest<LinesShape>, 'kind' | 'messages' | 'textTokens' | 'gleanings' | 'replies'>,
  options: ReadingOptions,
): readonly PlannedCall[] {
  const calls: PlannedCall[] = [];
  let said = 0;
  const add = (as: ReplyKind, promptTokens: number, replyTokens = expectedReply(as, textTokens, replies)): void => {
    calls.push({ promptTokens, replyTokens });
    said = promptTokens + replyTokens;
  };
  add(kind, tokensOf(messages));
  const more = tokensOf([gleaningTurn({ ...options, replies })]);
  for (let gleaning = 0; gleaning < gleanings; gleaning++) {
    if (gleaning > 0) calls.push({ promptTokens: said + more, replyTokens: 1 });
    add('gleaning', said + more);
  }
  return calls;
}
