import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, test } from 'vitest';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import { cards } from '../../../src/core/models/catalogue/catalogue';

const prebuilt = new Map(prebuiltAppConfig.model_list.map((record) => [record.model_id, record]));

describe('The catalogue of WebLLM models', () => {
  test.each(WEBLLM_MODELS.map((model) => [model.id, model] as const))(
    'says of %s what the package says',
    (id, model) => {
      const record = prebuilt.get(id);
      expect(record).toMatchObject({
        model: model.modelUrl,
        model_lib: model.libraryUrl,
        overrides: model.overrides,
      });
      expect(record?.model_manifest).toBeUndefined();
      expect(model.memoryBytes / 2 ** 20).toBeCloseTo(record?.vram_required_MB ?? 0, 2);
      if (record?.buffer_size_required_bytes) {
        expect(model.needs.storageBufferBytes).toBe(record.buffer_size_required_bytes);
      }
      for (const feature of record?.required_features ?? [])
        expect([feature, model.needs.f16]).toEqual(['shader-f16', true]);
    },
  );

  test('offers the 32-bit form of each 16-bit model that has one', () => {
    for (const { id, needs, twin } of WEBLLM_MODELS) {
      expect(needs.f16).toBe(id.includes('f16'));
      const other = id.replace('q4f16_1', 'q4f32_1');
      expect(twin).toBe(needs.f16 && prebuilt.has(other) ? other : undefined);
    }
  });

  test('downloads less than the model takes in memory with its context, twins more than their 16-bit form', () => {
    for (const { id, twin, downloadBytes, memoryBytes } of WEBLLM_MODELS) {
      expect([id, downloadBytes < memoryBytes]).toEqual([id, true]);
      const other = WEBLLM_MODELS.find((model) => model.id === twin);
      if (other) expect(other.downloadBytes).toBeGreaterThan(downloadBytes);
    }
  });

  test('has one card for each model', () => {
    const titles = cards(WEBLLM_MODELS).map(({ title }) => title);
    expect(titles).toHaveLength(15);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
