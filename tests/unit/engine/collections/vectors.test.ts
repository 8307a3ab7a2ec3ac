import { expect, it } from 'vitest';
import { VectorsProjection } from '../../../../src/core/engine/collections/projections/vectors';
import type { TableChange, TableStore } from '../../../../src/core/ports/collections';
import { testClock } from '../../../helpers/engine-env';
import { memoryStorage } from '../../../helpers/memory-storage';

const vectorsOf = (model: string, ...ids: readonly string[]): TableChange => ({
  vectors: [
    {
      ...{ field: 'text_unit_text', model, dims: 2 },
      append: { ids, hashes: ids, vectors: new Float32Array(2 * ids.length).fill(0.5) },
    },
  ],
});

it.each([
  { before: 'none', models: [] },
  { before: 'those of another model', models: ['old'] },
])('vectors committed while those of their model are read count, with $before in memory', async ({ models }) => {
  const { collections } = memoryStorage();
  const { tables } = await collections.open((await collections.create('Letters')).id);
  let whileReading = async (): Promise<void> => undefined;
  const store: TableStore = Object.create(tables, {
    vectors: {
      get: (): TableStore['vectors'] => ({
        sets: () => tables.vectors.sets(),
        read: async (field, model) => {
          const rows = await tables.vectors.read(field, model);
          await whileReading();
          return rows;
        },
      }),
    },
  }) as TableStore;
  const vectors = new VectorsProjection(store);
  const commit = async (change: TableChange): Promise<void> => {
    await tables.commit(change);
    vectors.follow(change);
  };
  for (const model of ['old', 'new']) await commit(vectorsOf(model, 'a', 'b'));
  const clock = testClock();
  for (const model of models) await vectors.of(model, { clock });
  whileReading = async () => {
    whileReading = async () => undefined;
    await commit(vectorsOf('new', 'c'));
  };
  const { fields } = await vectors.of('new', { clock });
  expect(fields.get('text_unit_text')?.size()).toBe(3);
  await commit(vectorsOf('new', 'd'));
  expect((await vectors.of('new', { clock })).fields.get('text_unit_text')?.size()).toBe(4);
});
