import type { CatalogueModel } from './catalogue-model';
import type { StoredModel } from '../hosts';
import { pinned, type HubRepository } from './hub-files';

/** `q8`: 8-bit weights, for the processor. `fp32`: full precision, for a GPU too. */
type CrossEncoderPrecision = 'q8' | 'fp32';

/** A model of transformers.js that reads two texts together: a sentence checker or a reranker. `contextWindow` is for both texts. */
export interface CrossEncoder extends CatalogueModel, HubRepository {
  readonly role: 'entailment' | 'reranking';
  readonly provider: 'transformers';
  readonly precision: CrossEncoderPrecision;
}

/**
 * Facts of a model that do not depend on its precision. Bytes are those of the model file, where the repository has it.
 */
interface Facts {
  readonly role: CrossEncoder['role'];
  readonly repository: string;
  readonly title: string;
  readonly licence: string;
  readonly languages: string;
  readonly contextWindow: number;
  readonly vocabulary: number;
  /** Numbers per token. */
  readonly dims: number;
  readonly tokenizerBytes: number;
  readonly bytes: Readonly<Partial<Record<CrossEncoderPrecision, number>>>;
}

const CHECKER = { role: 'entailment', contextWindow: 512 } as const;
const RERANKER = { role: 'reranking', contextWindow: 512 } as const;
const DEBERTA = { languages: 'English', vocabulary: 128_100, dims: 384, tokenizerBytes: 8.7e6 };
const MINILM = { languages: 'English', vocabulary: 30_522, dims: 384, tokenizerBytes: 0.7e6 };
const XLM_ROBERTA = { vocabulary: 250_002, tokenizerBytes: 17.1e6 };

const NLI_XSMALL: Facts = {
  ...CHECKER,
  ...DEBERTA,
  repository: 'Xenova/nli-deberta-v3-xsmall',
  title: 'NLI DeBERTa xsmall',
  licence: 'Apache-2.0',
  bytes: { q8: 87.2e6, fp32: 284e6 },
};

/** Model of two classes: it does not distinguish neutral from contradicted. */
const ZERO_SHOT_XSMALL: Facts = {
  ...CHECKER,
  ...DEBERTA,
  repository: 'MoritzLaurer/deberta-v3-xsmall-zeroshot-v1.1-all-33',
  title: 'Zero-shot DeBERTa xsmall',
  licence: 'MIT',
  bytes: { q8: 87.2e6 },
};

const NLI_MINILM: Facts = {
  ...CHECKER,
  ...XLM_ROBERTA,
  repository: 'MoritzLaurer/multilingual-MiniLMv2-L6-mnli-xnli',
  title: 'NLI MiniLM, many languages',
  licence: 'MIT',
  languages: 'about 100 languages, trained on 15',
  dims: 384,
  bytes: { fp32: 428e6 },
};

const NLI_MDEBERTA: Facts = {
  ...CHECKER,
  repository: 'Xenova/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7',
  title: 'NLI mDeBERTa, many languages',
  licence: 'MIT',
  languages: 'about 100 languages, trained on 27',
  vocabulary: 251_000,
  dims: 768,
  tokenizerBytes: 16.3e6,
  bytes: { q8: 339e6, fp32: 1.12e9 },
};

const MS_MARCO: Facts = {
  ...RERANKER,
  ...MINILM,
  repository: 'Xenova/ms-marco-MiniLM-L-6-v2',
  title: 'MS MARCO MiniLM L6',
  licence: 'Apache-2.0',
  bytes: { q8: 23.1e6, fp32: 91e6 },
};

const MXBAI: Facts = {
  ...RERANKER,
  ...DEBERTA,
  repository: 'mixedbread-ai/mxbai-rerank-xsmall-v1',
  title: 'mxbai rerank xsmall',
  licence: 'Apache-2.0',
  bytes: { q8: 87.2e6, fp32: 284e6 },
};

const BGE_BASE: Facts = {
  ...RERANKER,
  ...XLM_ROBERTA,
  repository: 'Xenova/bge-reranker-base',
  title: 'BGE reranker base',
  licence: 'MIT',
  languages: 'Chinese and English',
  dims: 768,
  bytes: { q8: 279e6, fp32: 1.11e9 },
};

/** GTE can read 8 192 tokens; passages are shorter, and the time grows with the square of the length. */
const GTE: Facts = {
  ...RERANKER,
  ...XLM_ROBERTA,
  repository: 'onnx-community/gte-multilingual-reranker-base',
  title: 'GTE reranker, many languages',
  licence: 'Apache-2.0',
  languages: 'over 70 languages',
  contextWindow: 1024,
  dims: 768,
  bytes: { q8: 341e6, fp32: 1.26e9 },
};

