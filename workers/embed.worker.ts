import { createEmbedHost } from '../src/adapters/models/transformers/embed';
import { attachable, startWorker, transfer } from '../src/channel';
import type { EmbedHost } from '../src/core/models/hosts';

startWorker(() => {
  const host = createEmbedHost();
  const moving: EmbedHost = {
    ...host,
    embed: async (...call) => {
      const vectors = await host.embed(...call);
      return transfer(vectors, [vectors.buffer as ArrayBuffer]);
    },
  };
  return attachable(moving);
});
