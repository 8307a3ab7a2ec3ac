import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { TableQueries, TableQuery } from '../../../../src/core/ports/collections';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryStorage, withTables } from '../../../helpers/memory-storage';

const DOCUMENTS: TableQuery = { table: 'documents', columns: ['id'], offset: 0, limit: 10 };

/** Queries that only count the documents that they were given last. */
function countingQueries(): TableQueries {
  let documents = 0;
  const queries: Partial<TableQueries> = {
    load: async (tables) => void (documents = tables.documents?.length ?? 0),
    forget: async () => undefined,
    page: async () => ({ rows: [], total: documents }),
  };
  return queries as TableQueries;
}

it('tables are those of another tab once they are read, although a page was asked for meanwhile', async () => {
  const storage = memoryStorage();
  const writer = createEngine(testEnv({ ...storage }));
  const { id } = await writer.createCollection('Letters');
  await writer.open(id);
  await collect(writer.add([textFile('a.txt', 'Ada met Bob. Bob met Ada.')]));
  let reading = (): Promise<void> => Promise.resolve();
  const slow = withTables(storage, (tables) => ({
    readTables: async (...asked) => {
      await reading();
      return tables.readTables(...asked);
    },
  }));
  const reader = createEngine(testEnv({ ...slow, queries: countingQueries() }));
  await reader.open(id);
  expect((await reader.table(DOCUMENTS)).total).toBe(1);
  await collect(writer.add([textFile('b.txt', 'Cy met Dora. Dora met Cy.')]));
  reading = async () => {
    reading = () => Promise.resolve();
    expect((await reader.table(DOCUMENTS)).total).toBe(1);
  };
  expect((await reader.refresh()).documents).toHaveLength(2);
  expect((await reader.table(DOCUMENTS)).total).toBe(2);
});
