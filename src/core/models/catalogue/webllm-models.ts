import type { CatalogueModel } from './catalogue-model';

/** Facts of a model that do not follow from its name. */
interface WebllmFacts {
  readonly name: string;
  readonly title: string;
  readonly use: string;
  readonly tier: CatalogueModel['tier'];
  readonly licence: string;
  /** For people, in its maker's words. */
  readonly languages: string;
  /** Weights, in millions, as its maker counts them; weights that are used twice count once. */
  readonly millions: number;
  readonly vocabulary: number;
  /** Numbers per token inside the model. */
  readonly width: number;
  /** MiB while it runs with 16-bit and with 32-bit numbers, as WebLLM 0.2.86 lists it; null where it lists none. */
  readonly memory: { readonly f16: number; readonly f32: number | null };
  /** Name of the library, where it is another model's. */
  readonly library?: string;
  readonly thinks?: boolean;
  readonly overrides?: Readonly<Record<string, number>>;
}

const APACHE = 'Apache-2.0';
const LLAMA = 'Llama 3.2 Community License';
const GEMMA = 'Gemma Terms of Use';
const QWEN3 = 'over 100 languages';
const QWEN35 = 'about 200 languages';
const LLAMA_LANGUAGES = 'English, German, French, Italian, Portuguese, Hindi, Spanish, Thai';

/** From small to large; of two that a device can run, the later one is the better choice. */
const WEBLLM_FACTS: readonly WebllmFacts[] = [
  {
    name: 'SmolLM2-360M-Instruct',
    title: 'SmolLM2 360M',
    use: 'Tries things out on weak devices; English only.',
    tier: 'small',
    licence: APACHE,
    languages: 'English',
    millions: 362,
    vocabulary: 49_152,
    width: 960,
    memory: { f16: 376.06, f32: 579.61 },
  },
  {
    name: 'gemma3-1b-it',
    title: 'Gemma 3 1B',
    use: 'Plain answers with little memory.',
    tier: 'small',
    licence: GEMMA,
    languages: 'English',
    millions: 1000,
    vocabulary: 262_144,
    width: 1152,
    memory: { f16: 711.07, f32: null },
  },
  {
    name: 'Qwen3-0.6B',
    title: 'Qwen3 0.6B',
    use: 'Finds entities in simple texts, in many languages.',
    tier: 'small',
    licence: APACHE,
    languages: QWEN3,
    millions: 596,
    vocabulary: 151_936,
    width: 1024,
    memory: { f16: 1403.34, f32: 1924.98 },
    thinks: true,
  },
  {
    name: 'Llama-3.2-1B-Instruct',
    title: 'Llama 3.2 1B',
    use: 'Answers and summaries on phones and tablets.',
    tier: 'small',
    licence: LLAMA,
    languages: LLAMA_LANGUAGES,
    millions: 1236,
    vocabulary: 128_256,
    width: 2048,
    memory: { f16: 879.04, f32: 1128.82 },
  },
  {
    name: 'Qwen3.5-0.8B',
    title: 'Qwen3.5 0.8B',
    use: 'Answers and entities with little memory, in very many languages.',
    tier: 'small',
    licence: APACHE,
    languages: QWEN35,
    millions: 800,
    vocabulary: 248_320,
    width: 1024,
    memory: { f16: 1629.49, f32: 1894.19 },
    thinks: true,
    overrides: { max_history_size: 1 },
  },
  {
    name: 'Qwen3-1.7B',
    title: 'Qwen3 1.7B',
    use: 'Answers, entities and reports on most computers.',
    tier: 'medium',
    licence: APACHE,
    languages: QWEN3,
    millions: 1720,
    vocabulary: 151_936,
    width: 2048,
    memory: { f16: 2036.66, f32: 2635.44 },
    thinks: true,
  },
  {
    name: 'Qwen3.5-2B',
    title: 'Qwen3.5 2B',
    use: 'Answers, entities and reports, in very many languages.',
    tier: 'medium',
    licence: APACHE,
    languages: QWEN35,
    millions: 2000,
    vocabulary: 248_320,
    width: 2048,
    memory: { f16: 2245.44, f32: 2591.55 },
    thinks: true,
    overrides: { max_history_size: 1 },
  },
  {
    name: 'Llama-3.2-3B-Instruct',
    title: 'Llama 3.2 3B',
    use: 'Well-written answers and reports.',
    tier: 'medium',
    licence: LLAMA,
    languages: LLAMA_LANGUAGES,
    millions: 3213,
    vocabulary: 128_256,
    width: 3072,
    memory: { f16: 2263.69, f32: 2951.51 },
  },
  {
    name: 'Ministral-3-3B-Instruct-2512-BF16',
    title: 'Ministral 3 3B',
    use: 'Well-written answers, strong in European languages.',
    tier: 'large',
    licence: APACHE,
    languages: '11 languages, European ones best',
    millions: 3400,
    vocabulary: 131_072,
    width: 3072,
    memory: { f16: 2863.69, f32: 3532.37 },
  },
  {
    name: 'Phi-4-mini-instruct',
    title: 'Phi-4 mini',
    use: 'Careful answers that keep to their form.',
    tier: 'large',
    licence: 'MIT',
    languages: '24 languages, English best',
    millions: 3836,
    vocabulary: 200_064,
    width: 3072,
    memory: { f16: 3437.58, f32: 4220.59 },
  },
  {
    name: 'Qwen3-4B',
    title: 'Qwen3 4B',
    use: 'Thorough entities and reports on a good graphics card.',
    tier: 'large',
    licence: APACHE,
    languages: QWEN3,
    millions: 4022,
    vocabulary: 151_936,
    width: 2560,
    memory: { f16: 3431.59, f32: 4327.71 },
    thinks: true,
  },
  {
    name: 'Qwen3.5-4B',
    title: 'Qwen3.5 4B',
    use: 'Thorough entities and reports, in very many languages.',
    tier: 'large',
    licence: APACHE,
    languages: QWEN35,
    millions: 4200,
    vocabulary: 248_320,
    width: 2560,
    memory: { f16: 3867.82, f32: 4680.36 },
    thinks: true,
    overrides: { max_history_size: 1 },
  },
  {
    name: 'Llama-3.1-8B-Instruct',
    title: 'Llama 3.1 8B',
    use: 'Well-written answers and reports, on a strong graphics card.',
    tier: 'large',
    licence: 'Llama 3.1 Community License',
    languages: LLAMA_LANGUAGES,
    millions: 8030,
    vocabulary: 128_256,
    width: 4096,
    memory: { f16: 5001, f32: 6101.01 },
    library: 'Llama-3_1-8B-Instruct',
  },
  {
    name: 'Qwen3-8B',
    title: 'Qwen3 8B',
    use: 'Thorough reports, on a strong graphics card.',
    tier: 'large',
    licence: APACHE,
    languages: QWEN3,
    millions: 8190,
    vocabulary: 151_936,
    width: 4096,
    memory: { f16: 5695.78, f32: 6852.55 },
    thinks: true,
  },
  {
    name: 'Qwen3.5-9B',
    title: 'Qwen3.5 9B',
    use: 'The best reports, in very many languages, on a strong graphics card.',
    tier: 'large',
    licence: APACHE,
    languages: QWEN35,
    millions: 9000,
    vocabulary: 248_320,
    width: 4096,
    memory: { f16: 6433.01, f32: 7544.74 },
    thinks: true,
    overrides: { max_history_size: 1 },
  },
];

