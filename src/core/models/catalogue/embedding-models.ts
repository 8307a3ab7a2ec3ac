import type { CatalogueModel } from './catalogue-model';
import type { EmbedderInfo } from '../encoders';
import { pinned, type HubRepository } from './hub-files';

/** Method that makes one vector of a text's tokens. */
export type Pooling = 'mean' | 'cls';

/** `q8`: 8-bit weights, for the processor. `fp32`: full precision, the same vectors on a GPU and on the processor. */
type EmbeddingPrecision = 'q8' | 'fp32';

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

/** Facts of a model that do not depend on its precision. Bytes are those of the model file. */
interface Facts {
  readonly repository: string;
  readonly title: string;
  readonly licence: string;
  readonly dims: number;
  readonly contextWindow: number;
  readonly pooling: Pooling;
  readonly questionPrefix: string;
  readonly passagePrefix: string;
  readonly languages: string;
  readonly vocabulary: number;
  readonly tokenizerBytes: number;
  readonly bytes: Readonly<Partial<Record<EmbeddingPrecision, number>>>;
}

const ENGLISH = { languages: 'English', vocabulary: 30_522, tokenizerBytes: 0.7e6 };
const NO_PREFIX = { questionPrefix: '', passagePrefix: '' };
const BGE_QUESTION = 'Represent this sentence for searching relevant passages: ';

const MINI: Facts = {
  repository: 'Xenova/all-MiniLM-L6-v2',
  title: 'MiniLM L6',
  licence: 'Apache-2.0',
  dims: 384,
  contextWindow: 256,
  pooling: 'mean',
  ...NO_PREFIX,
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
  languages: 'about 100 languages',
  dims: 384,
  contextWindow: 512,
  pooling: 'mean',
  questionPrefix: 'query: ',
  passagePrefix: 'passage: ',
  vocabulary: 250_037,
  tokenizerBytes: 17e6,
  bytes: { q8: 118e6, fp32: 470e6 },
};

/** Granite reads 8 192 tokens and more; passages are shorter, and the time grows with the length. */
const GRANITE: Pick<Facts, 'licence' | 'contextWindow' | 'pooling' | keyof typeof NO_PREFIX> = {
  licence: 'Apache-2.0',
  contextWindow: 2048,
  pooling: 'cls',
  ...NO_PREFIX,
};
const GRANITE_LANGUAGES = 'over 200 languages, trained to find in 52';

const GRANITE_ENGLISH: Facts = {
  ...GRANITE,
  repository: 'onnx-community/granite-embedding-small-english-r2-ONNX',
  title: 'Granite small R2',
  dims: 384,
  languages: 'English',
  vocabulary: 50_368,
  tokenizerBytes: 2.1e6,
  bytes: { q8: 52e6, fp32: 190e6 },
};

const GRANITE_SMALL: Facts = {
  ...GRANITE,
  repository: 'onnx-community/granite-embedding-97m-multilingual-r2-ONNX',
  title: 'Granite 97M R2, many languages',
  dims: 384,
  languages: GRANITE_LANGUAGES,
  vocabulary: 180_000,
  tokenizerBytes: 13e6,
  bytes: { q8: 98e6, fp32: 390e6 },
};

const GRANITE_LARGE: Facts = {
  ...GRANITE_SMALL,
  repository: 'onnx-community/granite-embedding-311m-multilingual-r2-ONNX',
  title: 'Granite 311M R2, many languages',
  dims: 768,
  vocabulary: 262_152,
  tokenizerBytes: 33e6,
  bytes: { q8: 313e6, fp32: 1.25e9 },
};

/**
 * Dimensions, lengths, licences, languages, pooling and prefixes are those of the model cards of the makers (sentence-transformers, BAAI,
 * intfloat, IBM); sizes are rounded. From small to large, among those of a kind the better one last. A GPU gets full precision: 8-bit
 * weights and half precision have given silently wrong vectors there (https://github.com/huggingface/transformers.js/issues/1728,
 * https://github.com/huggingface/transformers.js/issues/1331).
 */
export const EMBEDDING_MODELS: readonly EmbeddingModel[] = [
  entry(MINI, 'q8', 'small', 'The smallest download; reads half a passage at once.'),
  entry(BGE_SMALL, 'q8', 'small', 'A small download.'),
  entry(GRANITE_ENGLISH, 'q8', 'small', 'Reads whole passages.'),
  entry(E5_SMALL, 'q8', 'medium', 'For questions in another language than the documents.'),
  entry(GRANITE_SMALL, 'q8', 'medium', 'Finds best without a GPU, and reads whole passages.'),
  entry(GRANITE_LARGE, 'q8', 'large', 'Finds better still; slow on the processor.'),
  entry(BGE_SMALL, 'fp32', 'medium', 'Fast on a GPU.'),
  entry(GRANITE_ENGLISH, 'fp32', 'medium', 'Reads whole passages, fast on a GPU.'),
  entry(BGE_BASE, 'fp32', 'large', 'For a GPU.'),
  entry(E5_SMALL, 'fp32', 'large', 'For questions in another language than the documents, on a GPU.'),
  entry(GRANITE_SMALL, 'fp32', 'medium', 'Reads whole passages, fast on a GPU.'),
  entry(GRANITE_LARGE, 'fp32', 'large', 'Finds best, and reads whole passages; for a GPU.'),
];

