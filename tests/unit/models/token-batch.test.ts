import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchSize, nextBatchTokens } from '../../../src/adapters/models/transformers/token-batch';

const lengths = fc.array(fc.integer({ min: 2, max: 512 }), { minLength: 1, maxLength: 200 });
const limits = fc.integer({ min: 1, max: 20_000 });

describe('batches of parts', () => {
  test('hold what the limit allows, padding counted, and at least one part', () => {
    fc.assert(
      fc.property(lengths, limits, (unsorted, limit) => {
        const sorted = [...unsorted].sort((a, b) => b - a);
        let start = 0;
        while (start < sorted.length) {
          const size = batchSize(sorted, start, limit);
          const padded = size * (sorted[start] ?? 0);
          expect(size).toBeGreaterThan(0);
          expect(size === 1 || padded <= limit).toBe(true);
          start += size;
        }
        expect(start).toBe(sorted.length);
      }),
    );
  });

  test('are as large as the limit allows', () => {
    expect(batchSize([10, 10, 10, 10], 0, 30)).toBe(3);
    expect(batchSize([10, 10, 10, 10], 3, 30)).toBe(1);
    expect(batchSize(Array<number>(500).fill(2), 0, 20_000)).toBe(64);
  });

  test('grow on a fast machine and shrink on a slow one, towards a second of work', () => {
    expect(nextBatchTokens(2048, 2000, 100)).toBe(4096);
    expect(nextBatchTokens(4096, 4096, 2000)).toBe(2048);
    expect(nextBatchTokens(2048, 2048, 60_000)).toBe(512);
    expect(nextBatchTokens(16_000, 16_000, 10)).toBe(16_384);
  });
});
