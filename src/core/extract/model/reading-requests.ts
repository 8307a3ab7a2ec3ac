import { type ChatReply, replyRoom } from '../../models/chat-model';
import type { PhraseKind } from '../../ports/documents';
import { CLAIMS_PROMPT, COMPACT_PROMPT, FULL_PROMPT } from '../../prompts/extraction';
import { THEMES_PROMPT } from '../../prompts/themes';
import { asksForTuples, type Prompt } from '../../prompts/prompt';
import type { ExtractionRow } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { phraseOf } from '../mention-records';
import { type Depth, expectedReply, type ReadingOptions } from './reading';
import type { ReadingRequest } from './gleaning';
import { claimsMessages, compactMessages, fullMessages, themesMessages, versionOf } from './messages';
import { sentencesOfPart, type Part, type Passage } from './passage/passage';
import { CLAIMS_SHAPE, parseClaimsReply } from './replies/claims-reply';
import { compactShape, parseCompactReply } from './replies/compact-reply';
import type { FoundEntity } from './replies/findings';
import { fullShape, parseFullReply } from './replies/full-reply';
import { readLines, type ReplyLines } from './replies/parsed-reply';
import { parseThemesReply, themesShape } from './replies/themes-reply';
import { readTuples } from './replies/tuple-reply';

type Mentions = readonly ExtractionRow[];

/** Makes the request for reading a part of a text unit. */
export const readingRequest = (part: Part, mentions: Mentions, options: ReadingOptions): ReadingRequest =>
  REQUESTS[options.depth](part, mentions, options);

/** For small models: one turn over names that are already known. */
function compactRequest(part: Part, mentions: Mentions, options: ReadingOptions): ReadingRequest {
  const candidates = candidatesOf(part, mentions);
  return {
    ...basicsOf(part, COMPACT_PROMPT, options),
    kind: 'compact',
    messages: compactMessages(part, candidates, options),
    shape: compactShape(typesOf(options)),
    gleanings: 0,
    parse: (reply) => parseCompactReply({ part, candidates, mentions, options }, readLines(compactShape(null), reply)),
  };
}

/** For capable models, as GraphRAG asks them. */
function fullRequest(part: Part, mentions: Mentions, options: ReadingOptions): ReadingRequest {
  const isTuples = asksForTuples(options.prompts[FULL_PROMPT.name]);
  return {
    ...basicsOf(part, FULL_PROMPT, options),
    // Tuples are no JSON, whatever the server could be held to.
    ...(isTuples ? { replies: 'lines' } : { shape: fullShape(typesOf(options)) }),
    kind: 'full',
    messages: fullMessages(part, options),
    gleanings: options.gleanings,
    parse: (reply, { entities }) =>
      parseFullReply({ part, mentions, earlier: entities, options }, readFullLines(reply, isTuples)),
  };
}

/** As LightRAG asks. */
function themesRequest(part: Part, mentions: Mentions, options: ReadingOptions): ReadingRequest {
  return {
    ...basicsOf(part, THEMES_PROMPT, options),
    kind: 'themes',
    messages: themesMessages(part, options),
    shape: themesShape(typesOf(options)),
    gleanings: options.gleanings,
    parse: (reply, { entities }) =>
      parseThemesReply({ part, mentions, earlier: entities, options }, readLines(themesShape(null), reply)),
  };
}

const REQUESTS: Readonly<Record<Depth, typeof fullRequest>> = {
  compact: compactRequest,
  full: fullRequest,
  themes: themesRequest,
};

/** Names that a call for claims shows at most. */
const MOST_SUBJECTS = 40;

/** Makes the request for the claims of a part; `found` are the entities of its text unit. */
export function claimsRequest(part: Part, found: readonly FoundEntity[], options: ReadingOptions): ReadingRequest {
  const isInPart = ({ sentence }: { readonly sentence: number }): boolean =>
    sentence >= part.from && sentence < part.to;
  const entities = found.filter(({ occurrences }) => occurrences.some(isInPart)).slice(0, MOST_SUBJECTS);
  return {
    ...basicsOf(part, CLAIMS_PROMPT, options),
    kind: 'claims',
    messages: claimsMessages(part, entities, options),
    shape: CLAIMS_SHAPE,
    gleanings: options.depth === 'full' ? options.gleanings : 0,
    parse: (reply) => parseClaimsReply(part, entities, readLines(CLAIMS_SHAPE, reply)),
  };
}

/** The lines of a full reply in the form that was asked for, else in the other one: models that know GraphRAG write tuples unasked. Throws ParseError. */
function readFullLines(reply: ChatReply, isTuples: boolean): ReplyLines<ReturnType<typeof fullShape>> {
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

const basicsOf = (
  part: Part,
  prompt: Prompt,
  options: ReadingOptions,
): Pick<ReadingRequest, 'documentIds' | 'textTokens' | 'replies' | 'promptVersion'> => ({
  documentIds: [part.passage.unit.document_id],
  textTokens: sentencesOfPart(part).reduce((sum, { text }) => sum + estimateTokens(text), 0),
  replies: options.replies,
  promptVersion: versionOf(prompt, options),
});

const typesOf = ({ types, openTypes }: ReadingOptions): readonly string[] | null => (openTypes ? null : types);

/** Names that a model is shown at most: more of them cost more to read than they help. */
const MOST = 24;
/** Times that a passage must hold a name, a phrase or a single noun for it to be shown: a model can name the rest itself. */
const LEAST = [1, 2, 3];
const RANK: Readonly<Record<PhraseKind, number>> = { proper: 0, compound: 1, common: 2 };

/**
 * The mentions of a part of a text unit that are worth a model's decision, best first: names, then phrases and nouns that recur; what is
 * there most often first, and names with a type before names without one.
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

/** A mention without a kind of phrase was named by a person or a model. */
const rankOf = (mention: ExtractionRow): number => RANK[phraseOf(mention) ?? 'proper'];

/** A passage as the parts that fit a model's window, in reading order; the whole passage as one part where it fits. */
export function partsOf(passage: Passage, mentions: Mentions, options: ReadingOptions): readonly Part[] {
  return split({ passage, from: 0, to: passage.sentences.length }, mentions, options);
}

/** Sentences of a part at most: more of them cost more to number, and small models lose count. */
const MOST_SENTENCES = 99;

function split(part: Part, mentions: Mentions, options: ReadingOptions): readonly Part[] {
  const { passage, from, to } = part;
  if (to - from < 2 || (to - from <= MOST_SENTENCES && fits(part, mentions, options))) return [part];
  const middle = from + Math.ceil((to - from) / 2);
  return [
    ...split({ passage, from, to: middle }, mentions, options),
    ...split({ passage, from: middle, to }, mentions, options),
  ];
}

function fits(part: Part, mentions: Mentions, options: ReadingOptions): boolean {
  const { kind, messages, textTokens, replies } = readingRequest(part, mentions, options);
  return replyRoom(messages, options.contextWindow) >= expectedReply(kind, textTokens, replies) * 1.5;
}
