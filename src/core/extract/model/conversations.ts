import { CLAIMS } from '../../prompts/claims';
import { COMPACT } from '../../prompts/compact';
import { FULL } from '../../prompts/full';
import { asksForTuples } from '../../prompts/tuple-prompt';
import { estimateTokens } from '../../text/tokens';
import type { ChatReply } from '../../models/chat-model';
import type { ExtractionRow } from '../../tables/tables';
import { candidatesOf } from './candidates';
import { claimsMessages, compactMessages, fullMessages, versionOf } from './calls';
import { understandClaims } from './claims-reply';
import { CLAIMS_SHAPE } from './claims-shape';
import { understandCompact } from './compact-reply';
import { compactShape } from './compact-shape';
import type { Conversation } from './conversation';
import type { FoundEntity } from './findings';
import { understandFull } from './full-reply';
import { fullShape } from './full-shape';
import { sentencesOfPart, type Part } from './passage';
import { readReply, type ReadReply } from './read-reply';
import type { ReadingOptions } from './reading';
import { readTuples } from './tuple-reply';

type Mentions = readonly ExtractionRow[];

/** A small model's reading of a part: one turn over names that are already known. */
export function compactConversation(
  part: Part,
  mentions: Mentions,
  options: ReadingOptions,
): Conversation<ReturnType<typeof compactShape>> {
  const candidates = candidatesOf(part, mentions);
  return {
    ...about(part),
    replies: options.replies ?? 'lines',
    kind: 'compact',
    messages: compactMessages(part, candidates, options),
    promptVersion: versionOf(COMPACT, options),
    shape: compactShape(typesOf(options)),
    gleanings: 0,
    read: (reply) => readReply(compactShape(null), reply),
    understand: (lines) => understandCompact({ part, candidates, mentions, options }, lines),
  };
}

/** A capable model's reading of a part, as GraphRAG asks for it. */
export function fullConversation(
  part: Part,
  mentions: Mentions,
  options: ReadingOptions,
): Conversation<ReturnType<typeof fullShape>> {
  const isTuples = asksForTuples(options.prompts[FULL.name]);
  return {
    ...about(part),
    // Tuples are no JSON, whatever the server could be held to.
    replies: isTuples ? 'lines' : (options.replies ?? 'lines'),
    kind: 'full',
    messages: fullMessages(part, options),
    promptVersion: versionOf(FULL, options),
    ...(!isTuples && { shape: fullShape(typesOf(options)) }),
    gleanings: options.gleanings,
    read: (reply) => readFullReply(reply, isTuples),
    understand: (lines, { entities }) => understandFull({ part, mentions, earlier: entities, options }, lines),
  };
}

/** Names that a call for claims shows at most. */
const MOST_SUBJECTS = 40;

/** What a part claims about the entities that were found in it. */
export function claimsConversation(
  part: Part,
  found: readonly FoundEntity[],
  options: ReadingOptions,
): Conversation<typeof CLAIMS_SHAPE> {
  const isInPart = ({ sentence }: { readonly sentence: number }): boolean =>
    sentence >= part.from && sentence < part.to;
  const entities = found.filter(({ occurrences }) => occurrences.some(isInPart)).slice(0, MOST_SUBJECTS);
  return {
    ...about(part),
    replies: options.replies ?? 'lines',
    kind: 'claims',
    messages: claimsMessages(part, entities, options),
    promptVersion: versionOf(CLAIMS, options),
    shape: CLAIMS_SHAPE,
    gleanings: options.depth === 'full' ? options.gleanings : 0,
    read: (reply) => readReply(CLAIMS_SHAPE, reply),
    understand: (lines) => understandClaims(part, entities, lines),
  };
}

/** In the form that was asked for where anything reads in it, else in the other one: models that know GraphRAG write tuples unasked. Throws ParseError. */
function readFullReply(reply: ChatReply, isTuples: boolean): ReadReply<ReturnType<typeof fullShape>> {
  const shape = fullShape(null);
  const tuples = () => readTuples(shape, reply.text, reply.finish === 'length');
  if (isTuples) return tuples() ?? readReply(shape, reply);
  try {
    return readReply(shape, reply);
  } catch (error) {
    const unasked = tuples();
    if (unasked) return unasked;
    throw error;
  }
}

const about = (part: Part): Pick<Conversation<never>, 'documentIds' | 'textTokens'> => ({
  documentIds: [part.passage.document.id],
  textTokens: sentencesOfPart(part).reduce((sum, { text }) => sum + estimateTokens(text), 0),
});

const typesOf = ({ types, openTypes }: ReadingOptions): readonly string[] | null => (openTypes ? null : types);