/** Describes a model to callers and the index. */
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
  const size = bytes[precision];
  if (size === undefined) throw new RangeError(`${facts.repository} has no ${precision} file`);
  return pinned<EmbeddingModel>({
    ...facts,
    id: `${facts.repository} ${precision}`,
    role: 'embedding',
    provider: 'transformers',
    title: onGpu ? `${title}, for a GPU` : title,
    use,
    tier,
    precision,
    checked: '2026-11',
    downloadBytes: size + tokenizerBytes,
    memoryBytes: size * 2 + 200e6,
    // Full precision works without a GPU too, only slowly: an index made with one stays of use.
    needs: { webgpu: onGpu, f16: false, storageBufferBytes: onGpu ? vocabulary * facts.dims * 4 : 0 },
    files: ['config.json', 'tokenizer.json', 'tokenizer_config.json', `onnx/model${onGpu ? '' : '_quantized'}.onnx`],
  });
}

/** Facts of an embedding model that a server runs, by the name that its maker gave it. */
interface ServerEmbedding {
  readonly questionPrefix: string;
  readonly passagePrefix: string;
  /** Tokens of the longest text that it reads at once; a server may give it fewer. */
  readonly contextWindow: number;
}

interface Entry extends ServerEmbedding {
  /** Matches the model’s name as servers write it: with a publisher, a version, a quantisation or a file’s ending around it. */
  readonly names: RegExp;
}

const BARE = { questionPrefix: '', passagePrefix: '' };
const BGE = { questionPrefix: 'Represent this sentence for searching relevant passages: ', passagePrefix: '' };
const NOMIC = { questionPrefix: 'search_query: ', passagePrefix: 'search_document: ' };
const E5 = { questionPrefix: 'query: ', passagePrefix: 'passage: ' };
const INSTRUCTED = {
  questionPrefix: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
  passagePrefix: '',
};

/** Prefixes and lengths are those of the makers’ model cards, looked up in November 2026. The first that matches counts. */
const ENTRIES: readonly Entry[] = [
  { names: /nomic-embed-text[-_:]?v2/iu, ...NOMIC, contextWindow: 512 },
  { names: /nomic-embed/iu, ...NOMIC, contextWindow: 2048 },
  { names: /bge-m3/iu, ...BARE, contextWindow: 8192 },
  { names: /bge-(?:small|base|large)(?!-zh)/iu, ...BGE, contextWindow: 512 },
  { names: /mxbai-embed/iu, ...BGE, contextWindow: 512 },
  {
    names: /arctic-embed(?:2|.*v2)/iu,
    questionPrefix: 'query: ',
    passagePrefix: '',
    contextWindow: 8192,
  },
  { names: /arctic-embed/iu, ...BGE, contextWindow: 512 },
  { names: /qwen3-embedding/iu, ...INSTRUCTED, contextWindow: 8192 },
  { names: /e5-.*instruct/iu, ...INSTRUCTED, contextWindow: 512 },
  { names: /(?:^|[^a-z\d])e5-/iu, ...E5, contextWindow: 512 },
  {
    names: /embedding-?gemma/iu,
    questionPrefix: 'task: search result | query: ',
    passagePrefix: 'title: none | text: ',
    contextWindow: 2048,
  },
  { names: /granite-embedding.*r2/iu, ...BARE, contextWindow: 8192 },
  { names: /jina-embeddings-v2/iu, ...BARE, contextWindow: 8192 },
  { names: /gte-multilingual|gte-modernbert/iu, ...BARE, contextWindow: 8192 },
  { names: /minilm/iu, ...BARE, contextWindow: 256 },
  { names: /embed|(?:^|[^a-z\d])(?:bge|gte)-|paraphrase-/iu, ...BARE, contextWindow: 512 },
];

/** Undefined for a name that is not known for embedding. */
export const serverEmbedding = (name: string): ServerEmbedding | undefined =>
  ENTRIES.find(({ names }) => names.test(name));

/** Defaults for a model that a server lists as an embedder, but whose name is unknown. */
export const UNKNOWN_EMBEDDING: ServerEmbedding = { ...BARE, contextWindow: 512 };
