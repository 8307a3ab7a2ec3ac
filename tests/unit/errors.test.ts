import { expect, test } from 'vitest';
import { writeFailure } from '../../src/adapters/storage/storage-context';
import { reasonOf, StorageError } from '../../src/core/errors';
import { inEnglish } from '../../src/core/message';
import { memoryContext } from './storage/memory-parts';

const NAMES = [
  'NotFoundError',
  'NotReadableError',
  'QuotaExceededError',
  'InvalidStateError',
  'TimeoutError',
  'AbortError',
];

test.each(NAMES)('%s of the browser is told in our words alone', async (name) => {
  const error = new DOMException('Failed to execute something on the FileSystemHandle.', name);
  expect(inEnglish(reasonOf(error))).not.toMatch(/Failed|Error|Handle/);
  const saved = await writeFailure(memoryContext(), error, 'Everything saved before is kept.');
  expect(saved).toBeInstanceOf(StorageError);
  expect(String(saved)).toMatch(/Everything saved before is kept/);
  expect((saved as StorageError).message).not.toMatch(/Failed|Error|Handle/);
  expect((saved as StorageError).cause).toBe(error);
});

test('an error of ours keeps its wording, and another one its message', () => {
  expect(reasonOf(new StorageError('The disk is full.'))).toBe('The disk is full.');
  expect(reasonOf(new Error('The model is not there.'))).toBe('The model is not there.');
  expect(reasonOf(Object.assign(new Error('ENOENT: gone'), { code: 'ENOENT' }))).toBe('ENOENT: gone');
});
