import { isMessage } from '../message';
import { isRecord } from '../shapes/read-fields';
import type { Answer } from './answer/answer';
import type { Conversation, ConversationItem, Turn } from './conversations';
import type { CitationTarget, Passage } from './evidence/evidence';

/** Whether a value that came from outside is of a type. */
type Check<T> = (value: unknown) => value is T;
/** What each field of a record must be. */
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

export const isString: Check<string> = (value) => typeof value === 'string';
export const isNumber: Check<number> = (value) => typeof value === 'number';
const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';

/** Whether a value is an array of such. */
export function isArrayOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check);
}

/** Whether a value is a record with such fields. */
export function has<T>(shape: Shape): Check<T> {
  return (value): value is T => isRecord(value) && Object.entries(shape).every(([key, check]) => check(value[key]));
}

/** Whether a value is one of these texts. */
export function oneOf(...values: readonly string[]): Shape[string] {
  return (value) => isString(value) && values.includes(value);
}

function optional(check: Shape[string]): Shape[string] {
  return (value) => value === undefined || check(value);
}

/** Whether a value is null or such. */
export function orNull(check: Shape[string]): Shape[string] {
  return (value) => value === null || check(value);
}

/** Whether a value is a passage, as far as anything shown depends on it. */
export const isPassage = has<Passage>({
  document_id: isString,
  start: isNumber,
  end: isNumber,
  documentTitle: isString,
  page: orNull(isNumber),
  quote: isString,
});

/** Whether a value is what a citation points at, as far as anything shown depends on it. */
export const isTarget = has<CitationTarget>({ kind: oneOf('passage', 'entity', 'relationship', 'report') });
const isCitation = has({ number: isNumber, target: isTarget, passages: isArrayOf(isPassage) });
const isRange = has({ start: isNumber, end: isNumber });
/** Earlier versions kept a role, and no verdict. */
const isSentence = has({
  text: isString,
  citations: isArrayOf(isNumber),
  at: optional(isRange),
  lacks: optional(isArrayOf(isRange)),
  verdict: optional(oneOf('quoted', 'supported', 'contradicted', 'unverified', 'not checked')),
});
const placeShape: Shape = {
  textUnitId: isString,
  documentId: isString,
  documentTitle: isString,
  page: orNull(isNumber),
  headingPath: isArrayOf(isString),
  start: isNumber,
  end: isNumber,
};
const isPassageEvidence = has({
  ...placeShape,
  text: isString,
  marks: isArrayOf(isRange),
  focus: isRange,
  head: isString,
  language: isString,
  score: isNumber,
  via: optional(isString),
  duplicates: isArrayOf(has(placeShape)),
});
const isRelationship = has({
  id: isString,
  otherId: isString,
  other: isString,
  description: isString,
  method: isString,
  weight: isNumber,
  sentence: orNull(isPassage),
});
const isClaim = has({
  id: isString,
  type: isString,
  description: isString,
  status: isString,
  start: orNull(isString),
  end: orNull(isString),
  passage: orNull(isPassage),
});
const isEntity = has({
  id: isString,
  title: isString,
  type: isString,
  aliases: isArrayOf(isString),
  description: isString,
  method: isString,
  passages: isNumber,
  documents: isNumber,
  named: isBoolean,
  isSubject: isBoolean,
  relationships: isArrayOf(isRelationship),
  claims: isArrayOf(isClaim),
});
const isStep = has({
  relationshipId: isString,
  source: isString,
  target: isString,
  description: isString,
  sentence: orNull(isPassage),
});
const isCommunity = has({
  community: isNumber,
  level: isNumber,
  title: isString,
  summary: isString,
  method: isString,
  size: isNumber,
  members: isArrayOf(has({ id: isString, title: isString, type: isString })),
  sources: isArrayOf(isPassage),
  score: isNumber,
});
const isEvidence = has({
  passages: isArrayOf(isPassageEvidence),
  entities: isArrayOf(isEntity),
  connections: isArrayOf(has({ from: isString, to: isString, steps: isArrayOf(isStep) })),
  communities: isArrayOf(isCommunity),
  leads: isArrayOf(isString),
  missing: isArrayOf(has({ word: isString, suggestions: isArrayOf(isString), searched: optional(isString) })),
  task: optional(oneOf('contradictions', 'timeline', 'summary')),
  instead: optional(oneOf('best connected', 'document leads')),
});
const isItem = has({ kind: isString, id: isString, title: isString, score: isNumber, used: isBoolean });
const isSection = has({ name: isString, tokens: isNumber, items: isArrayOf(isItem) });
/** Earlier versions kept no `about`. */
const isCall = has({ about: optional(isMessage), failed: optional(isMessage) });
const isTrace = has({
  mode: isString,
  reason: isMessage,
  embeddings: optional(isMessage),
  notes: optional(isArrayOf(isMessage)),
  calls: optional(isArrayOf(isCall)),
  sections: isArrayOf(isSection),
  milliseconds: isNumber,
  modelCalls: isNumber,
});
/** Whether a value is an answer, as far as anything shown depends on it. */
export const isAnswer = has<Answer>({
  mode: isString,
  method: isString,
  evidence: optional(isEvidence),
  sentences: isArrayOf(isSentence),
  citations: isArrayOf(isCitation),
  notFound: isBoolean,
  stopped: isBoolean,
  lead: optional(isMessage),
  ending: optional(isMessage),
  failure: optional(isMessage),
  unfetched: optional(isMessage),
  trace: isTrace,
});
/** Tells whether a value is a question with its answer, as far as anything shown depends on it. */
export const isTurn = has<Turn>({
  id: isString,
  question: isString,
  asked: isNumber,
  scope: optional(isArrayOf(isString)),
  answer: isAnswer,
});
const isConversation = has<Conversation>({
  id: isString,
  title: isString,
  created: isNumber,
  updated: isNumber,
  turns: isArrayOf(isTurn),
});

/** Tells whether a value is a line of the list of conversations. */
export const isConversationItem = has<ConversationItem>({
  id: isString,
  collection: isString,
  title: isString,
  created: isNumber,
  updated: isNumber,
  revision: isNumber,
  modes: isRecord,
});

/** Whether a value is a list of conversations, as far as anything shown depends on it. */
export const areConversations = isArrayOf(isConversation);
