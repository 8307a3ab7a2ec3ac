import { isMessage } from '../message';
import { isRecord } from '../shapes/read-fields';
import type { Answer } from '../search/answer/answer';
import type { Conversation, ConversationItem, Turn } from './conversations';
import type { CitationTarget, Passage } from '../search/evidence/evidence';

/** Checks that a value from outside is of a type. */
type Check<T> = (value: unknown) => value is T;
/** Checks of the fields of a record. */
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

export const isString: Check<string> = (value) => typeof value === 'string';
export const isNumber: Check<number> = (value) => typeof value === 'number';
const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';

/** Makes a check for arrays of checked items. */
export function isArrayOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check);
}

/** Makes a check for records with such fields. */
export function has<T>(shape: Shape): Check<T> {
  return (value): value is T => isRecord(value) && Object.entries(shape).every(([key, check]) => check(value[key]));
}

/** Makes a check for one of these texts. */
export function oneOf(...values: readonly string[]): Shape[string] {
  return (value) => isString(value) && values.includes(value);
}

function optional(check: Shape[string]): Shape[string] {
  return (value) => value === undefined || check(value);
}

/** Makes a check that also accepts null. */
export function orNull(check: Shape[string]): Shape[string] {
  return (value) => value === null || check(value);
}

const isPart = has({ kind: isString, number: isNumber, name: isString, row: orNull(isNumber) });
export const isPlace = (value: unknown): boolean => isNumber(value) || isPart(value);

/** Checks the fields that the screen reads. */
export const isPassage = has<Passage>({
  document_id: isString,
  start: isNumber,
  end: isNumber,
  documentTitle: isString,
  page: orNull(isPlace),
  quote: isString,
});

/** Checks the field that the screen reads. */
export const isTarget = has<CitationTarget>({ kind: oneOf('passage', 'entity', 'relationship', 'report') });
const isCitation = has({ number: isNumber, target: isTarget, passages: isArrayOf(isPassage) });
const isRange = has({ start: isNumber, end: isNumber });
const isSentence = has({
  text: isString,
  citations: isArrayOf(isNumber),
  at: isRange,
  lacks: optional(isArrayOf(isRange)),
  verdict: oneOf('quoted', 'supported', 'contradicted', 'unverified', 'not checked'),
});
const placeShape: Shape = {
  textUnitId: isString,
  documentId: isString,
  documentTitle: isString,
  page: orNull(isPlace),
  headingPath: isArrayOf(isString),
  start: isNumber,
  end: isNumber,
};
const isPassageTable = has({
  start: isNumber,
  end: isNumber,
  body: isNumber,
  head: isString,
  numbers: optional(isArrayOf(isNumber)),
});
const isPassageEvidence = has({
  ...placeShape,
  text: isString,
  marks: isArrayOf(isRange),
  focus: isRange,
  head: isString,
  tables: optional(isArrayOf(isPassageTable)),
  isRecords: optional((value) => value === true),
  sections: optional(isArrayOf(has({ start: isNumber, end: isNumber, path: isArrayOf(isString) }))),
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
const isCall = has({ about: isMessage, failed: optional(isMessage) });
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
/** Checks the fields that the screen reads. */
export const isAnswer = has<Answer>({
  mode: isString,
  method: isString,
  evidence: isEvidence,
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
/** Checks the fields that the screen reads. */
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
  /** A damaged turn is read as one without its answer. */
  turns: isArrayOf(has<Turn>({ id: isString })),
});

/** Checks a line of the list of conversations. */
export const isConversationItem = has<ConversationItem>({
  id: isString,
  collection: isString,
  title: isString,
  created: isNumber,
  updated: isNumber,
  revision: isNumber,
  modes: isRecord,
});

/** Checks the fields that the screen reads. */
export const areConversations = isArrayOf(isConversation);
