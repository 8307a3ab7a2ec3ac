import { expect, it } from 'vitest';
import { denseSearch } from '../../../src/core/retrieval/dense';
import { createFieldVectors } from '../../../src/core/vectors/field-vectors';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { harbour } from '../search/harbour';

it('chooses the allowed entities before the search, so that the nearest of them are found however far they are', () => {
  const index = indexOf(harbour());
  const ids = index.tables.entities.map(({ id }) => id);
  const field = createFieldVectors({ field: 'entity_description', model: 'made up', dims: 2 }, ids.length);
  const vectors = new Float32Array(ids.flatMap((_, at) => [1, -at]));
  finish(field.append({ ids, hashes: ids, vectors }));
  const search = denseSearch(index, new Map([['entity_description', field]]), new Float32Array([0, 1]));
  expect(search.entities(2).map(({ id }) => id)).toEqual([0, 1]);
  const last = ids.length - 1;
  expect(search.entities(2, (row) => row >= last - 1).map(({ id }) => id)).toEqual([last - 1, last]);
});
