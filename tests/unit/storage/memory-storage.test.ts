import { expect, test } from 'vitest';
import type { EditRow } from '../../../src/core/tables/tables';
import { memoryStorage } from '../../helpers/memory-storage';

const edit = (id: string): EditRow => ({ id, sequence: 1, time: '2026-01-01', kind: 'rename', key: 'k', value: '{}' });

test('a second store of one collection reads its generation until it refreshes and may write once the first is closed', async () => {
  const { collections } = memoryStorage();
  const { id } = await collections.create('Papers');
  const first = (await collections.open(id)).tables;
  const second = (await collections.open(id)).tables;
  await first.commit({ append: { edits: [edit('a')] } });
  expect(second.writable).toBe(false);
  expect(await second.read('edits')).toEqual([]);
  expect(await second.refresh()).toBe(true);
  expect(await second.read('edits')).toEqual([edit('a')]);
  await expect(second.commit({})).rejects.toThrow('Another tab');
  await first.close();
  expect(await second.refresh()).toBe(true);
  expect(second.writable).toBe(true);
});

test('a saved copy opens as a new collection with its rows and original bytes', async () => {
  const { collections } = memoryStorage();
  const { id } = await collections.create('Papers');
  const { tables, blobs } = await collections.open(id);
  await tables.commit({ append: { edits: [edit('a')] }, state: { counters: { entities: 3 } } });
  await blobs.put('h', new Blob(['bytes']));
  const record = await collections.load(await collections.save(id), {});
  const copy = await collections.open(record.id);
  expect(record.name).toBe('Papers');
  expect(copy.tables.state.counters).toEqual({ entities: 3 });
  expect(await copy.tables.read('edits')).toEqual([edit('a')]);
  expect(await (await copy.blobs.get('h'))?.text()).toBe('bytes');
});
