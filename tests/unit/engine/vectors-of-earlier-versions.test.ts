import { expect, it } from 'vitest';
import { staleVectors } from '../../../src/core/engine/stale-vectors';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import { testClock } from '../../helpers/engine-env';

it('vectors of relationships and whole documents, which earlier versions made and nobody searched, go with the next change', async () => {
  const fields = ['relationship_description', 'text_unit_text', 'document_text'] as const;
  const store = {
    sets: () => fields.map((field) => ({ field, model: 'bge', dims: 4, rows: 1, bytes: 16 })),
    read: () => Promise.resolve(undefined),
  };
  const changes = await staleVectors(store, EMPTY_TABLES, { clock: testClock() });
  expect(changes).toEqual([
    { field: 'relationship_description', model: 'bge', dims: 4, keep: [] },
    { field: 'document_text', model: 'bge', dims: 4, keep: [] },
  ]);
});
