import type { EditedPrompt, ReplyForm } from '../../prompts/prompt';
import type { Repair } from '../../shapes/repairs';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../tables/tables';
import type { CollectionNames } from './passage/passage';

/** A text unit that a model is to read. */
export interface UnitToRead {
  readonly document: Pick<DocumentRow, 'id' | 'title'>;
  readonly unit: TextUnitRow;
  /** The `mention` records of the unit that were found without a model. */
  readonly mentions: readonly ExtractionRow[];
  /** The names of the collection, which complete a part of a name. */
  readonly names?: CollectionNames;
  /** Earlier reading, where the claims alone are asked for; missing: all of it is read. */
  readonly withoutClaims?: WithoutClaims;
}

/** A reading that is kept and lacks claims. */
export interface WithoutClaims {
  /** The round in which it was read. */
  readonly readIn: number;
  /** True if claims were asked for in vain; otherwise they were not wanted. */
  readonly askedInVain: boolean;
}

/** `full` is GraphRAG's extraction, for capable models; `compact` asks small ones for little; `themes` is LightRAG's, with themes in place of strengths. */
export type Depth = 'compact' | 'full' | 'themes';

export interface ReadingOptions {
  readonly depth: Depth;
  /** Layer of the records: the model and the version of the prompt. */
  readonly layer: string;
  /** Identifies the model: two servers may have one of the same name. */
  readonly reader: string;
  /** Lower-case entity types. */
  readonly types: readonly string[];
  /** True if the model may name other types too. */
  readonly openTypes: boolean;
  /** Follow-up turns that ask for what was missed; not for `compact`. */
  readonly gleanings: number;
  readonly claims: boolean;
  /** Definition of a claim, in words. */
  readonly claimsAbout: string;
  /** The persona that reads, such as `a historian of science`, without braces; empty for none. */
  readonly persona: string;
  /** Language of descriptions and predicates, in words for a model; null for the document's. */
  readonly language: string | null;
  /** Tokens of prompt and reply together; a unit that does not fit is read in parts. */
  readonly contextWindow: number;
  /** The form that the model's replies must have. */
  readonly replies: ReplyForm;
  /** The prompts that a person edited, by name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  /** Replies at most until one is usable, at least 1. */
  readonly attempts: number;
}

/** Reason for rejecting a record of a reply. */
export type Rejection =
  | 'name not in the passage'
  | 'unknown end'
  | 'no such sentence'
  | 'claim about nothing listed'
  | 'claim without its sentence'
  | 'sentence names neither'
  | 'relation to itself'
  | 'unknown type'
  | 'repeated';

/** Cost and results of reading one text unit. */
export interface ReadingTally {
  /** Replies that were used or tried, remembered ones too. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly seconds: number;
  readonly entities: number;
  readonly relationships: number;
  readonly claims: number;
  /** Replies in which nothing could be read. */
  readonly failedReplies: number;
  readonly repairs: Readonly<Partial<Record<Repair, number>>>;
  readonly rejected: Readonly<Partial<Record<Rejection, number>>>;
}

/**
 * Outcome of asking for claims: `not due` where none are wanted, or where nothing was found that they could be about.
 */
export type ClaimsOutcome = 'not due' | 'read' | 'unread' | 'left out';

export interface UnitReading {
  /** `entity`, `relationship` and `claim` records of the layer, in the order of the reply. */
  readonly records: readonly ExtractionRow[];
  readonly tally: ReadingTally;
  readonly claimsOutcome: ClaimsOutcome;
}

/** Expected tokens of a reply per token of text: what the gold standard of the sample takes, and some more. */
const REPLY_SHARE = { compact: 0.3, full: 1.1, themes: 1.15, claims: 0.2, gleaning: 0.4 } as const;
/** Tokens of a reply in a form per token of the same in lines: JSON has names of fields, quotes and brackets. */
const FORM_SHARE: Readonly<Record<ReplyForm, number>> = { lines: 1, json: 1.6 };
const LEAST_REPLY = 32;
/** A reply may be this many times longer than expected before it is cut. */
const SLACK = 3;

export type ReplyKind = Depth | 'claims' | 'gleaning';

/** Expected tokens of a reply about a text of so many tokens. */
export const expectedReply = (kind: ReplyKind, textTokens: number, form: ReplyForm): number =>
  LEAST_REPLY + Math.ceil(textTokens * REPLY_SHARE[kind] * FORM_SHARE[form]);

/** The limit of a reply: generous, within the window. */
export const replyLimit = (kind: ReplyKind, textTokens: number, room: number, form: ReplyForm): number =>
  Math.max(LEAST_REPLY, Math.min(SLACK * expectedReply(kind, textTokens, form), room));
