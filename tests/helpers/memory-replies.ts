import type { ChatReply } from '../../src/core/models/chat-model';
import type { ReplyCache, ReplyOwner } from '../../src/core/models/reply-cache';
import type { SettingStore } from '../../src/core/ports/settings';

export interface MemoryReplies extends ReplyCache {
  readonly kept: Map<string, { readonly reply: ChatReply; readonly owner: ReplyOwner }>;
}

export function memoryReplies(): MemoryReplies {
  const kept: MemoryReplies['kept'] = new Map();
  const drop = (matches: (owner: ReplyOwner) => boolean): void => {
    for (const [key, { owner }] of kept) if (matches(owner)) kept.delete(key);
  };
  const forgotten = new Set<string>();
  const isGone = ({ collection, documentIds }: ReplyOwner): boolean =>
    documentIds.some((id) => forgotten.has(`${collection}/${id}`));
  return {
    kept,
    get: async (key) => kept.get(key)?.reply,
    put: async (key, reply, owner) => {
      if (!isGone(owner)) kept.set(key, { reply, owner });
    },
    removeDocuments: async (collection, ids) => {
      for (const id of ids) forgotten.add(`${collection}/${id}`);
      drop(isGone);
    },
    allowDocuments: async (collection, ids) => {
      for (const id of ids) forgotten.delete(`${collection}/${id}`);
    },
    removeCollection: async (collection) => drop((owner) => owner.collection === collection),
  };
}

export function memorySettings(): SettingStore {
  const settings = new Map<string, unknown>();
  return {
    get: async (name) => settings.get(name),
    change: async (name, parts) => {
      const whole = { ...(settings.get(name) as object | undefined), ...parts };
      settings.set(name, whole);
      return whole;
    },
  };
}
