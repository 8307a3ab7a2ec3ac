import { describe, expect, test } from 'vitest';
import { inEnglish } from '../../../src/core/message';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import { fit, nextSmaller, preselect, contextWindowOf, atEaseBytes } from '../../../src/core/models/catalogue/fit';
import type { CatalogueModel } from '../../../src/core/models/catalogue/catalogue-model';
import type { Hardware } from '../../../src/core/models/hosts';
import { FAKE_GPU, GIB, FAKE_GPU as GPU } from '../../helpers/hardware';
import type { ModelConfig } from '../../../src/core/models/catalogue/webllm-files';

const gpu = (facts: Partial<Hardware & { readonly webgpu: true }> = {}): Hardware => ({
  ...FAKE_GPU,
  adapter: 'apple metal-3',
  memory: 16 * GIB,
  ...facts,
});
const none = (reason: 'no api' | 'no adapter', memory: number | null = 8 * GIB): Hardware => ({
  webgpu: false,
  reason,
  memory,
});

const onProcessor: CatalogueModel = {
  id: 'processor-model',
  role: 'chat',
  provider: 'transformers',
  title: 'Processor model',
  use: '',
  tier: 'small',
  licence: 'Apache-2.0',
  languages: 'English',
  checked: '2026-11',
  downloadBytes: 200e6,
  memoryBytes: 400e6,
  needs: { webgpu: false, f16: false, storageBufferBytes: 0 },
  contextWindow: 2048,
};
const onGpu: CatalogueModel = { ...onProcessor, id: 'gpu-model', needs: { ...onProcessor.needs, webgpu: true } };
const models = [onProcessor, onGpu, ...WEBLLM_MODELS];
const named = (id: string): CatalogueModel => {
  const found = models.find((model) => model.id === id);
  if (!found) throw new Error(`There is no ${id}`);
  return found;
};

const f16 = 'Qwen3-1.7B-q4f16_1-MLC';
const f32 = 'Qwen3-1.7B-q4f32_1-MLC';

describe('Whether a model fits', () => {
  test.each<[string, string, Hardware, number | null, { runs: boolean; choose: string; reason: RegExp }]>([
    ['as it is', f16, gpu(), 100e9, { runs: true, choose: f16, reason: /^Runs on this GPU\.$/ }],
    ['as its twin without f16', f16, gpu({ f16: false }), null, { runs: true, choose: f32, reason: /32-bit form/ }],
    [
      'not without f16 and without a twin',
      'gemma3-1b-it-q4f16_1-MLC',
      gpu({ f16: false }),
      null,
      { runs: false, choose: 'gemma3-1b-it-q4f16_1-MLC', reason: /16-bit/ },
    ],
    [
      'slowly on a software adapter, which is named',
      f32,
      gpu({ software: true, adapter: 'google swiftshader' }),
      null,
      { runs: true, choose: f32, reason: /very slowly.*google swiftshader/ },
    ],
    ['not without WebGPU', f16, none('no api'), null, { runs: false, choose: f16, reason: /has no WebGPU/ }],
    ['not without an adapter', f16, none('no adapter'), null, { runs: false, choose: f16, reason: /finds no GPU/ }],
    [
      'on the processor',
      'processor-model',
      none('no api'),
      null,
      { runs: true, choose: 'processor-model', reason: /slow/ },
    ],
    [
      'not when its largest table exceeds what is bound: 512 MiB offered means 128 MiB given',
      f16,
      gpu({ maxStorageBufferBindingSize: GIB / 2 }),
      null,
      { runs: false, choose: f16, reason: /148 MiB; this device gives at most 128 MiB/ },
    ],
    [
      'when its largest table is just small enough',
      'Llama-3.2-1B-Instruct-q4f16_1-MLC',
      gpu({ maxStorageBufferBindingSize: GIB / 8 }),
      null,
      { runs: true, choose: 'Llama-3.2-1B-Instruct-q4f16_1-MLC', reason: /Runs/ },
    ],
    [
      'not on a GPU whose workgroups share less than WebLLM requires',
      f16,
      gpu({ maxComputeWorkgroupStorageSize: 2 ** 14 }),
      null,
      { runs: false, choose: f16, reason: /too small a one for WebLLM/ },
    ],
    [
      'not on a GPU whose shaders bind fewer buffers than WebLLM requires',
      f16,
      gpu({ maxStorageBuffersPerShaderStage: 8 }),
      null,
      { runs: false, choose: f16, reason: /too small a one for WebLLM/ },
    ],
    [
      'with another library on a GPU that is too small for WebLLM',
      'gpu-model',
      gpu({ maxStorageBuffersPerShaderStage: 8 }),
      null,
      { runs: true, choose: 'gpu-model', reason: /Runs on this GPU/ },
    ],
    [
      'not when it takes most of the memory',
      'Qwen3-8B-q4f16_1-MLC',
      gpu({ memory: 4 * GIB }),
      null,
      { runs: false, choose: 'Qwen3-8B-q4f16_1-MLC', reason: /takes 5\.6 GB.*has 4 GB/ },
    ],
    [
      'where the memory is not told',
      'Qwen3-8B-q4f16_1-MLC',
      gpu({ memory: null }),
      null,
      { runs: true, choose: 'Qwen3-8B-q4f16_1-MLC', reason: /Runs/ },
    ],
    [
      'not when the disk is too full',
      f16,
      gpu(),
      500e6,
      { runs: false, choose: f16, reason: /needs 1\.0 GB.*offers 0\.5 GB/ },
    ],
  ])('%s', (_case, id, hardware, free, expected) => {
    const { runs, reason, choose } = fit(named(id), hardware, free, models);
    expect({ runs, choose: choose.id }).toEqual({ runs: expected.runs, choose: expected.choose });
    expect(inEnglish(reason)).toMatch(expected.reason);
  });
});

