import { createChatHost } from '../src/adapters/models/chat-host';
import { probeHardware } from '../src/adapters/models/hardware';
import { attachable, startWorker } from '../src/channel';
import { toEbnf, toRegExp } from '../src/core/shapes/grammar';

const webllm = async () => {
  const [{ createWebllmChat }, { loadWebllm }] = await Promise.all([
    import('../src/adapters/models/webllm/webllm-chat'),
    import('../src/adapters/models/webllm/library'),
  ]);
  return createWebllmChat({ library: loadWebllm, storage: caches, probe: () => probeHardware(), toEbnf });
};

const transformers = async () => {
  const { createTransformersChat } = await import('../src/adapters/models/transformers/transformers-chat');
  return createTransformersChat({ toRegExp });
};

startWorker(() => attachable(createChatHost({ probe: () => probeHardware(), providers: { webllm, transformers } })));
