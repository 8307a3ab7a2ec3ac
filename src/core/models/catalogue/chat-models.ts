import type { CatalogueModel } from '../catalogue';
import { WEBLLM_FACTS, type WebllmFacts } from './webllm-facts';

/** A model that WebLLM runs, with the addresses of its files. */
export interface WebllmModel extends CatalogueModel {
  readonly provider: 'webllm';
  /** Folder of weights, configuration and tokenizer. */
  readonly modelUrl: string;
  /** The compiled model library. */
  readonly libraryUrl: string;
  /** What the library is told instead of the model's own configuration. */
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
 * What WebLLM 0.2.86 has prebuilt and suits Burrow, from small to large, each 16-bit model followed by its 32-bit twin. Names, memory and
 * addresses are the package's own. Download sizes are estimates: the quantised bytes of all weights, and 16 MB for the other files.
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
