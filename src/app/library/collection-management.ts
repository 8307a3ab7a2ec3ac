import type { CollectionRecord } from '../../core/ports/collections';
import { language } from '../words/language.svelte';
import type { CollectionNeeds } from './collection-needs';

/** Ends what runs, and removes everything of Burrow's from this browser. What was not saved of them does not count any more. */
export async function eraseEverything(
  { indexing, deletions, conversations, shell, engine, library }: CollectionNeeds,
  unsaved: { forget(collection: string): void },
): Promise<void> {
  indexing.reset();
  await deletions.abandon();
  await conversations.leave();
  const { chat, server, embed, download } = shell.models;
  for (const worker of [chat, server, embed, download]) worker.end();
  await shell.allowServers([]);
  await shell.allowHosts([]);
  await (await engine()).eraseEverything();
  for (const { id } of library.collections) unsaved.forget(id);
  library.close();
  for (const key of Object.keys(localStorage)) if (key.startsWith('burrow')) localStorage.removeItem(key);
}

/** Asks for another name of the open collection, and gives it that. */
export async function rename({ dialogs, engine, library, notices, adopt }: CollectionNeeds): Promise<void> {
  const collection = library.view?.collection;
  if (!collection) return;
  const { name: value, id } = collection;
  const name = await dialogs.name({
    title: language.words.library.renameTitle,
    label: language.words.shared.name,
    value,
    action: language.words.shared.rename,
  });
  if (!name) return;
  await notices.attempt(language.words.library.doing.rename, async () => {
    const connected = await engine();
    await connected.renameCollection(id, name);
    adopt(await connected.view());
    await library.loadCollections();
  });
}

/** Takes a collection that cannot be opened out of the list, once the person is sure. */
export async function deleteDamaged(
  { id, name }: CollectionRecord,
  { dialogs, notices, library, opening }: CollectionNeeds,
  remove: (id: string) => Promise<void>,
): Promise<void> {
  const sure = await dialogs.confirm({
    ...language.words.library.removeLost,
    title: language.words.library.removeLost.title(name),
  });
  if (!sure) return;
  await notices.attemptLong(language.words.library.doing.remove, async () => {
    await remove(id);
    await library.loadCollections();
    opening.startOver();
  });
}