describe('The model offered first', () => {
  test.each<[string, Hardware, number | null, string | null]>([
    [
      'a telephone',
      gpu({ memory: 4 * GIB, maxStorageBufferBindingSize: GIB / 8 }),
      null,
      'Llama-3.2-1B-Instruct-q4f16_1-MLC',
    ],
    ['a laptop', gpu({ memory: 8 * GIB }), null, 'Qwen3-1.7B-q4f16_1-MLC'],
    ['a laptop without f16', gpu({ memory: 8 * GIB, f16: false }), null, 'Qwen3.5-0.8B-q4f32_1-MLC'],
    ['a laptop that does not tell its memory', gpu({ memory: null }), null, 'Qwen3-1.7B-q4f16_1-MLC'],
    ['a desktop', gpu({ memory: 32 * GIB }), null, 'Qwen3.5-4B-q4f16_1-MLC'],
    ['a desktop with a full disk', gpu({ memory: 32 * GIB }), 1e9, 'Qwen3-1.7B-q4f16_1-MLC'],
    ['a computer without WebGPU', none('no api'), null, 'processor-model'],
    ['a computer with a software GPU', gpu({ software: true, f16: false }), null, 'processor-model'],
    ['a computer without WebGPU and with a full disk', none('no api'), 1e6, null],
  ])('on %s', (_device, hardware, free, expected) => {
    expect(preselect(models, hardware, free)?.id ?? null).toBe(expected);
  });

  test('is of WebLLM or nothing where only WebLLM is offered', () => {
    expect(preselect(WEBLLM_MODELS, gpu({ software: true }), null)).toBeNull();
  });
});

test('A smaller model keeps provider and precision', () => {
  expect(nextSmaller(named('Qwen3-4B-q4f16_1-MLC'), models)?.id).toBe('Ministral-3-3B-Instruct-2512-BF16-q4f16_1-MLC');
  expect(nextSmaller(named(f32), models)?.id).toBe('Qwen3-0.6B-q4f32_1-MLC');
  expect(nextSmaller(named('SmolLM2-360M-Instruct-q4f16_1-MLC'), models)).toBeNull();
});

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