/** The size of BGE M3 is an estimate: that of another conversion of the same weights. It can read 8 192 tokens, too. */
const BGE_M3: Facts = {
  ...RERANKER,
  ...XLM_ROBERTA,
  repository: 'onnx-community/bge-reranker-v2-m3-ONNX',
  title: 'BGE reranker v2 m3, many languages',
  licence: 'Apache-2.0',
  languages: 'over 100 languages',
  contextWindow: 1024,
  dims: 1024,
  bytes: { q8: 571e6 },
};

const CHECKS = 'Checks each sentence of an answer against your documents';
const RANKS = 'Puts the passages that answer the question first';

/**
 * Names, files, sizes, licences, languages and lengths are those of the repositories and the makers' model cards, looked up in
 * November 2026; sizes are rounded. From small to large. For a GPU only full precision, as with the embedding models.
 */
export const ENTAILMENT_MODELS: readonly CrossEncoder[] = [
  entry(ZERO_SHOT_XSMALL, 'q8', 'small', `${CHECKS}; does not tell contradicted from unsaid.`),
  entry(NLI_XSMALL, 'q8', 'small', `${CHECKS}; the smallest download.`),
  entry(NLI_XSMALL, 'fp32', 'medium', `${CHECKS}, fast on a GPU.`),
  entry(NLI_MINILM, 'fp32', 'medium', `${CHECKS}, in many languages; light on the processor and on a GPU.`, false),
  entry(NLI_MDEBERTA, 'q8', 'large', `${CHECKS}, in many languages; slow on the processor.`),
  entry(NLI_MDEBERTA, 'fp32', 'large', `${CHECKS}, in many languages; for a GPU.`),
];

/** See ENTAILMENT_MODELS for where the facts are from. */
export const RERANKERS: readonly CrossEncoder[] = [
  entry(MS_MARCO, 'q8', 'small', `${RANKS}; the smallest and fastest.`),
  entry(MS_MARCO, 'fp32', 'small', `${RANKS}, fast on a GPU.`),
  entry(MXBAI, 'q8', 'large', `${RANKS}; takes longer on the processor.`),
  entry(MXBAI, 'fp32', 'medium', `${RANKS}, on a GPU.`),
  entry(BGE_BASE, 'q8', 'large', `${RANKS}, in Chinese and English; slow on the processor.`),
  entry(GTE, 'q8', 'large', `${RANKS}, in many languages; slow on the processor.`),
  entry(GTE, 'fp32', 'large', `${RANKS}, in many languages; for a GPU.`),
  entry(BGE_M3, 'q8', 'large', `${RANKS}, in many languages; very slow on the processor.`),
];

/** The sentence checker that *Auto* takes: the last of the list that is whole on this device; null where none is. */
export function autoChecker(stored: readonly StoredModel[]): string | null {
  const whole = new Set(stored.filter(({ complete }) => complete).map(({ model }) => model));
  return ENTAILMENT_MODELS.findLast(({ id }) => whole.has(id))?.id ?? null;
}

/** Names weights and precision, and the commit where it is pinned: scores of one id can be compared and kept. */
export function crossEncoderId({ repository, precision, revision }: CrossEncoder): string {
  return [repository, precision, ...(revision ? [revision] : [])].join(' ');
}

function entry(
  { vocabulary, tokenizerBytes, bytes, dims, title, ...facts }: Facts,
  precision: CrossEncoderPrecision,
  tier: CatalogueModel['tier'],
  use: string,
  onGpu = precision === 'fp32',
): CrossEncoder {
  const size = bytes[precision];
  if (size === undefined) throw new RangeError(`${facts.repository} has no ${precision} file`);
  return pinned<CrossEncoder>({
    ...facts,
    id: `${facts.repository} ${precision}`,
    provider: 'transformers',
    checked: '2026-11',
    title: onGpu ? `${title}, for a GPU` : title,
    use,
    tier,
    precision,
    downloadBytes: size + tokenizerBytes,
    memoryBytes: size * 2 + 200e6,
    needs: { webgpu: onGpu, f16: false, storageBufferBytes: onGpu ? vocabulary * dims * 4 : 0 },
    files: [
      'config.json',
      'tokenizer.json',
      'tokenizer_config.json',
      `onnx/model${precision === 'q8' ? '_quantized' : ''}.onnx`,
    ],
  });
}
