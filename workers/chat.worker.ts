import { createChatHost } from '../src/adapters/models/chat-host';
import { probeHardware } from '../src/adapters/models/hardware';
import { attachable, startWorker } from '../src/channel';
import { toEbnf } from '../src/core/shapes/ebnf';

const webllm = async () => {
  const [{ createWebllmChat }, { loadWebllm }] = await Promise.all([
    import('../src/adapters/models/webllm/webllm-chat'),
    import('../src/adapters/models/webllm/library'),
  ]);
  return createWebllmChat({ library: loadWebllm, storage: caches, probe: () => probeHardware(), toEbnf });
};

startWorker(() => attachable(createChatHost({ probe: () => probeHardware(), providers: { webllm } })));
