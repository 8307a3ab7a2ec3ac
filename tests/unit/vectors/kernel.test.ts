import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KERNEL_BYTES_FILE, kernelBytesModule } from '../../../scripts/lib/vector-kernel';
import { hasKernel } from '../../../src/core/vectors/kernel';

test('the bytes that are checked in are what the source compiles to', async () => {
  expect(readFileSync(KERNEL_BYTES_FILE, 'utf8')).toBe(await kernelBytesModule());
});

test('the kernel runs here, so that the other tests are about it', () => {
  expect(hasKernel()).toBe(true);
});
