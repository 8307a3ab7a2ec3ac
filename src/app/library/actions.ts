import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { DocumentItem } from '../../core/engine/documents/document-view';
import type { CollectionRecord } from '../../core/ports/collections';
import type { SourceFile } from '../../core/ports/documents';
import { fileName, saveFile } from '../platform/files';
import type { Session } from '../session.svelte';
import { clearTabQuestion, tabQuestion } from '../ask/unanswered-questions.svelte';

/** Where the sample's saved copy lies, beside the page. */
const SAMPLE = 'sample/sample.burrow';
const FIRST_NAME = 'My documents';

function settle(session: Session, view: CollectionView | undefined): void {
  if (view) void session.goTo(view.collection.id);
}

export async function openSample(session: Session): Promise<void> {
  const url = new URL(SAMPLE, document.baseURI).href;
  await session.show('Opening the sample', (engine) => engine.openSample(url));
  settle(session, session.library.view ?? undefined);
}

async function newCollection(session: Session, name: string): Promise<boolean> {
  const shown = await session.show('Making a collection', async (engine) => {
    const { id } = await engine.createCollection(name);
    return engine.open(id);
  });
  if (shown) settle(session, session.library.view ?? undefined);
  return shown;
}

/** Adds documents to the open collection; the first ones, and those given to the sample, get a collection of their own. */
export async function addDocuments(session: Session, sources: readonly SourceFile[]): Promise<void> {
  if (sources.length === 0) return;
  const { view } = session.library;
  const curated = view?.method === 'curated';
  if (view && !view.writable) {
    session.notices.say('Another tab is writing to this collection. Add the documents there, or close that tab.');
    return;
  }
  if (!view || curated) {
    session.coming = sources.map(({ path }) => path);
    const isMade = await newCollection(session, FIRST_NAME).finally(() => (session.coming = []));
    if (!isMade) return;
    if (curated) {
      const name = session.library.view?.collection.name ?? FIRST_NAME;
      session.notices.say(`Added to a new collection, “${name}”, so that the sample stays as it is.`);
    }
  }
  await session.indexing.add(sources);
}

export async function deleteDocument(session: Session, item: DocumentItem): Promise<void> {
  const sure = await session.dialogs.confirm({
    title: `Delete ${session.library.nameOf(item).full}?`,
    text: 'Its bytes, its text and everything found in it are removed from this collection; another one that holds the same file keeps it. Answers stay, and show what cites it as deleted; of those for which a model was shown it, sentences that may come from it are taken out.',
    action: 'Delete',
  });
  if (!sure) return;
  await session.indexing.run('Deleting the document', (engine, options) => engine.removeDocuments([item.id], options));
  await session.notices.attempt('Reading the conversations', () => session.conversations.refresh());
}

export async function readRows(session: Session, item: DocumentItem): Promise<void> {
  const shape = await session.notices.attempt('Reading the columns', async () =>
    (await session.engine()).tabular(item.id),
  );
  if (!shape) return;
  const choice = await session.dialogs.rows({ title: item.title, shape });
  if (!choice) return;
  await session.indexing.run('Reading the rows', (engine, options) => engine.reread(item.id, choice, options));
}

/** Dismisses several lines of files that could not be read. */
export async function dismissSources(session: Session, paths: readonly string[]): Promise<void> {
  await session.notices.attempt('Dismissing the lines', async () => {
    const engine = await session.engine();
    for (const path of paths) {
      await engine.dismiss(path);
      session.indexing.forget(path);
    }
    session.adopt(await engine.view());
  });
}

/** Takes a source that waits out of the queue; when it was the last one, the index is brought up to date. */
export async function giveUp(session: Session, path: string): Promise<void> {
  await dismissSources(session, [path]);
  if (session.library.waiting.size === 0 && !session.library.empty) void session.indexing.resume();
}

export async function refreshView(session: Session): Promise<void> {
  await session.notices.attempt('Refreshing', async () => {
    const engine = await session.engine();
    session.adopt(await engine.refresh());
    await session.conversations.refresh();
  });
}

export async function askNewCollection(session: Session): Promise<void> {
  const name = await session.dialogs.name({ title: 'New collection', label: 'Name', value: '', action: 'Create' });
  if (name) await newCollection(session, name);
}

