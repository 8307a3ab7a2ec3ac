import { StorageError } from '../errors';
import type { CollectionRecord } from '../ports/collections';
import type { EngineApi } from './api';
import type { CollectionView } from './api/collections';
import { follow } from './follow';
import type { Session } from './session';
import { viewOf } from './view';

type OpeningCalls = Pick<EngineApi, 'open' | 'openSample' | 'view' | 'refresh' | 'follow'>;

/** The id under which the sample is kept, so that it is fetched once. */
const SAMPLE_ID = 'sample';

/** Opening a collection and seeing what is in it. */
export function openingCalls(session: Session): OpeningCalls {
  const { collections, fetchCopy } = session.env;
  const find = async (id: string): Promise<CollectionRecord | undefined> =>
    (await collections.list()).find((record) => record.id === id);
  const open = async (record: CollectionRecord): Promise<CollectionView> => viewOf(await session.open(record));
  return {
    open: async (id) => {
      const record = await find(id);
      if (!record) throw gone(id);
      return open(record);
    },
    openSample: async (url) => {
      const kept = await find(SAMPLE_ID);
      return open(kept ?? (await collections.load(await fetchCopy(url), { id: SAMPLE_ID })));
    },
    view: async () => viewOf(session.current()),
    refresh: async () => {
      const current = session.current();
      await current.refresh();
      return viewOf(current);
    },
    follow: (options) => follow(session.current(), (id, callback) => collections.onNews(id, callback), options?.signal),
  };
}

function gone(id: string): StorageError {
  return new StorageError('This collection is not here. Your other collections are kept.', {
    detail: id,
    traits: ['says what was kept'],
  });
}
