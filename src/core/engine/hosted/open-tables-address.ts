import { hasTrait, ParseError } from '../../errors';
import { message } from '../../message';
import type { CallOptions } from '../../platform';
import type { CollectionView } from '../collections/collection-view';
import type { Session } from '../session/session';
import type { AddressView } from './address-view';
import { type FetchOptions, fileName, importAll, openOnce } from './open-copy-address';

/** Tables of GraphRAG 0 to 3 that a folder may have; without entities it has none. */
const TABLES = [
  'entities',
  'relationships',
  'text_units',
  'documents',
  'communities',
  'community_reports',
  'covariates',
  'nodes',
] as const;

/** Before the names of versions 0 and 1 (GraphRAG A14). */
const OLDER = 'create_final_';

/** Bytes of one table that are taken at most. */
const MOST = 1_000_000_000;

interface FoundTable {
  readonly url: string;
  readonly file: string;
  readonly bytes: number | null;
}

/**
 * The tables in a folder, whose address ends with a slash. Null where there are none; throws StorageError where that is
 * unknown.
 */
export async function lookAtTables(
  session: Session,
  folder: string,
  options?: CallOptions,
): Promise<AddressView | null> {
  const found = await findTables(session, folder, options);
  if (found.length === 0) return null;
  const sizes = found.map(({ bytes }) => bytes);
  const bytes = sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  return { kind: 'tables', bytes };
}

/**
 * Fetches the tables in a folder and opens them as a collection of its own: the one that they became before, where that is still here. Throws
 * StorageError where one cannot be fetched, ParseError where they are no tables of GraphRAG; nothing is left behind then.
 */
export function openTablesAddress(
  session: Session,
  folder: string,
  options: FetchOptions = {},
): Promise<CollectionView> {
  const { signal, onBytes } = options;
  return openOnce(session, folder, async () => {
    const found = await findTables(session, folder, { ...(signal && { signal }) });
    if (found.length === 0) {
      throw new ParseError(
        message`There are no tables of GraphRAG in this folder: entities.parquet is not there. Nothing was added.`,
        { detail: folder, traits: ['says what was kept', 'missing'] },
      );
    }
    const files = [];
    let done = 0;
    for (const { url, file } of found) {
      const came = done;
      const bytes = await session.env.addresses.read(url, {
        ...(signal && { signal }),
        most: MOST,
        onBytes: (size) => onBytes?.(came + size),
      });
      done += bytes.length;
      files.push({ path: `${fileName(folder)}/${file}`, bytes: new Blob([bytes]) });
    }
    return importAll(session, files, { ...(signal && { signal }) });
  });
}

/** The tables of one naming: that of today, or the older one. */
async function findTables(session: Session, folder: string, options?: CallOptions): Promise<readonly FoundTable[]> {
  let failure: unknown = null;
  for (const prefix of ['', OLDER]) {
    const [entities = '', ...others] = TABLES.map((table) => `${prefix}${table}.parquet`);
    // A host may refuse what it does not have in the same way as everything.
    const first = await findTable(session, folder, entities, options).catch((error: unknown) => {
      options?.signal?.throwIfAborted();
      if (hasTrait(error, 'fell silent')) throw error;
      failure ??= error;
      return null;
    });
    if (!first) continue;
    const rest = await Promise.all(others.map((file) => findTable(session, folder, file, options)));
    return [first, ...rest.filter((table) => table !== null)];
  }
  if (failure instanceof Error) throw failure;
  return [];
}

async function findTable(
  { env }: Session,
  folder: string,
  file: string,
  options?: CallOptions,
): Promise<FoundTable | null> {
  const url = folder.replace(/\/(?=\?|$)/u, `/${file}`); // a query, as of a signed address, stays behind it
  try {
    return { url, file, bytes: await env.addresses.size(url, options) };
  } catch (error) {
    if (hasTrait(error, 'missing')) return null;
    throw error;
  }
}
