import { expect, test } from 'vitest';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/chat-models';
import { contextWindowOf } from '../../../src/core/models/catalogue/context-window';
import { atEaseBytes } from '../../../src/core/models/catalogue/fit';
import type { ModelConfig } from '../../../src/core/models/catalogue/webllm-files';
import type { Hardware } from '../../../src/core/models/hardware';
import { FAKE_GPU as GPU, GIB } from '../../helpers/hardware';

/** 28 layers of 8 heads with 128 numbers each, for a key and a value: 114 688 bytes a token in 16 bits, 229 376 in 32. */
const SIZES = { num_hidden_layers: 28, num_key_value_heads: 8, head_dim: 128 };
const WIDE: ModelConfig = { context_window_size: 131_072, model_config: SIZES };

function windowOf(id: string, config: ModelConfig | undefined, hardware: Hardware): number {
  const model = WEBLLM_MODELS.find((known) => known.id === id);
  if (!model) throw new Error(`There is no ${id}`);
  return contextWindowOf(model, config, hardware);
}

const SMALL = 'Qwen3-0.6B-q4f16_1-MLC';
const MEDIUM = 'Llama-3.2-3B-Instruct-q4f16_1-MLC';

test.each<[string, number, ModelConfig | undefined, Hardware]>([
  ['the catalogue’s, while the configuration is not there', 4096, undefined, GPU],
  ['the model’s own where it is smaller', 2048, { ...WIDE, context_window_size: 2048 }, GPU],
  ['the model’s own where it is larger and fits', 8192, { ...WIDE, context_window_size: 8192 }, GPU],
  ['what is read in reasonable time', 16_384, WIDE, GPU],
  [
    'the catalogue’s, where the configuration does not tell what a token takes',
    4096,
    { context_window_size: 8192 },
    GPU,
  ],
  ['the catalogue’s, for a model with a sliding window', 4096, { ...WIDE, sliding_window_size: 512 }, GPU],
  ['the catalogue’s, on a software GPU', 4096, WIDE, { ...GPU, software: true }],
  [
    'the catalogue’s, where the model alone takes what leaves the device at ease',
    4096,
    WIDE,
    { ...GPU, memory: 4 * GIB },
  ],
])('The window is %s', (_, window, config, hardware) => {
  expect(windowOf(SMALL, config, hardware)).toBe(window);
});

test('A window grows with the memory, by what its tokens take', () => {
  const hardware: Hardware = { ...GPU, memory: 11 * GIB };
  const window = windowOf(MEDIUM, WIDE, hardware);
  const taken = 2263.69 * 2 ** 20 + (window - 4096) * 114_688;
  expect(taken).toBeLessThanOrEqual(atEaseBytes(hardware));
  expect(taken + 1024 * 114_688).toBeGreaterThan(atEaseBytes(hardware));
  expect(window).toBeGreaterThan(4096);
});

test('A window fits the buffers of the GPU: 128 MiB hold 8 192 tokens of 32 heads in one layer', () => {
  const sizes = { num_hidden_layers: 1, num_attention_heads: 32, hidden_size: 4096 };
  const config: ModelConfig = { context_window_size: 131_072, model_config: { text_config: sizes } };
  expect(windowOf(MEDIUM, config, { ...GPU, maxStorageBufferBindingSize: GIB / 2 })).toBe(8192);
});

test('Numbers of 32 bits take twice the memory', () => {
  const hardware: Hardware = { ...GPU, memory: 11 * GIB };
  const twin = windowOf('Qwen3-0.6B-q4f32_1-MLC', WIDE, hardware);
  expect(1924.98 * 2 ** 20 + (twin - 4096) * 229_376).toBeLessThanOrEqual(atEaseBytes(hardware));
  expect(1924.98 * 2 ** 20 + (twin + 1024 - 4096) * 229_376).toBeGreaterThan(atEaseBytes(hardware));
});
