import type { ChatReply } from '../../src/core/models/chat-model';
import type { ReplyCache, ReplyOwner } from '../../src/core/models/reply-cache';
import type { SettingStore } from '../../src/core/ports';

export interface MemoryReplies extends ReplyCache {
  readonly kept: Map<string, { readonly reply: ChatReply; readonly owner: ReplyOwner }>;
}

export function memoryReplies(): MemoryReplies {
  const kept: MemoryReplies['kept'] = new Map();
  const drop = (matches: (owner: ReplyOwner) => boolean): void => {
    for (const [key, { owner }] of kept) if (matches(owner)) kept.delete(key);
  };
  return {
    kept,
    get: async (key) => kept.get(key)?.reply,
    put: async (key, reply, owner) => void kept.set(key, { reply, owner }),
    removeDocuments: async (collection, ids) =>
      drop((owner) => owner.collection === collection && owner.documentIds.some((id) => ids.includes(id))),
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
