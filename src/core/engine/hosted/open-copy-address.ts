import { ParseError } from '../../errors';
import { message } from '../../message';
import type { CallOptions } from '../../platform';
import { viewOf, type CollectionView } from '../collections/collection-view';
import { importFiles, openCopy } from '../interop/import-calls';
import type { EngineEnv } from '../env';
import type { Session } from '../session/session';

/** Bytes of a copy, or of a table, that is fetched whole. */
const LARGEST = 2_000_000_000;

/** Fetches a saved copy and opens it as a collection of its own. */
export async function openCopyAt(session: Session, address: string, options: CallOptions): Promise<CollectionView> {
  const { addresses, collections } = session.env;
  const bytes = await addresses.read(address, { ...options, most: LARGEST });
  return viewOf(await session.open(await openCopy(new Blob([bytes]), collections)));
}

/** Names of GraphRAG's tables: of version 3 and 2, of version 1, and of earlier ones. */
const TABLE_FILES = ['documents', 'text_units', 'entities', 'relationships', 'communities', 'community_reports', 'covariates'];
const FORMS = [
  TABLE_FILES.map((name) => `${name}.parquet`),
  TABLE_FILES.map((name) => `create_final_${name}.parquet`),
  [...TABLE_FILES, 'nodes'].map((name) => `create_final_${name}.parquet`),
];

/** The tables that stand in a folder, with their sizes; null where none does. */
async function tablesIn(
  { addresses }: Pick<EngineEnv, 'addresses'>,
  address: string,
  options: CallOptions,
): Promise<readonly { readonly name: string; readonly bytes: number | null }[] | null> {
  for (const names of FORMS) {
    const found = await Promise.all(
      names.map(async (name) => {
        const bytes = await addresses.size(`${address}${name}`, options).catch(() => undefined);
        options.signal?.throwIfAborted();
        return bytes === undefined ? [] : [{ name, bytes }];
      }),
    );
    const tables = found.flat();
    if (tables.some(({ name }) => name.endsWith('entities.parquet') || name.endsWith('nodes.parquet'))) return tables;
  }
  return null;
}

/** Bytes of the tables that stand in a folder, as far as the host says; throws ParseError where there are none. */
export async function tablesAt(env: Pick<EngineEnv, 'addresses'>, address: string, options: CallOptions): Promise<number | null> {
  const tables = await tablesIn(env, address, options);
  if (!tables) throw noTables();
  return tables.reduce<number | null>((sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes), 0);
}

/** Fetches tables of another program and opens them as a collection of its own. */
export async function openTablesAt(session: Session, address: string, options: CallOptions): Promise<CollectionView> {
  const tables = await tablesIn(session.env, address, options);
  if (!tables) throw noTables();
  const files = [];
  for (const { name } of tables) {
    const bytes = await session.env.addresses.read(`${address}${name}`, { ...options, most: LARGEST });
    files.push({ path: name, bytes: new Blob([bytes]) });
  }
  const { record } = await importFiles(session, files, options);
  return viewOf(await session.open(record));
}

const noTables = (): ParseError =>
  new ParseError(
    message`Neither an index that Burrow published nor tables of GraphRAG stand at this address. Nothing was opened. Check the address.`,
    { traits: ['says what was kept'] },
  );
