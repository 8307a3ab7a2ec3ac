import type { ReplyCache } from '../../../core/models/queue/reply-cache';
import type { CollectionRecord } from '../../../core/ports/collections';
import type { QuestionStore, WaitingQuestion } from '../../../core/conversations/conversations';
import type { SettingStore } from '../../../core/platform';
import { memoryConversations } from './memory-conversations';
import { firstAskedFirst, type KeptReply, mergeParts, ownerKeys, type RecordStore, replyOf } from './record-store';

/** Checks that a collection still exists. Nothing is kept of a removed one. */
type IsThere = (collection: string) => boolean;

/** Small records in the memory of this thread, with the same rules as in IndexedDB. */
export function memoryRecords(registry = new Map<string, CollectionRecord>()): RecordStore {
  const isThere: IsThere = (collection) => registry.has(collection);
  const questions = memoryQuestions(isThere);
  const conversations = memoryConversations(isThere, questions);
  const replies = memoryReplies(isThere);
  const settings = memorySettings();
  const remove = (collection: string): void => {
    registry.delete(collection);
    conversations.removeOf(collection);
    replies.removeOf(collection);
  };
  return {
    collections: {
      list: async () => [...registry.values()],
      get: async (id) => registry.get(id),
      put: async (record) => void registry.set(record.id, record),
      remove: async (id) => remove(id),
    },
    conversations,
    questions,
    replies,
    settings,
    erase: async () => {
      for (const id of [...registry.keys()]) remove(id);
      settings.clear();
    },
  };
}

interface MemoryQuestions extends QuestionStore {
  /** Removes the questions that match. */
  drop(matches: (question: WaitingQuestion) => boolean): void;
}

export function memoryQuestions(isThere: IsThere): MemoryQuestions {
  const kept = new Map<string, WaitingQuestion>();
  return {
    list: async (collection) =>
      structuredClone([...kept.values()].filter((one) => one.collection === collection)).sort(firstAskedFirst),
    keep: async (question) => {
      if (isThere(question.collection)) kept.set(question.id, structuredClone(question));
    },
    remove: async (id) => void kept.delete(id),
    drop: (matches) => {
      for (const one of [...kept.values()]) if (matches(one)) kept.delete(one.id);
    },
  };
}

interface MemoryReplies extends ReplyCache {
  /** Removes all of a collection. */
  removeOf(collection: string): void;
}

export function memoryReplies(isThere: IsThere, kept = new Map<string, KeptReply>()): MemoryReplies {
  const forgotten = new Set<string>();
  const drop = (matches: (reply: KeptReply) => boolean): void => {
    for (const one of [...kept.values()]) if (matches(one)) kept.delete(one.key);
  };
  return {
    get: async (key) => replyOf(kept.get(key)),
    put: async (key, reply, { collection, documentIds }) => {
      const owners = ownerKeys(collection, documentIds);
      if (!isThere(collection) || owners.some((owner) => forgotten.has(owner))) return;
      kept.set(key, { key, reply: structuredClone(reply), collection, owners, kept: Date.now() });
    },
    removeDocuments: async (collection, documentIds) => {
      const gone = new Set(ownerKeys(collection, documentIds));
      for (const owner of gone) forgotten.add(owner);
      drop(({ owners }) => owners.some((owner) => gone.has(owner)));
    },
    allowDocuments: async (collection, documentIds) => {
      for (const owner of ownerKeys(collection, documentIds)) forgotten.delete(owner);
    },
    removeOf: (collection) => {
      drop((one) => one.collection === collection);
      for (const owner of [...forgotten]) if (owner.startsWith(`${collection}/`)) forgotten.delete(owner);
    },
  };
}

interface MemorySettings extends SettingStore {
  clear(): void;
}

export function memorySettings(): MemorySettings {
  const settings = new Map<string, Readonly<Record<string, unknown>>>();
  return {
    get: async (name) => settings.get(name),
    change: async (name, parts) => {
      const whole = mergeParts(settings.get(name) ?? {}, parts);
      settings.set(name, whole);
      return whole;
    },
    clear: () => settings.clear(),
  };
}
