import { HUB_CACHE, hubUrl } from '../../src/core/models/catalogue/hub-files';
import type { TransformersChatModel } from '../../src/core/models/catalogue/transformers-chat-models';
import type { CrossEncoder } from '../../src/core/models/catalogue/cross-encoders';
import type { EmbeddingModel } from '../../src/core/models/catalogue/embedding-models';
import type { ModelFiles } from '../../scripts/lib/tiny/model-files';

/** A catalogue entry for the tiny embedder of scripts/lib/tiny. */
export const TINY_EMBEDDER: EmbeddingModel = {
  id: 'tiny/embedder fp32',
  role: 'embedding',
  provider: 'transformers',
  title: 'Tiny embedder',
  use: 'Tests.',
  tier: 'small',
  licence: 'Apache-2.0',
  languages: 'English',
  checked: '2026-11',
  downloadBytes: 35_000,
  memoryBytes: 1e6,
  needs: { webgpu: false, f16: false, storageBufferBytes: 0 },
  contextWindow: 64,
  dims: 32,
  precision: 'fp32',
  pooling: 'mean',
  questionPrefix: 'query: ',
  passagePrefix: 'passage: ',
  repository: 'tiny/embedder',
  files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'],
};

/** A catalogue entry for the tiny chat model of scripts/lib/tiny. */
export const TINY_CHAT: TransformersChatModel = {
  id: 'tiny/chat fp32',
  role: 'chat',
  provider: 'transformers',
  title: 'Tiny chat',
  use: 'Tests.',
  tier: 'small',
  licence: 'Apache-2.0',
  languages: 'English',
  checked: '2026-11',
  downloadBytes: 160_000,
  memoryBytes: 1e6,
  needs: { webgpu: false, f16: false, storageBufferBytes: 0 },
  contextWindow: 4096,
  precision: 'fp32',
  repository: 'tiny/chat',
  files: ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'],
};

const TINY_CROSS_ENCODER = {
  provider: 'transformers',
  use: 'Tests.',
  tier: 'small',
  licence: 'Apache-2.0',
  languages: 'English',
  checked: '2026-11',
  downloadBytes: 60_000,
  memoryBytes: 1e6,
  needs: { webgpu: false, f16: false, storageBufferBytes: 0 },
  contextWindow: 64,
  precision: 'fp32',
  files: TINY_EMBEDDER.files,
} as const;

/** Catalogue entries for the tiny cross-encoders of scripts/lib/tiny. */
export const TINY_CHECKER: CrossEncoder = {
  ...TINY_CROSS_ENCODER,
  id: 'tiny/checker fp32',
  role: 'entailment',
  title: 'Tiny checker',
  repository: 'tiny/checker',
};
export const TINY_RERANKER: CrossEncoder = {
  ...TINY_CROSS_ENCODER,
  id: 'tiny/reranker fp32',
  role: 'reranking',
  title: 'Tiny reranker',
  repository: 'tiny/reranker',
};

/** Stores a repository's files where a download would. */
export async function storeRepository(repository: string, files: ModelFiles): Promise<void> {
  const cache = await caches.open(HUB_CACHE);
  for (const [path, bytes] of files) await cache.put(hubUrl(repository, path), new Response(bytes));
}

export async function forgetRepositories(): Promise<void> {
  await caches.delete(HUB_CACHE);
}
