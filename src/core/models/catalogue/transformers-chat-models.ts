import type { CatalogueModel } from './catalogue-model';
import { pinned, type HubRepository } from './hub-files';

/** Weights of 8 or 4 bits for the processor, of 4 bits with 16-bit arithmetic for a GPU; full precision for both. */
type ChatPrecision = 'q8' | 'q4' | 'q4f16' | 'fp32';

/** A small instruct model that transformers.js runs: on the processor, or on a GPU where it needs one. */
export interface TransformersChatModel extends CatalogueModel, HubRepository {
  readonly role: 'chat';
  readonly provider: 'transformers';
  readonly precision: ChatPrecision;
  /** True for models that would think aloud first; they are asked not to. */
  readonly thinks?: boolean;
}

/** The suffix of a network's file, by precision, as transformers.js asks for it. */
const SUFFIX: Readonly<Record<ChatPrecision, string>> = { q8: '_quantized', q4: '_q4', q4f16: '_q4f16', fp32: '' };

const QWEN3 = { languages: 'over 100 languages', thinks: true };
const QWEN35 = { languages: 'about 200 languages', thinks: true };

/**
 * From small to large. The window is what Burrow uses: one processor core reads a prompt of 4 096 tokens for minutes. The models were trained
 * for 8 192 tokens (SmolLM2) or 32 768 and more (Qwen). Licences are those of the makers' model cards; sizes are rounded. Only models with a
 * conversation template in `tokenizer_config.json`, where transformers.js reads it. The GPU model is for devices on which WebLLM fails to start.
 */
export const TRANSFORMERS_CHAT_MODELS: readonly TransformersChatModel[] = [
  entry({
    repository: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    title: 'SmolLM2 135M',
    use: 'Tries things out without a GPU; often wrong.',
    tier: 'small',
    languages: 'English',
    precision: 'q8',
    downloadBytes: 140e6,
  }),
  entry({
    repository: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    title: 'SmolLM2 360M',
    use: 'Short answers without a GPU.',
    tier: 'medium',
    languages: 'English',
    precision: 'q4',
    downloadBytes: 420e6,
  }),
  entry({
    repository: 'onnx-community/Qwen3-0.6B-ONNX',
    title: 'Qwen3 0.6B',
    use: 'Short answers in many languages without a GPU; slow.',
    tier: 'medium',
    ...QWEN3,
    precision: 'q8',
    downloadBytes: 630e6,
  }),
  entry({
    repository: 'onnx-community/Qwen3.5-0.8B-Text-ONNX',
    title: 'Qwen3.5 0.8B',
    use: 'Answers in very many languages without a GPU; very slow.',
    tier: 'large',
    ...QWEN35,
    precision: 'q8',
    downloadBytes: 910e6,
  }),
  entry({
    repository: 'onnx-community/Qwen3-0.6B-ONNX',
    title: 'Qwen3 0.6B',
    use: 'Short answers on a GPU on which the models above do not start.',
    tier: 'small',
    ...QWEN3,
    precision: 'q4f16',
    downloadBytes: 580e6,
    binding: 151_936 * 1024,
  }),
];

type Facts = Pick<
  TransformersChatModel,
  'repository' | 'title' | 'use' | 'tier' | 'languages' | 'thinks' | 'precision' | 'downloadBytes'
> & {
  /** Bytes of the largest table of weights, one row per word of the vocabulary; for a GPU. */
  readonly binding?: number;
};

function entry({ binding = 0, ...facts }: Facts): TransformersChatModel {
  const webgpu = facts.precision === 'q4f16';
  return pinned<TransformersChatModel>({
    ...facts,
    id: `${facts.repository} ${facts.precision}`,
    title: `${facts.title}, ${webgpu ? 'by ONNX on a GPU' : 'on the processor'}`, // WebLLM offers some of them too
    role: 'chat',
    provider: 'transformers',
    licence: 'Apache-2.0',
    checked: '2026-11',
    memoryBytes: facts.downloadBytes * 2 + 300e6,
    needs: { webgpu, f16: webgpu, storageBufferBytes: binding },
    contextWindow: 4096,
    files: [
      'config.json',
      'generation_config.json',
      'tokenizer.json',
      'tokenizer_config.json',
      `onnx/model${SUFFIX[facts.precision]}.onnx`,
    ],
  });
}
