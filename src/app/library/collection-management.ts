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
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith('burrow')) storage.removeItem(key);
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

/** Asks for confirmation of deleting a collection, with the counts of its contents from storage. */
export async function confirmDeletion(
  { id, name }: CollectionRecord,
  { dialogs, engine }: Pick<CollectionNeeds, 'dialogs' | 'engine'>,
  { title, text, uncounted, action }: DeletionWords,
): Promise<boolean> {
  const counted = engine().then((connected) => connected.collectionContents(id));
  const words = await counted.then(
    ({ documents, originals, conversations, notes }) => text(documents, originals, conversations, notes),
    () => uncounted, // it can be deleted all the same
  );
  return dialogs.confirm({ title: title(name), text: words, action });
}

type DeletionWords = typeof language.words.library.deleteWhole;

/** Takes a collection that cannot be opened out of the list, once the person is sure. */
export async function deleteDamaged(
  record: CollectionRecord,
  needs: CollectionNeeds,
  remove: (id: string) => Promise<void>,
): Promise<void> {
  const { notices, library, opening } = needs;
  if (!(await confirmDeletion(record, needs, language.words.library.removeLost))) return;
  await notices.attemptLong(language.words.library.doing.remove, async () => {
    await remove(record.id);
    await library.loadCollections();
    opening.startOver();
  });
}
