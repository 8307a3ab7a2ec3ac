import { afterAll, beforeAll, expect, test } from 'vitest';
import { tinyCrossEncoder } from '../../../scripts/lib/tiny/tiny-cross-encoder';
import { createCheckers } from '../../../src/adapters/models/transformers/encoder-host';
import { forgetRepositories, storeRepository, TINY_CHECKER } from '../../helpers/tiny-hub';

/** Runs on the processor whatever the GPU, by the same build of ONNX Runtime. */
const ON_PROCESSOR = { ...TINY_CHECKER, id: 'tiny/checker q8', precision: 'q8' } as const;
const checkers = createCheckers({ models: [TINY_CHECKER, ON_PROCESSOR], backend: 'webgpu' });

beforeAll(async () => {
  const files = tinyCrossEncoder({ labels: ['entailment', 'neutral', 'contradiction'] });
  const network = files.get('onnx/model.onnx');
  if (!network) throw new Error('There is no network');
  await storeRepository(TINY_CHECKER.repository, new Map([...files, ['onnx/model_quantized.onnx', network]]));
});
afterAll(async () => {
  await checkers.unload();
  await forgetRepositories();
});

test('a made-up sentence checker gives on a WebGPU adapter in software what the processor gives', async () => {
  const pairs = [
    { premise: 'the fox digs a burrow.', hypothesis: 'a fox digs' },
    { premise: 'a', hypothesis: 'water runs uphill' },
  ];
  const gpu = await checkers.judge(TINY_CHECKER.id, pairs);
  const processor = await checkers.judge(ON_PROCESSOR.id, pairs);
  gpu.forEach(({ entailment, neutral }, i) => {
    expect(entailment).toBeCloseTo(processor[i]?.entailment ?? NaN, 4);
    expect(neutral).toBeCloseTo(processor[i]?.neutral ?? NaN, 4);
  });
}, 240_000);