export async function renameCollection(session: Session): Promise<void> {
  const collection = session.library.view?.collection;
  if (!collection) return;
  const { name: value, id } = collection;
  const name = await session.dialogs.name({ title: 'Rename the collection', label: 'Name', value, action: 'Rename' });
  if (!name) return;
  await session.notices.attempt('Renaming the collection', async () => {
    const engine = await session.engine();
    await engine.renameCollection(id, name);
    session.adopt(await engine.view());
    await session.library.loadCollections();
  });
}

export async function deleteCollection(session: Session): Promise<void> {
  const collection = session.library.view?.collection;
  if (!collection) return;
  const sure = await session.dialogs.confirm({
    title: `Delete ${collection.name}?`,
    text: 'All its documents, its index and its conversations are removed from this browser. A saved copy that you have elsewhere is not touched.',
    action: 'Delete the collection',
  });
  if (!sure) return;
  await session.notices.attempt('Deleting the collection', async () => {
    session.indexing.reset();
    await session.conversations.leave();
    const engine = await session.engine();
    await engine.removeCollection(collection.id);
    session.unsaved.forget(collection.id);
    clearTabQuestion();
    const [next] = await session.library.loadCollections();
    if (next && (await session.goTo(next.id))) return; // without a new page, which a window that cannot keep files would not survive
    startAnew();
  });
}

/** Takes a collection that cannot be opened out of the list, with whatever is left of it. */
export async function removeLost(session: Session, { id, name }: CollectionRecord): Promise<void> {
  const sure = await session.dialogs.confirm({
    title: `Remove ${name}?`,
    text: 'Whatever is left of its documents, its index and its conversations is removed from this browser. A saved copy that you have elsewhere is not touched.',
    action: 'Remove the collection',
  });
  if (!sure) return;
  await session.notices.attempt('Removing the collection', async () => {
    const engine = await session.engine();
    await engine.removeCollection(id);
    if (tabQuestion(id)) clearTabQuestion();
    await session.library.loadCollections();
    session.startOver();
  });
}

export async function saveCopy(session: Session): Promise<void> {
  const collection = session.library.view?.collection;
  if (!collection) return;
  await session.notices.attempt('Saving a copy', async () => {
    const engine = await session.engine();
    const { standing } = session;
    saveFile(await engine.saveCopy(collection.id), fileName(collection.name, 'burrow'));
    if (standing) session.unsaved.saved(standing);
  });
}

export async function openCopy(session: Session, copy: Blob): Promise<void> {
  session.opening = true;
  await session.notices.attempt('Opening the copy', async () => {
    const engine = await session.engine();
    const collection = await engine.openCopy(copy);
    await session.goTo(collection.id);
  });
  session.opening = false;
}

export async function eraseEverything(session: Session): Promise<void> {
  const sure = await session.dialogs.confirm({
    title: 'Erase everything?',
    text: 'Every collection, document, index, conversation, model and setting of Burrow is removed from this browser. This cannot be undone.',
    action: 'Erase',
  });
  if (!sure) return;
  session.erasing = true;
  const erased = await session.notices.attempt('Erasing', async () => {
    session.indexing.reset();
    await session.conversations.leave();
    const { chat, server, embed, download } = session.room;
    for (const worker of [chat, server, embed, download]) worker.end();
    await session.shell.allowServers([]);
    await (await session.engine()).eraseEverything();
    for (const { id } of session.library.collections) session.unsaved.forget(id);
    session.library.close();
    for (const key of Object.keys(localStorage)) if (key.startsWith('burrow')) localStorage.removeItem(key);
    clearTabQuestion();
    startAnew();
    return true;
  });
  session.erasing = erased ?? false;
}

/** Loads the page again at its start, and shows nothing else before: what leaves this page would cut off the load. */
function startAnew(): void {
  history.replaceState(null, '', location.pathname + location.search);
  location.reload();
}

/** Saves the original bytes; a PDF opens in a new tab at the page. No other kind is opened, since it could run as this site. */
export async function openOriginal(session: Session, item: DocumentItem, page: number | null): Promise<void> {
  await session.notices.attempt('Opening the original', async () => {
    const blob = await (await session.engine()).original(item.id);
    if (!blob) {
      session.notices.say('The original of this document is not kept here.');
    } else if (item.media_type === 'application/pdf') {
      const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
      open(`${url}${page === null ? '' : `#page=${page}`}`, '_blank', 'noopener');
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } else {
      saveFile(blob, item.path.split(/[/\\]/).at(-1) ?? item.title);
    }
  });
}
