import { ParseError } from '../../errors';
import { GRAPH_VERSION } from '../../graph/derive/derive-graph';
import { isRecord } from '../../shapes/read-fields';
import { readTitlePage } from '../../hosted/hosted-index';
import type { TitlePage } from '../../hosted/title-page';
import { message } from '../../message';
import type { CallOptions } from '../../platform';
import type { HostedState } from '../../ports/index-state';
import { uniqueName } from '../collections/unique-name';
import { viewOf, type CollectionView } from '../collections/collection-view';
import type { Session } from '../session/session';
import { openCopyAt, openTablesAt, tablesAt } from './open-copy-address';

/** Opening what somebody laid on a static host. */
export interface AddressCalls {
  /** What stands at an address. Throws StorageError where nothing can be read there, ParseError where it is nothing that Burrow knows. */
  lookAtAddress(address: string, options?: CallOptions): Promise<AddressView>;
  /**
   * Opens it: a hosted index as a collection that fetches what each question needs, the same one where it was opened before; a saved copy or
   * tables of another program as a collection of its own, once all of it is here.
   */
  openAddress(address: string, options?: CallOptions): Promise<CollectionView>;
}

/** What stands at an address. */
export type AddressView =
  | {
      readonly kind: 'index';
      readonly name: string;
      readonly documents: number;
      /** Of all files. */
      readonly bytes: number;
    }
  /** `bytes` is null where the host does not say. */
  | { readonly kind: 'copy'; readonly bytes: number | null }
  | { readonly kind: 'tables'; readonly bytes: number | null };

/** How a hosted collection stands. */
export type HostedView = Omit<HostedState, 'edition'>;

/** Opening what stands at an address, in the session. */
export function addressCalls(session: Session): AddressCalls {
  const { env } = session;
  return {
    lookAtAddress: async (given, options = {}) => {
      const address = readAddress(given);
      if (isFile(address)) return { kind: 'copy', bytes: await env.addresses.size(address, options) };
      const found = await titlePageOrNull(address, session, options);
      if (found) return { kind: 'index', name: found.name, documents: found.counts.documents, bytes: bytesOf(found) };
      return { kind: 'tables', bytes: await tablesAt(env, address, options) };
    },
    openAddress: async (given, options = {}) => {
      const address = readAddress(given);
      if (isFile(address)) return openCopyAt(session, address, options);
      const found = await titlePageOrNull(address, session, options);
      return found ? openIndexAt(session, address, found) : openTablesAt(session, address, options);
    },
  };
}

/** A copy is a file; anything else is a folder. */
const isFile = (address: string): boolean => /\.(?:burrow|zip)$/iu.test(new URL(address).pathname);

/** The whole address of a copy, or of a folder with a slash at its end. Throws ParseError for what is none. */
function readAddress(given: string): string {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ParseError(message`This is not an address of the web. Nothing was opened. An address begins with https:// and names a folder or a saved copy.`, {
      detail: given,
      traits: ['says what was kept'],
    });
  }
  const folder = url.pathname.replace(/[^/]*\.(?:json|html)$/iu, '');
  const whole = `${url.origin}${folder}`;
  return isFile(whole) || whole.endsWith('/') ? whole : `${whole}/`;
}

/** The title page of a hosted index; null where there is none, and perhaps something else. */
async function titlePageOrNull(address: string, { env }: Session, options: CallOptions): Promise<TitlePage | null> {
  try {
    return (await readTitlePage(address, env, options)).title;
  } catch (error) {
    options.signal?.throwIfAborted();
    const areTables = await tablesAt(env, address, options).then(() => true, () => false);
    if (areTables) return null;
    throw error;
  }
}

const bytesOf = ({ files }: TitlePage): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Which collection is filled from which address. */
const SETTING = 'hosted';

/** Opens the collection that is filled from this address; a new one at first, and where another edition stands there now. */
async function openIndexAt(session: Session, address: string, title: TitlePage): Promise<CollectionView> {
  const { collections, settings } = session.env;
  const kept = await settings.get(SETTING);
  const known = isRecord(kept) ? kept[address] : undefined;
  const others = await collections.list();
  const record = others.find(({ id }) => id === known);
  if (record) {
    const open = await session.open(record);
    if (open.store.state.hosted?.edition === title.edition) return viewOf(open);
  }
  const made = await collections.create(uniqueName(title.name, others));
  const hosted = { address, edition: title.edition, documents: title.counts.documents, bytes: bytesOf(title), fetched: 0 };
  try {
    const { tables } = await collections.open(made.id);
    try {
      await tables.commit({ state: { hosted, derived: true, graphVersion: GRAPH_VERSION, method: 'hosted' } });
    } finally {
      await tables.close();
    }
    await settings.change(SETTING, { [address]: made.id });
  } catch (error) {
    await collections.remove(made.id);
    throw error;
  }
  return viewOf(await session.open(made));
}
