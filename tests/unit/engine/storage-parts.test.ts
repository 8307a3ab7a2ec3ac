import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { KEPT_PARTS } from '../../../src/core/ports/storage-parts';

test('the page on storage shows each part with what its loss costs', async () => {
  const page = await readFile(new URL('../../../docs/storage.md', import.meta.url), 'utf8');
  const cells = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const rows = cells.filter(([, place]) => place?.startsWith('`')).map((row) => row.slice(1, 5));
  const parts = Object.values(KEPT_PARTS).map(({ place, holds, remedy, cost }) => [
    `\`${place}\``,
    holds,
    remedy,
    cost,
  ]);
  expect(rows).toEqual(parts);
});
