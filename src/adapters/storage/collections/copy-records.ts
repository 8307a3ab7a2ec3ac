import { StorageError } from '../../../core/errors';
import { isMessage, message } from '../../../core/message';
import type { Conversation, Turn } from '../../../core/search/conversations';
import { notACopy, partOfCopy } from './copy-file';
import { isRecord } from '../../../core/shapes/read-fields';

const FORMAT = 'burrow-copy';
/** Since version 2 reasons are messages; a string is one. */
const VERSION = 2;
const MAX_NAME = 200;

/** The file that says what a saved copy is. */
export function copyHead(name: string, created: number): Uint8Array {
  return toBytes({ format: FORMAT, version: VERSION, name, created });
}

/** Name and time of a saved copy. Throws ParseError for another file, StorageError for a newer one. */
export function parseHead(bytes: Uint8Array): { readonly name: string; readonly created: number } {
  const head = fromBytes(bytes, 'burrow.json');
  if (!isRecord(head) || head['format'] !== FORMAT)
    throw notACopy(message`its title page does not say so`, undefined, 'burrow.json');
  const { version, name, created } = head;
  if (typeof version === 'number' && version > VERSION) {
    throw new StorageError(
      message`This copy was written by a newer Burrow. Reload the page to get it; nothing was added.`,
      {
        traits: ['says what was kept'],
      },
    );
  }
  if (typeof version !== 'number' || version < 1 || typeof name !== 'string' || typeof created !== 'number')
    throw notACopy(message`its title page is damaged`, undefined, 'burrow.json');
  return { name: name.slice(0, MAX_NAME), created };
}

export function conversationsBytes(conversations: readonly Conversation[]): Uint8Array {
  return toBytes(conversations);
}

/** Conversations of a saved copy, checked as far as anything shown depends on it. Throws ParseError. */
export function parseConversations(bytes: Uint8Array): readonly Conversation[] {
  const value = fromBytes(bytes, 'conversations.json');
  if (isArrayOf(isConversation)(value)) return value;
  throw notACopy(message`its list of conversations is damaged`, undefined, 'conversations.json');
}

type Check<T> = (value: unknown) => value is T;
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isString: Check<string> = (value) => typeof value === 'string';
const isNumber: Check<number> = (value) => typeof value === 'number';
const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';

function isArrayOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check);
}

function has<T>(shape: Shape): Check<T> {
  return (value): value is T => isRecord(value) && Object.entries(shape).every(([key, check]) => check(value[key]));
}

function oneOf(...values: readonly string[]): Shape[string] {
  return (value) => isString(value) && values.includes(value);
}

function optional(check: Shape[string]): Shape[string] {
  return (value) => value === undefined || check(value);
}

function orNull(check: Shape[string]): Shape[string] {
  return (value) => value === null || check(value);
}

const isPassage = has({
  document_id: isString,
  start: isNumber,
  end: isNumber,
  documentTitle: isString,
  page: orNull(isNumber),
  quote: isString,
});

const isTarget = has({ kind: oneOf('passage', 'entity', 'relationship', 'report') });
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
const isAnswer = has({
  mode: isString,
  method: isString,
  evidence: optional(isEvidence),
  sentences: isArrayOf(isSentence),
  citations: isArrayOf(isCitation),
  notFound: isBoolean,
  stopped: isBoolean,
  lead: optional(isMessage),
  ending: optional(isMessage),
  trace: isTrace,
});
const isTurn = has<Turn>({
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

function fromBytes(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw notACopy(message`${partOfCopy(path)} cannot be read`, cause, path);
  }
}

function toBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
