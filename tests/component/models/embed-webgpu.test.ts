import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyEmbedder } from '../../../scripts/lib/tiny/tiny-embedder';
import { probeHardware } from '../../../src/adapters/models/hardware';
import { backendOf } from '../../../src/adapters/models/transformers/library';
import { createEmbedHost } from '../../../src/adapters/models/transformers/encoder-host';
import { cosine, rows } from '../../helpers/vectors';
import { forgetRepositories, storeRepository, TINY_EMBEDDER } from '../../helpers/tiny-hub';

const TEXTS = ['the fox digs a burrow.', 'a', 'water runs downhill, mostly'];
const { id, dims } = TINY_EMBEDDER;
/** Runs on the processor whatever the GPU, by the same build of ONNX Runtime. */
const ON_PROCESSOR = { ...TINY_EMBEDDER, id: 'tiny/embedder q8', precision: 'q8' } as const;
const host = createEmbedHost({ models: [TINY_EMBEDDER, ON_PROCESSOR], backend: 'webgpu' });

beforeAll(async () => {
  const files = tinyEmbedder();
  const network = files.get('onnx/model.onnx');
  if (!network) throw new Error('There is no network');
  await storeRepository(TINY_EMBEDDER.repository, new Map([...files, ['onnx/model_quantized.onnx', network]]));
});
afterAll(async () => {
  await host.unload();
  await forgetRepositories();
});

describe('the embedder on a WebGPU adapter in software', { timeout: 240_000 }, () => {
  test('gives the vectors that the processor gives', async () => {
    const gpu = await host.embed(id, TEXTS, 'passage');
    const processor = await host.embed(ON_PROCESSOR.id, TEXTS, 'passage');
    gpu.forEach((value, i) => expect(value).toBeCloseTo(processor[i] ?? NaN, 4));
  });

  test('gives every text a vector that its neighbours do not change', async () => {
    const together = rows(await host.embed(id, TEXTS, 'passage'), dims);
    for (const [i, text] of TEXTS.entries()) {
      const [alone] = rows(await host.embed(id, [text], 'passage'), dims);
      expect(cosine(alone, together[i])).toBeCloseTo(1, 5);
    }
  });

  test('is not chosen by itself, since WebAssembly is faster than a software adapter', async () => {
    expect(backendOf(await probeHardware())).toBe('wasm');
  });
});
