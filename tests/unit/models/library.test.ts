import { expect, it } from 'vitest';
import { threadsFor } from '../../../src/adapters/models/transformers/library';

const threads = (crossOriginIsolated: boolean, hardwareConcurrency: number): number =>
  threadsFor({ crossOriginIsolated, navigator: { hardwareConcurrency } });

it('takes one thread where memory cannot be shared, however many cores there are', () => {
  expect([1, 4, 16].map((cores) => threads(false, cores))).toEqual([1, 1, 1]);
});

it('leaves a core to everything else, and takes four threads at most', () => {
  expect([1, 2, 3, 4, 5, 16].map((cores) => threads(true, cores))).toEqual([1, 1, 2, 3, 4, 4]);
});
