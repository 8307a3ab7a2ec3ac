import { anySignal, withTimeout } from '../../async';
import { hasTrait, ParseError, StorageError } from '../../errors';
import { message } from '../../message';
import { GRAPH_VERSION } from '../../graph/derive/derive-graph';
import type { TitlePage } from '../../hosted/title-page';
import { readTitlePage } from '../../hosted/hosted-index';
import type { CallOptions } from '../../platform';
import type { HostedState } from '../../ports/index-state';
import type { ReadOptions } from '../../ports/addresses';
import { uniqueName } from '../collections/unique-name';
import type { CollectionView } from '../collections/collection-view';
import type { EngineEnv } from '../env';
import type { Session } from '../session/session';
import { LOOK_WAIT, type AddressView } from './address-view';
import { lookAtCopy, openCopyAddress, openOnce } from './open-copy-address';
import { lookAtTables, openTablesAddress } from './open-tables-address';

/** Opening what somebody laid on a static host. An address ends in a slash where it is that of a folder. */
export interface AddressCalls {
  /**
   * Describes the files at an address. Throws StorageError where nothing can be read there, ParseError where Burrow
   * does not know the format.
   */
  lookAtAddress(address: string, options?: CallOptions): Promise<AddressView>;
  /**
   * Opens it: a hosted index as a collection that fetches the rows of each question, the same one where it was opened
   * before; a saved copy or tables of another program as a collection of its own, once all of it is here; `onBytes`
   * gets the number of bytes so far.
   */
  openAddress(address: string, options?: Pick<ReadOptions, 'signal' | 'onBytes'>): Promise<CollectionView>;
}

/** Calls that open an address, in the session. */
export function addressCalls(session: Session): AddressCalls {
  const look = async (address: string, options: CallOptions): Promise<AddressView> => {
    if (!isFolder(address)) return lookAtCopy(session, address, options);
    const title = await titlePage(session.env, address, options);
    if (title) return { kind: 'index', name: title.name, documents: title.counts.documents, bytes: bytesOf(title) };
    const tables = await lookAtTables(session, address, options);
    if (tables) return tables;
    throw new ParseError(
      message`There are no tables of GraphRAG in this folder, and no index that Burrow published. Check the address.`,
      { traits: ['says what was kept'] },
    );
  };
  return {
    async lookAtAddress(address, options = {}) {
      const over = new AbortController();
      const signal = anySignal(options.signal, over.signal);
      try {
        const error = tooLate(address);
        return await withTimeout(look(address, { signal }), LOOK_WAIT, { ...options, timer: session.env.timer, error });
      } finally {
        over.abort();
      }
    },
    async openAddress(address, options = {}) {
      if (!isFolder(address)) return openCopyAddress(session, address, options);
      const title = await titlePage(session.env, address, options);
      return title ? openIndex(session, address, title) : openTablesAddress(session, address, options);
    },
  };
}

function tooLate(address: string): StorageError {
  return new StorageError(
    message`${new URL(address).host} has not told within ${LOOK_WAIT / 1000} seconds what stands at this address. Check the network, then try again.`,
    { detail: address, traits: ['says what was kept', 'fell silent'] },
  );
}

const isFolder = (address: string): boolean => address.endsWith('/');

/** The title page of a hosted index; null where the folder has none. */
async function titlePage(env: EngineEnv, address: string, options: CallOptions): Promise<TitlePage | null> {
  try {
    return (await readTitlePage(address, env, options)).title;
  } catch (error) {
    if (hasTrait(error, 'missing')) return null;
    throw error;
  }
}

const bytesOf = ({ files }: TitlePage): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Opens the collection that is filled from this address; a new one at first, and for each edition that is published there. */
function openIndex(session: Session, address: string, title: TitlePage): Promise<CollectionView> {
  const { edition, counts } = title;
  const hosted = { address, edition, documents: counts.documents, bytes: bytesOf(title), fetched: 0 };
  return openOnce(session, `${address} ${edition}`, () => emptyCollection(session.env, title.name, hosted));
}

async function emptyCollection({ collections }: EngineEnv, name: string, hosted: HostedState): Promise<string> {
  const state = { hosted, derived: true, graphVersion: GRAPH_VERSION, method: 'hosted' } as const;
  const { id } = await collections.create(uniqueName(name, await collections.list()), { state });
  return id;
}
