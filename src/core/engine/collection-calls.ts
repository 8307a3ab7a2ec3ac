import type { EngineApi } from './api';
import { freeName } from './free-name';
import { openJournal } from './model/asking/call-journal';
import type { Session } from './session';

/** The collections of this browser: listed, made, renamed, removed, all erased. */
export function collectionCalls(
  session: Session,
): Pick<
  EngineApi,
  'collections' | 'createCollection' | 'renameCollection' | 'removeCollection' | 'eraseEverything' | 'usage'
> {
  const { collections, settings } = session.env;
  return {
    collections: () => collections.list(),
    createCollection: async (name) => collections.create(freeName(name, await collections.list())),
    renameCollection: async (id, name) => {
      await collections.rename(id, name);
      if (session.isOpen(id)) session.current().rename(name);
    },
    removeCollection: async (id) => {
      if (session.isOpen(id)) await session.close();
      await collections.remove(id);
      await (await openJournal(settings, id)).write([]);
    },
    eraseEverything: async () => {
      await session.close();
      await collections.eraseEverything();
    },
    usage: () => collections.usage(),
  };
}
