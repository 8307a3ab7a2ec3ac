import { expect, it } from 'vitest';
import { lacksDocument } from '../../../src/app/lacks-document';
import type { CollectionView } from '../../../src/core/engine/api/collections';

const view = (...ids: readonly string[]) => ({ documents: ids.map((id) => ({ id })) }) as unknown as CollectionView;

it.each([
  [['a', 'b'], ['b'], true],
  [['a', 'b'], ['b', 'c'], true],
  [['a', 'b'], ['b', 'a', 'c'], false],
  [[], ['a'], false],
])('tells that of the documents %j one is missing among %j: %j', (before, after, expected) => {
  expect(lacksDocument(view(...before), view(...after))).toBe(expected);
});
