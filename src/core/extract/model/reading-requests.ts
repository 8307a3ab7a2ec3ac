import { CLAIMS_PROMPT, COMPACT_PROMPT, FULL_PROMPT } from '../../prompts/extraction';
import { asksForTuples } from '../../prompts/prompt';
import { estimateTokens } from '../../text/tokens';
import type { ChatReply } from '../../models/chat-model';
import type { ExtractionRow } from '../../tables/tables';
import { claimsMessages, compactMessages, fullMessages, versionOf } from './messages';
import { parseClaimsReply, CLAIMS_SHAPE } from './replies/claims-reply';
import { parseCompactReply, compactShape } from './replies/compact-reply';
import type { ReadingRequest } from './gleaning';
import type { FoundEntity } from './replies/findings';
import { parseFullReply, fullShape } from './replies/full-reply';
import { sentencesOfPart, type Part, type Passage } from './passage/passage';
import { readLines, type ReplyLines } from './replies/parsed-reply';
import type { ReadingOptions } from './reading';
import { readTuples } from './replies/tuple-reply';
import type { PhraseKind } from '../../ports/documents';
import { phraseOf } from '../mention-records';
import { expectedReply, roomFor } from './budget';

type Mentions = readonly ExtractionRow[];

/** A small model's reading of a part: one turn over names that are already known. */
export function compactRequest(
  part: Part,
  mentions: Mentions,
  options: ReadingOptions,
): ReadingRequest<ReturnType<typeof compactShape>> {
  const candidates = candidatesOf(part, mentions);
  return {
    ...about(part),
    replies: options.replies ?? 'lines',
    kind: 'compact',
    messages: compactMessages(part, candidates, options),
    promptVersion: versionOf(COMPACT_PROMPT, options),
    shape: compactShape(typesOf(options)),
    gleanings: 0,
    read: (reply) => readLines(compactShape(null), reply),
    understand: (lines) => parseCompactReply({ part, candidates, mentions, options }, lines),
  };
}

/** A capable model's reading of a part, as GraphRAG asks for it. */
export function fullRequest(
  part: Part,
  mentions: Mentions,
  options: ReadingOptions,
): ReadingRequest<ReturnType<typeof fullShape>> {
  const isTuples = asksForTuples(options.prompts[FULL_PROMPT.name]);
  return {
    ...about(part),
    // Tuples are no JSON, whatever the server could be held to.
    replies: isTuples ? 'lines' : (options.replies ?? 'lines'),
    kind: 'full',
    messages: fullMessages(part, options),
    promptVersion: versionOf(FULL_PROMPT, options),
    ...(!isTuples && { shape: fullShape(typesOf(options)) }),
    gleanings: options.gleanings,
    read: (reply) => readFullReply(reply, isTuples),
    understand: (lines, { entities }) => parseFullReply({ part, mentions, earlier: entities, options }, lines),
  };
}

/** Names that a call for claims shows at most. */
const MOST_SUBJECTS = 40;

/** What a part claims about the entities that were found in it. */
export function claimsRequest(
  part: Part,
  found: readonly FoundEntity[],
  options: ReadingOptions,
): ReadingRequest<typeof CLAIMS_SHAPE> {
  const isInPart = ({ sentence }: { readonly sentence: number }): boolean =>
    sentence >= part.from && sentence < part.to;
  const entities = found.filter(({ occurrences }) => occurrences.some(isInPart)).slice(0, MOST_SUBJECTS);
  return {
    ...about(part),
    replies: options.replies ?? 'lines',
    kind: 'claims',
    messages: claimsMessages(part, entities, options),
    promptVersion: versionOf(CLAIMS_PROMPT, options),
    shape: CLAIMS_SHAPE,
    gleanings: options.depth === 'full' ? options.gleanings : 0,
    read: (reply) => readLines(CLAIMS_SHAPE, reply),
    understand: (lines) => parseClaimsReply(part, entities, lines),
  };
}

/** In the form that was asked for where anything reads in it, else in the other one: models that know GraphRAG write tuples unasked. Throws ParseError. */
function readFullReply(reply: ChatReply, isTuples: boolean): ReplyLines<ReturnType<typeof fullShape>> {
  const shape = fullShape(null);
  const tuples = () => readTuples(shape, reply.text, reply.finish === 'length');
  if (isTuples) return tuples() ?? readLines(shape, reply);
  try {
    return readLines(shape, reply);
  } catch (error) {
    const unasked = tuples();
    if (unasked) return unasked;
    throw error;
  }
}

const about = (part: Part): Pick<ReadingRequest<never>, 'documentIds' | 'textTokens'> => ({
  documentIds: [part.passage.document.id],
  textTokens: sentencesOfPart(part).reduce((sum, { text }) => sum + estimateTokens(text), 0),
});

const typesOf = ({ types, openTypes }: ReadingOptions): readonly string[] | null => (openTypes ? null : types);

/** Names that a model is shown at most: more cost more to read than they help. */
const MOST = 24;
/** Times that a passage must hold a name, a phrase or a single noun for it to be shown: a model can name the rest itself. */
const LEAST = [1, 2, 3];
const RANK: Readonly<Record<PhraseKind, number>> = { proper: 0, compound: 1, common: 2 };

/**
 * The mentions of a part of a text unit that are worth a model's decision, best first: names, then phrases and nouns that recur; what is
 * there most often first, and what has a type before what has none.
 */
export function candidatesOf(
  { passage, from, to }: Part,
  mentions: readonly ExtractionRow[],
): readonly ExtractionRow[] {
  const start = passage.sentences[from]?.start ?? 0;
  const end = passage.sentences[to - 1]?.end ?? start;
  return mentions
    .map((mention) => ({
      mention,
      rank: rankOf(mention),
      spans: mention.starts.filter((at) => at >= start && at < end),
    }))
    .filter(({ rank, spans }) => spans.length >= (LEAST[rank] ?? 1))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        b.spans.length - a.spans.length ||
        Number(a.mention.type === '') - Number(b.mention.type === '') ||
        (a.spans[0] ?? 0) - (b.spans[0] ?? 0),
    )
    .slice(0, MOST)
    .map(({ mention }) => mention);
}

/** What says nothing of its phrase was named by a person or a model. */
const rankOf = (mention: ExtractionRow): number => RANK[phraseOf(mention) ?? 'proper'];

/** A passage as the parts that fit a model's window, in reading order; all of it where it can be. */
export function partsOf(
  passage: Passage,
  mentions: readonly ExtractionRow[],
  options: ReadingOptions,
): readonly Part[] {
  return split({ passage, from: 0, to: passage.sentences.length }, mentions, options);
}

/** Sentences that a part has at most: beyond them numbers cost more and small models lose count. */
const MOST_SENTENCES = 99;

function split(part: Part, mentions: readonly ExtractionRow[], options: ReadingOptions): readonly Part[] {
  const { passage, from, to } = part;
  if (to - from < 2 || (to - from <= MOST_SENTENCES && fits(part, mentions, options))) return [part];
  const middle = from + Math.ceil((to - from) / 2);
  return [
    ...split({ passage, from, to: middle }, mentions, options),
    ...split({ passage, from: middle, to }, mentions, options),
  ];
}

function fits(part: Part, mentions: readonly ExtractionRow[], options: ReadingOptions): boolean {
  const { kind, messages, textTokens, replies } =
    options.depth === 'compact' ? compactRequest(part, mentions, options) : fullRequest(part, mentions, options);
  return roomFor(messages, options.contextWindow) >= expectedReply(kind, textTokens, replies) * 1.5;
}
