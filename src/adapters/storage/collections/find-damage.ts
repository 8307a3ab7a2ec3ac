import type { DamagedFile } from '../../../core/ports/collections';
import type { TableName } from '../../../core/tables/tables';
import { sha256Bytes } from '../../browser-env';
import type { FileStore } from '../opfs/file-store';
import { type Manifest, pathOf, type Shard } from './manifest/manifest';

/** The files of tables and vectors that are missing, or whose bytes have changed since they were written. */
export async function findDamage(
  files: FileStore,
  { shards, vectors = [] }: Pick<Manifest, 'shards' | 'vectors'>,
): Promise<readonly DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  const check = async (table: DamagedFile['table'], list: readonly Shard[]): Promise<void> => {
    for (const shard of list) {
      const { file, rows, documents = [], sources = [] } = shard;
      if (!(await isWhole(files, shard))) damaged.push({ file, table, rows, documents, sources });
    }
  };
  for (const [table, list] of Object.entries(shards)) await check(table as TableName, list);
  await check('vectors', vectors);
  return damaged;
}

async function isWhole(files: FileStore, { file, bytes: size, sha256 }: Shard): Promise<boolean> {
  const bytes = await files.read(pathOf(file));
  return bytes?.length === size && (await sha256Bytes(bytes)) === sha256;
}
