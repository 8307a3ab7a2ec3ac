import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Session } from '../../../../src/core/engine/session/session';
import { lookAtCopy, openCopyAddress } from '../../../../src/core/engine/hosted/open-copy-address';
import { lookAtTables, openTablesAddress } from '../../../../src/core/engine/hosted/open-tables-address';
import { StorageError } from '../../../../src/core/errors';
import type { AddressReader } from '../../../../src/core/ports/addresses';
import { testEnv } from '../../../helpers/engine-env';
import { GRAPHRAG_VERSIONS, graphRagFiles, type GraphRagVersion } from '../../../helpers/graphrag-index';

/** Tables as they lie in one folder. */
async function tablesOf(version: GraphRagVersion): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  return new Map([...(await graphRagFiles(version))].map(([path, bytes]) => [path.split('/').at(-1) ?? path, bytes]));
}

const HOST = 'https://data.example/index/';

/** A session over a host that has these files; each request is written down, and one to a name in `broken` fails. */
function sessionOver(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, broken = '') {
  const asked: string[] = [];
  const find = (url: string): Uint8Array<ArrayBuffer> => {
    const name = url.slice(HOST.length);
    const bytes = files.get(name);
    if (name === broken) throw new StorageError('The host is down.');
    if (!bytes) throw new StorageError('There is no such file.', { traits: ['missing'] });
    return bytes;
  };
  const addresses: AddressReader = {
    size: async (url) => (asked.push(`size ${url}`), find(url).length),
    read: async (url, { signal, onBytes }) => {
      asked.push(`read ${url}`);
      signal?.throwIfAborted();
      const bytes = find(url);
      onBytes?.(bytes.length);
      return bytes;
    },
    readParts: async () => [],
  };
  const env = testEnv({ addresses });
  return { session: new Session(env), env, asked };
}

it.each(GRAPHRAG_VERSIONS)(
  'opens the tables of GraphRAG %s in a folder by whichever names they have',
  async (version) => {
    const files = await tablesOf(version);
    const { session, asked } = sessionOver(files);
    const whole = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    expect(await lookAtTables(session, HOST)).toEqual({ kind: 'tables', bytes: whole });
    expect(asked.filter((line) => line.startsWith('read'))).toEqual([]);
    const heard: number[] = [];
    const view = await openTablesAddress(session, HOST, { onBytes: (bytes) => heard.push(bytes) });
    expect(view.counts).toMatchObject({ documents: 2, entities: 6, relationships: 6 });
    expect(view.collection.name).toBe('index');
    expect(heard.at(-1)).toBe(whole);
  },
);

it('opens the same collection where an address was opened before, unless it was deleted', async () => {
  const { session, env, asked } = sessionOver(await tablesOf('3'));
  const [first, again] = [await openTablesAddress(session, HOST), await openTablesAddress(session, HOST)];
  expect(again.collection.id).toBe(first.collection.id);
  const before = asked.length;
  await session.close();
  await env.collections.remove(first.collection.id);
  const fresh = await openTablesAddress(session, HOST);
  expect(fresh.collection.id).not.toBe(first.collection.id);
  expect(asked.length).toBe(2 * before);
});

it('adds nothing where a table cannot be fetched, rather than leave it out', async () => {
  const { session, env } = sessionOver(await tablesOf('3'), 'text_units.parquet');
  await expect(openTablesAddress(session, HOST)).rejects.toThrow('The host is down.');
  expect(await env.collections.list()).toEqual([]);
});

it('says that a folder has no tables', async () => {
  const { session } = sessionOver(new Map());
  expect(await lookAtTables(session, HOST)).toBeNull();
  await expect(openTablesAddress(session, HOST)).rejects.toThrow('There are no tables of GraphRAG in this folder');
});

it('keeps what a signed address says behind the path', async () => {
  const { session, asked } = sessionOver(new Map());
  await lookAtTables(session, `${HOST}?key=a/b`);
  expect(asked[0]).toBe(`size ${HOST}entities.parquet?key=a/b`);
});

it('tells the size of a file without fetching it, and adds nothing of one that is no copy', async () => {
  const bytes = new TextEncoder().encode('not a copy');
  const { session, env, asked } = sessionOver(new Map([['a.burrow', bytes]]));
  expect(await lookAtCopy(session, `${HOST}a.burrow`)).toEqual({ kind: 'copy', bytes: bytes.length });
  expect(asked).toEqual([`size ${HOST}a.burrow`]);
  await expect(openCopyAddress(session, `${HOST}a.burrow`)).rejects.toThrow();
  expect(await env.collections.list()).toEqual([]);
});

it('adds nothing once it is stopped', async () => {
  const copy = new Uint8Array(await readFile('public/sample/sample.burrow'));
  const { session, env } = sessionOver(new Map([['a.burrow', copy]]));
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(openCopyAddress(session, `${HOST}a.burrow`, { signal })).rejects.toThrow('stopped');
  expect(await env.collections.list()).toEqual([]);
});
