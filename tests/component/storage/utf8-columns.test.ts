import { expect, it } from 'vitest';
import { freeBytes } from '../../../src/adapters/free-bytes';

it('bytes that are freed take no memory any more, and what shares its buffer with others stays', () => {
  const own = Uint8Array.from([1, 2, 3]);
  const part = Uint8Array.from([1, 2, 3]).subarray(1);
  freeBytes(own);
  freeBytes(part);
  expect(own.byteLength).toBe(0);
  expect([...part]).toEqual([2, 3]);
});
