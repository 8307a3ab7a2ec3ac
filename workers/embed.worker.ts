import { createEncoderHost } from '../src/adapters/models/transformers/encoder-host';
import { attachable, startWorker, transfer } from '../src/channel';
import type { EncoderHost } from '../src/core/models/hosts';

startWorker(() => {
  const host = createEncoderHost();
  const moving: EncoderHost = {
    ...host,
    embed: async (...call) => {
      const vectors = await host.embed(...call);
      return transfer(vectors, [vectors.buffer as ArrayBuffer]);
    },
  };
  return attachable(moving);
});
