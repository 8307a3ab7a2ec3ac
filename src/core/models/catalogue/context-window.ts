import type { Hardware } from '../hardware';
import type { WebllmModel } from './chat-models';
import { atEaseBytes, boundAtMost } from './fit';
import type { ModelConfig } from './webllm-files';

/** Tokens; a longer prompt would be minutes of reading on most GPUs. */
const MOST = 16_384;
const STEP = 1_024;

/**
 * Tokens of prompt and reply together with which a model of WebLLM is loaded: at least the catalogue's, for which its memory is told; more where
 * the model was made for more and its memory of them leaves this device at ease. Never more than the model's own.
 */
export function contextWindowOf(model: WebllmModel, config: ModelConfig | undefined, hardware: Hardware): number {
  const own = config?.context_window_size ?? model.contextWindow;
  if (own > 0 && own <= model.contextWindow) return own;
  const isSliding = (config?.sliding_window_size ?? -1) > 0;
  const token = config && tokenBytes(config, model);
  if (!token || isSliding || !hardware.webgpu || hardware.software) return model.contextWindow;
  const room = Math.max(0, atEaseBytes(hardware) - model.memoryBytes);
  const byMemory = model.contextWindow + room / (token.layer * token.layers);
  const byBuffer = boundAtMost(hardware) / token.layer;
  const window = Math.floor(Math.min(own, MOST, byMemory, byBuffer) / STEP) * STEP;
  return Math.max(window, model.contextWindow);
}

/** Bytes that a layer remembers of one token: a key and a value per head. Undefined where the configuration does not tell. */
function tokenBytes({ model_config: sizes }: ModelConfig, model: WebllmModel) {
  const known = { ...sizes, ...sizes?.text_config };
  const { num_hidden_layers: layers = 0, num_attention_heads: asking = NaN, hidden_size: width = NaN } = known;
  const { num_key_value_heads: heads = asking, head_dim: numbers = width / asking } = known;
  const layer = 2 * heads * numbers * (model.needs.f16 ? 2 : 4);
  return layers > 0 && layer > 0 ? { layers, layer } : undefined;
}
