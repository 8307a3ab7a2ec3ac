import type { CatalogueModel } from '../catalogue';
import { pinned, type HubRepository } from './hub-files';

/** Weights of 8 or 4 bits for the processor; full precision for a GPU too. */
export type ChatPrecision = 'q8' | 'q4' | 'fp32';

/** A small instruct model that transformers.js runs on the processor, for machines without WebGPU. */
export interface TransformersChatModel extends CatalogueModel, HubRepository {
  readonly role: 'chat';
  readonly provider: 'transformers';
  readonly precision: ChatPrecision;
}

/** The suffix of a network's file, by precision, as transformers.js asks for it. */
const SUFFIX: Readonly<Record<ChatPrecision, string>> = { q8: '_quantized', q4: '_q4', fp32: '' };

/**
 * From small to large. The window is what Burrow uses: the models were trained for 8 192 tokens (SmolLM2) and 32 768 (Qwen2.5), but
 * on one processor core a prompt of 4 096 tokens is already minutes of reading. Licences are those of the makers' model cards; sizes
 * are rounded.
 */
export const TRANSFORMERS_CHAT_MODELS: readonly TransformersChatModel[] = [
  entry({
    repository: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    title: 'SmolLM2 135M',
    use: 'Tries things out without a GPU; English only, often wrong.',
    tier: 'small',
    precision: 'q8',
    downloadBytes: 140e6,
  }),
  entry({
    repository: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    title: 'SmolLM2 360M',
    use: 'Short English answers without a GPU.',
    tier: 'medium',
    precision: 'q4',
    downloadBytes: 420e6,
  }),
  entry({
    repository: 'onnx-community/Qwen2.5-0.5B-Instruct',
    title: 'Qwen2.5 0.5B',
    use: 'Short answers in many languages without a GPU; slow.',
    tier: 'medium',
    precision: 'q8',
    downloadBytes: 520e6,
  }),
];

type Facts = Pick<TransformersChatModel, 'repository' | 'title' | 'use' | 'tier' | 'precision' | 'downloadBytes'>;

function entry(facts: Facts): TransformersChatModel {
  return pinned<TransformersChatModel>({
    ...facts,
    id: `${facts.repository} ${facts.precision}`,
    title: `${facts.title}, on the processor`, // WebLLM offers some of them too
    role: 'chat',
    provider: 'transformers',
    licence: 'Apache-2.0',
    memoryBytes: facts.downloadBytes * 2 + 300e6,
    needs: { webgpu: false, f16: false, storageBufferBytes: 0 },
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
