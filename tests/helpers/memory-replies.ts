import type { KeptReply } from '../../src/adapters/storage/idb/record-store';
import * as product from '../../src/adapters/storage/idb/memory-records';
import type { ReplyCache } from '../../src/core/models/queue/reply-cache';

export { memorySettings } from '../../src/adapters/storage/idb/memory-records';

interface MemoryReplies extends ReplyCache {
  readonly kept: Map<string, KeptReply>;
}

/** Replies in memory, which can be looked at; every collection is there. */
export function memoryReplies(): MemoryReplies {
  const kept: MemoryReplies['kept'] = new Map();
  return { ...product.memoryReplies(() => true, kept), kept };
}