/** A model that WebLLM runs, with the addresses of its files. */
export interface WebllmModel extends CatalogueModel {
  readonly provider: 'webllm';
  /** Folder of weights, configuration and tokenizer. */
  readonly modelUrl: string;
  /** The compiled model library. */
  readonly libraryUrl: string;
  /** Values that replace those of the model's own configuration. */
  readonly overrides: Readonly<Record<string, number>>;
  /** True for models that would think aloud first; they are asked not to, since it costs time and breaks a reply's form. */
  readonly thinks: boolean;
}

const MODELS = 'https://huggingface.co/mlc-ai/';
const LIBRARIES = 'https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_86/base/';

/** Bits per weight: 4, and one scale of 16 or 32 bits for 32 weights. */
const BITS = { f16: 4.5, f32: 5 };
/** Tokenizer, configuration and library, about. */
const OTHER_FILES = 16e6;

type Precision = keyof typeof BITS;

/**
 * Prebuilt models of WebLLM 0.2.86 that suit Burrow, from small to large, each 16-bit model followed by its 32-bit
 * twin. Names, memory and addresses are the package's own. Download sizes are estimates: the quantised bytes of all
 * weights, and 16 MB for the other files.
 */
export const WEBLLM_MODELS: readonly WebllmModel[] = WEBLLM_FACTS.flatMap((facts) => {
  const twin = facts.memory.f32 === null ? undefined : model(facts, 'f32', facts.memory.f32);
  const main = model(facts, 'f16', facts.memory.f16);
  return twin ? [{ ...main, twin: twin.id }, twin] : [main];
});

function model(facts: WebllmFacts, precision: Precision, memory: number): WebllmModel {
  const quantisation = `q4${precision}_1`;
  const id = `${facts.name}-${quantisation}-MLC`;
  const { context_window_size: contextWindow, ...overrides } = { context_window_size: 4096, ...facts.overrides };
  return {
    id,
    role: 'chat',
    provider: 'webllm',
    title: facts.title,
    use: facts.use,
    tier: facts.tier,
    licence: facts.licence,
    languages: facts.languages,
    checked: '2026-11',
    downloadBytes: Math.round((facts.millions * 1e6 * BITS[precision]) / 8 + OTHER_FILES),
    memoryBytes: Math.round(memory * 2 ** 20),
    // The largest table of weights, one row per word of the vocabulary, is bound whole.
    needs: { webgpu: true, f16: precision === 'f16', storageBufferBytes: (facts.vocabulary * facts.width) / 2 },
    contextWindow,
    modelUrl: MODELS + id,
    libraryUrl: `${LIBRARIES}${facts.library ?? facts.name}-${quantisation}_cs1k-webgpu.wasm`,
    overrides: { context_window_size: contextWindow, ...overrides },
    thinks: facts.thinks ?? false,
  };
}
