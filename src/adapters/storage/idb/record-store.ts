import type { ChatReply } from '../../../core/models/chat-model';
import type { ReplyCache } from '../../../core/models/queue/reply-cache';
import type { CollectionRecord } from '../../../core/ports/collections';
import type {
  ConversationItem,
  ConversationStore,
  QuestionStore,
  WaitingQuestion,
} from '../../../core/conversations/conversations';
import type { SettingStore } from '../../../core/platform';

/** The list of collections, outside their files; it can be rebuilt from them. */
interface Registry {
  list(): Promise<readonly CollectionRecord[]>;
  get(id: string): Promise<CollectionRecord | undefined>;
  put(record: CollectionRecord): Promise<void>;
  /** Removes the record and in the same step all that is kept of the collection. Afterwards nothing more of it is kept. */
  remove(id: string): Promise<void>;
}

/** Small records of this browser profile: collections, conversations, questions that wait for an answer, replies of models and settings. */
export interface RecordStore {
  readonly collections: Registry;
  readonly conversations: ConversationStore;
  /** Questions that wait for an answer. */
  readonly questions: QuestionStore;
  readonly replies: ReplyCache;
  readonly settings: SettingStore;
  /** Removes everything, the database included. */
  erase(): Promise<void>;
}

/** The order of conversations in their list: the one changed last comes first. */
export const lastChangedFirst = (one: ConversationItem, other: ConversationItem): number => other.updated - one.updated;

/** The order in which questions wait. */
export const firstAskedFirst = (one: WaitingQuestion, other: WaitingQuestion): number => one.asked - other.asked;

/** Checks if a question was asked in a conversation, or began it: it is removed with the conversation. */
export function askedIn(id: string, turns: readonly string[]): (asked: WaitingQuestion) => boolean {
  const begun = new Set(turns);
  return (asked) => asked.conversation === id || asked.turns.some((turn) => begun.has(turn));
}

/** Names documents across collections: the same file may be in two of them. */
export function ownerKeys(collection: string, documentIds: readonly string[]): readonly string[] {
  return documentIds.map((id) => `${collection}/${id}`);
}

/** The keys of all documents of a collection, whose id has no `/`. */
export function ownerKeyRange(collection: string): IDBKeyRange {
  return IDBKeyRange.bound(`${collection}/`, `${collection}0`, false, true); // 0 comes after /
}

/** A model's reply, with the documents that it was made from as `collection/document`. */
export interface KeptReply {
  readonly key: string;
  readonly reply: ChatReply;
  readonly collection: string;
  readonly owners: readonly string[];
  /** Milliseconds since 1970; missing in replies of earlier versions. */
  readonly kept?: number;
}

/** The reply with the time since when it is kept. */
export function replyOf(found: KeptReply | undefined): ChatReply | undefined {
  return found && { ...found.reply, ...(found.kept !== undefined && { kept: found.kept }) };
}

type Parts = Readonly<Record<string, unknown>>;

/** A setting with parts of it changed, or removed where they are undefined. */
export const mergeParts = (before: Parts, parts: Parts): Parts =>
  Object.fromEntries(Object.entries({ ...before, ...parts }).filter(([, part]) => part !== undefined));
