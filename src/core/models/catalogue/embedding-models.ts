import type { CatalogueModel } from '../catalogue';
import type { EmbedderInfo } from '../embedder';
import { pinned, type HubRepository } from './hub-files';

/** How one vector is made of a text's tokens. */
export type Pooling = 'mean' | 'cls';

/** `q8`: 8-bit weights, for the processor. `fp32`: full precision, the same vectors on a GPU and on the processor. */
export type EmbeddingPrecision = 'q8' | 'fp32';

/** An embedding model that transformers.js runs. `contextWindow` is the longest text that is read at once. */
export interface EmbeddingModel extends CatalogueModel, HubRepository {
  readonly role: 'embedding';
  readonly provider: 'transformers';
  readonly dims: number;
  readonly precision: EmbeddingPrecision;
  readonly pooling: Pooling;
  readonly questionPrefix: string;
  readonly passagePrefix: string;
}

/** What is known of a model whatever its precision. Bytes are those of the model file. */
interface Facts {
  readonly repository: string;
  readonly title: string;
  readonly licence: string;
  readonly dims: number;
  readonly contextWindow: number;
  readonly pooling: Pooling;
  readonly questionPrefix: string;
  readonly passagePrefix: string;
  readonly vocabulary: number;
  readonly tokenizerBytes: number;
  readonly bytes: Readonly<Record<EmbeddingPrecision, number>>;
}

const ENGLISH = { vocabulary: 30_522, tokenizerBytes: 0.7e6 };
const BGE_QUESTION = 'Represent this sentence for searching relevant passages: ';

const MINI: Facts = {
  repository: 'Xenova/all-MiniLM-L6-v2',
  title: 'MiniLM L6',
  licence: 'Apache-2.0',
  dims: 384,
  contextWindow: 256,
  pooling: 'mean',
  questionPrefix: '',
  passagePrefix: '',
  ...ENGLISH,
  bytes: { q8: 23e6, fp32: 90e6 },
};

const BGE_SMALL: Facts = {
  repository: 'Xenova/bge-small-en-v1.5',
  title: 'BGE small',
  licence: 'MIT',
  dims: 384,
  contextWindow: 512,
  pooling: 'cls',
  questionPrefix: BGE_QUESTION,
  passagePrefix: '',
  ...ENGLISH,
  bytes: { q8: 34e6, fp32: 133e6 },
};

const BGE_BASE: Facts = {
  ...BGE_SMALL,
  repository: 'Xenova/bge-base-en-v1.5',
  title: 'BGE base',
  dims: 768,
  bytes: { q8: 110e6, fp32: 436e6 },
};

const E5_SMALL: Facts = {
  repository: 'Xenova/multilingual-e5-small',
  title: 'E5 small, many languages',
  licence: 'MIT',
  dims: 384,
  contextWindow: 512,
  pooling: 'mean',
  questionPrefix: 'query: ',
  passagePrefix: 'passage: ',
  vocabulary: 250_037,
  tokenizerBytes: 17e6,
  bytes: { q8: 118e6, fp32: 470e6 },
};

/**
 * Dimensions, lengths, licences, pooling and prefixes are those of the model cards of the makers (sentence-transformers, BAAI, intfloat);
 * sizes are rounded. A GPU gets full precision: 8-bit weights and half precision have given silently wrong vectors there
 * (https://github.com/huggingface/transformers.js/issues/1728, https://github.com/huggingface/transformers.js/issues/1331).
 */
export const EMBEDDING_MODELS: readonly EmbeddingModel[] = [
  entry(MINI, 'q8', 'small', 'English, the smallest download.'),
  entry(BGE_SMALL, 'q8', 'small', 'English, finds better.'),
  entry(E5_SMALL, 'q8', 'medium', 'About 100 languages, and questions in another language than the documents.'),
  entry(BGE_SMALL, 'fp32', 'medium', 'English, fast on a GPU.'),
  entry(BGE_BASE, 'fp32', 'large', 'English, finds best; for a GPU.'),
  entry(E5_SMALL, 'fp32', 'large', 'About 100 languages, fast on a GPU.'),
];

/** What callers and the index must know of a model. */
export function embedderInfo(model: EmbeddingModel): EmbedderInfo {
  return {
    id: [model.repository, model.precision, model.pooling, ...(model.revision ? [model.revision] : [])].join(' '),
    title: model.title,
    dims: model.dims,
    maxTokens: model.contextWindow,
    questionPrefix: model.questionPrefix,
    passagePrefix: model.passagePrefix,
  };
}

function entry(
  { vocabulary, tokenizerBytes, bytes, title, ...facts }: Facts,
  precision: EmbeddingPrecision,
  tier: CatalogueModel['tier'],
  use: string,
): EmbeddingModel {
  const onGpu = precision === 'fp32';
  return pinned<EmbeddingModel>({
    ...facts,
    id: `${facts.repository} ${precision}`,
    role: 'embedding',
    provider: 'transformers',
    title: onGpu ? `${title}, for a GPU` : title,
    use,
    tier,
    precision,
    downloadBytes: bytes[precision] + tokenizerBytes,
    memoryBytes: bytes[precision] * 2 + 200e6,
    // Full precision works without a GPU too, only slowly: an index made with one stays of use.
    needs: { webgpu: onGpu, f16: false, storageBufferBytes: onGpu ? vocabulary * facts.dims * 4 : 0 },
    files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', `onnx/model${onGpu ? '' : '_quantized'}.onnx`],
  });
}
