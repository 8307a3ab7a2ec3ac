import { language } from '../../../src/app/words/language.svelte';
import type { EngineApi } from '../../../src/core/engine/api';
import { isLocked } from '../../../src/app/platform/web-locks';
import { message } from '../../../src/core/message';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HARBOUR, HOSTILE, LEDGER } from '../../helpers/fake-documents';
import { openAgain, showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

const library = page.getByRole('complementary', { name: 'Library' });
const input = page.getByLabelText('Add documents');

test('the first screen starts no engine until the person acts', async () => {
  const { engine } = await showApp({}, '#/');
  await expect.element(page.getByRole('button', { name: 'Open the sample' })).toBeInTheDocument();
  expect(engine.calls).toEqual([]);
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
});

test('what is read first shows at once in place of the start page, and the question box with the first document', async () => {
  await showApp({ pace: 60 }, '#/');
  await expect.element(page.getByRole('button', { name: 'Open the sample' })).toBeInTheDocument();
  await userEvent.upload(input, [new File(['A quiet letter.'], 'letter.txt')]);
  await expect.element(page.getByRole('heading', { name: 'Reading your documents' })).toBeInTheDocument();
  const waiting = page.getByRole('list', { name: 'Waiting to be read' });
  await expect.element(waiting.getByText('letter')).toBeInTheDocument();
  await expect.element(page.getByText(/^\d+(?:\.\d)? ?% done$/u)).toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeInTheDocument();
});

test('a file that cannot be read says why on its own line, and the others are there', async () => {
  await showApp({ documents: [HARBOUR] });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(input, [new File(['x'], 'torn.bad'), new File(['A quiet letter.'], 'letter.txt')]);
  const line = library.getByRole('listitem').filter({ hasText: 'torn.bad' });
  await expect.element(line.getByText(/it ends in the middle/)).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Delete letter.txt' })).toBeInTheDocument();
  await line.getByRole('button', { name: 'Dismiss torn.bad' }).click();
  await expect.element(line).not.toBeInTheDocument();
});

test('indexing shows its stage, can be paused and goes on', async () => {
  const { engine } = await showApp({ documents: [HARBOUR], pace: 60 });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(input, [new File(['A quiet letter.'], 'letter.txt')]);
  await expect.element(page.getByRole('progressbar', { name: 'Indexing' })).toBeInTheDocument();
  await expect.poll(() => document.title).toMatch(/%/);
  await page.getByRole('button', { name: 'Pause indexing' }).click();
  await page.getByRole('button', { name: 'Resume indexing' }).click();
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Delete letter.txt' })).toBeInTheDocument();
  expect(engine.calls.filter((call) => !call.startsWith('searchCost'))).toEqual(['add', 'pause', 'resume']);
});

test('the question before a collection is deleted names all that goes with it', async () => {
  await showApp({ documents: [HARBOUR] });
  await library.getByRole('button', { name: 'Collection options' }).click();
  await page.getByRole('menuitem', { name: 'Delete this collection…' }).click();
  const question = page.getByRole('alertdialog');
  for (const named of ['1 document', '1 original file', 'its index', 'Copies you exported stay'])
    await expect.element(question).toHaveTextContent(named);
});

test('a stage that is named after what it counts says it once', async () => {
  await showApp({ documents: [HARBOUR], pace: 60 });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(input, [new File(['A quiet letter.'], 'letter.txt')]);
  await expect.element(page.getByText(/Reading documents: \d+ of 20 · /)).toBeInTheDocument();
  const bar = page.getByRole('progressbar', { name: 'Indexing' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Reading documents: \d+ of 20$/));
});

test('what is added while something is read does not wait for its end', async () => {
  const { engine } = await showApp({ documents: [HARBOUR], pace: 60 });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(input, [new File(['A long letter.'], 'long.txt')]);
  await expect.element(page.getByRole('progressbar', { name: 'Indexing' })).toBeInTheDocument();
  await userEvent.upload(input, [new File(['A short letter.'], 'short.txt')]);
  await expect.poll(() => engine.calls).toEqual(['add', 'add']);
  await expect.element(page.getByRole('progressbar', { name: 'Indexing' })).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Delete short.txt' })).toBeInTheDocument();
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
});

test('hostile titles and texts are shown as text', async () => {
  await showApp({ documents: [HOSTILE] });
  await library.getByRole('button', { name: HOSTILE.title, exact: true }).click();
  const text = page.getByRole('complementary', { name: 'Evidence' }).getByRole('paragraph');
  await expect.element(text.filter({ hasText: '<script>window.hacked = 2</script>' })).toBeInTheDocument();
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect('hacked' in window).toBe(false);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test('thousands of documents are shown a page at a time and can be found', async () => {
  const documents = Array.from({ length: 3000 }, (_, index) => ({
    id: `d${index}`,
    title: `Letter number ${index}`,
    text: 'A letter.',
  }));
  await showApp({ documents });
  await expect.element(library.getByText('1–50 of 3,000')).toBeInTheDocument();
  expect(document.querySelectorAll('aside li').length).toBeLessThan(100);
  await library.getByRole('searchbox', { name: 'Find a document' }).fill('number 2999');
  await expect.element(library.getByRole('button', { name: 'Letter number 2999', exact: true })).toBeInTheDocument();
});

test('another tab that writes is named, and nothing that writes is offered', async () => {
  await showApp({ documents: [HARBOUR], writable: false });
  await expect
    .element(library.getByText(/Another tab is writing to this collection\. You can read/))
    .toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Add documents' })).toBeDisabled();
  await expect.element(library.getByRole('button', { name: 'Delete The harbour book' })).toBeDisabled();
});

test('a table is read one document per row by the columns that are chosen', async () => {
  const { engine } = await showApp({ documents: [LEDGER] });
  await library.getByRole('button', { name: /Split rows into documents/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('checkbox', { name: /body/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Split' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(engine.calls).toContain('reread');
});

test('a change that was offered before a reload still waits for the choice', async () => {
  const { engine } = await showApp({ documents: [HARBOUR], offered: ['a/plan.txt', 'b/plan.txt'] });
  const first = library.getByRole('listitem').filter({ hasText: 'a/plan.txt' });
  await expect.element(first.getByText(/A different version of this file is already here/)).toBeInTheDocument();
  await first.getByRole('button', { name: 'Keep both' }).click();
  await expect.poll(() => engine.calls).toContain('settle a/plan.txt: keep both');
  await expect.element(first).not.toBeInTheDocument();
  await library.getByRole('button', { name: 'Dismiss b/plan.txt' }).click();
  await expect.element(library.getByText(/A different version of this file is already here/)).not.toBeInTheDocument();
});

test('a pause outlives a reload, until the person resumes', async () => {
  const { engine } = await showApp({ documents: [HARBOUR], pending: ['letter.txt'], paused: true });
  await expect.element(page.getByRole('status', { name: 'Paused' })).toBeInTheDocument();
  expect(engine.calls).toEqual([]);
  await page.getByRole('button', { name: 'Resume indexing' }).click();
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
  expect((await engine.view()).paused).toBe(false);
});

test('pausing is remembered for the collection', async () => {
  const { engine } = await showApp({ documents: [HARBOUR], pace: 60 });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(input, [new File(['A quiet letter.'], 'letter.txt')]);
  await page.getByRole('button', { name: 'Pause indexing' }).click();
  await expect.poll(async () => (await engine.view()).paused).toBe(true);
});

test('after a deletion the focus is on the next document, and after the last one on the heading', async () => {
  await showApp({ documents: [HARBOUR, LEDGER, { id: 'note', title: 'Note', text: 'A note.' }] });
  const remove = async (title: string): Promise<void> => {
    await library.getByRole('button', { name: `Delete ${title}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(library.getByRole('button', { name: `Delete ${title}` })).not.toBeInTheDocument();
  };
  await remove(HARBOUR.title);
  await expect.element(library.getByRole('button', { name: LEDGER.title, exact: true })).toHaveFocus();
  await remove('Note');
  await expect.element(library.getByRole('heading', { name: /^Documents/ })).toHaveFocus();
});

test('a deleted document is hidden at once and comes back by Undo; without that it is deleted for good', async () => {
  const { engine } = await showApp({ documents: [HARBOUR, LEDGER] });
  const row = library.getByRole('button', { name: HARBOUR.title, exact: true });
  const remove = async (): Promise<void> => {
    await library.getByRole('button', { name: `Delete ${HARBOUR.title}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(row).not.toBeInTheDocument();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row).toBeInTheDocument();
  await remove();
  expect(engine.calls).not.toContain('removeDocuments');
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect.poll(() => engine.calls).toContain('removeDocuments');
  await expect.element(row).not.toBeInTheDocument();
});

/** A deletion that a page noted before it ended. */
const NOTED = {
  deletions: {
    [`burrow:deletion:document:collection-1:${LEDGER.id}`]: {
      kind: 'document',
      collection: 'collection-1',
      id: LEDGER.id,
    },
  },
};

test('a document whose page ended before Undo went is deleted on the next visit', async () => {
  const { engine } = await showApp({ documents: [HARBOUR, LEDGER], settings: NOTED });
  await expect.poll(() => engine.calls).toContain('removeDocuments');
  await expect.element(library.getByRole('button', { name: HARBOUR.title, exact: true })).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: LEDGER.title, exact: true })).not.toBeInTheDocument();
  await expect.poll(async () => notesOf(engine)).toEqual({});
});

const notesOf = async (engine: EngineApi): Promise<unknown> => engine.setting('deletions');

for (const how of ['Pause', 'a reset'] as const) {
  test(`a deletion outlives ${how}`, async () => {
    const { session, engine } = await showApp({ documents: [HARBOUR, LEDGER] });
    const remove = engine.removeDocuments.bind(engine);
    let tries = 0;
    engine.removeDocuments = async function* (ids, options) {
      tries++;
      // The real one removes, whatever the signal says, but for an engine that closes meanwhile.
      await new Promise<void>((resolve) => options?.signal?.addEventListener('abort', () => resolve()));
      if (how === 'Pause') yield* remove(ids);
      else options?.signal?.throwIfAborted();
    };
    const row = library.getByRole('button', { name: LEDGER.title, exact: true });
    await library.getByRole('button', { name: `Delete ${LEDGER.title}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect.poll(() => tries).toBe(1);
    if (how === 'Pause') session.indexing.pause();
    else session.indexing.reset();
    await expect.poll(() => session.indexing.running).toBe(false);
    await expect.element(row).not.toBeInTheDocument();
    if (how === 'Pause') {
      await expect.poll(async () => notesOf(engine)).toEqual({});
      expect(session.library.ids.has(LEDGER.id)).toBe(false);
      return;
    }
    await session.deletions.flush();
    await expect.poll(() => isLocked(`burrow:deletion:document:collection-1:${LEDGER.id}`)).toBe(false);
    expect(Object.keys((await notesOf(engine)) as object).length).toBe(1);
    engine.removeDocuments = remove;
    await session.opening.openShown();
    await expect.poll(async () => notesOf(engine)).toEqual({});
    await expect.element(row).not.toBeInTheDocument();
  });
}

for (const how of ['by itself', 'by Refresh'] as const) {
  test(`a tab that may write at last, ${how}, carries out what was deleted in the one that is gone`, async () => {
    let close = (): void => undefined;
    const otherTabGone = new Promise<void>((resolve) => (close = resolve));
    const pending = ['late.txt'];
    const options = { documents: [HARBOUR, LEDGER], pending, writable: false, otherTabGone, settings: NOTED };
    const { session, engine } = await showApp(options);
    const row = library.getByRole('button', { name: LEDGER.title, exact: true });
    await expect.element(row).toBeInTheDocument();
    expect(engine.calls).not.toContain('removeDocuments');
    if (how === 'by Refresh') {
      engine.refresh = async () => ({ ...(await engine.view()), writable: true });
      await session.collections.refresh();
    } else close();
    await expect.poll(() => engine.calls).toContain('removeDocuments');
    await expect.poll(() => engine.calls).toContain('resume');
    await expect.element(row).not.toBeInTheDocument();
    await expect.poll(async () => notesOf(engine)).toEqual({});
  });
}

test('a keyboard skips the library and goes straight to the question', async () => {
  await showApp({ documents: [HARBOUR] }, '#/collection-1/explore?view=communities');
  const skip = page.getByRole('button', { name: 'Skip to the question' });
  await expect.element(skip).toBeInTheDocument();
  (skip.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveFocus();
});

test('documents of the same title are told apart by their paths', async () => {
  const twins = ['a', 'b'].map((folder) => ({
    id: folder,
    title: 'readme',
    path: `${folder}/readme.txt`,
    text: 'Hi.',
  }));
  await showApp({ documents: twins });
  await expect.element(library.getByRole('button', { name: 'Delete readme, a/readme.txt' })).toBeInTheDocument();
  await expect.element(library.getByRole('checkbox', { name: 'Ask readme, b/readme.txt' })).toBeInTheDocument();
});

test('many files that could not be read are one line that can be dismissed', async () => {
  const failed = Array.from({ length: 11 }, (_, index) => ({ path: `bad${index}.exe`, reason: 'It is a program.' }));
  await showApp({ documents: [HARBOUR], failed });
  await expect.element(library.getByText('11 files could not be read')).toBeInTheDocument();
  await expect.element(library.getByText('bad3.exe')).not.toBeVisible();
  await library.getByRole('button', { name: 'Dismiss all' }).click();
  await expect.element(library.getByText(/could not be read/)).not.toBeInTheDocument();
});

test('many files that are already here are one line that can be dismissed', async () => {
  const names = Array.from({ length: 5 }, (_, index) => `letter${index}.txt`);
  await showApp({ documents: names.map((name) => ({ id: name, title: name, path: name, text: 'Hi.' })) });
  await expect.element(library).toBeInTheDocument();
  await userEvent.upload(
    input,
    names.map((name) => new File(['Hi.'], name)),
  );
  await library.getByText('5 files already here').click();
  const list = library.getByRole('list', { name: '5 files already here' });
  await expect.element(list.getByText('letter3.txt', { exact: true })).toBeVisible();
  await library.getByRole('button', { name: 'Dismiss all' }).click();
  await expect.element(library.getByText(/already here/u)).not.toBeInTheDocument();
});

test('documents can be added while reading is paused before the first one', async () => {
  await showApp({ pending: ['letter.txt'], paused: true });
  await expect.element(page.getByRole('button', { name: 'Read them now' })).toBeVisible();
  await expect.element(library.getByRole('button', { name: 'Add documents' })).toBeEnabled();
});

test('on a phone the page itself says how many files could not be read, and leads to them', async () => {
  await page.viewport(390, 844);
  const failed = ['a.exe', 'b.exe'].map((path) => ({ path, reason: 'It is a program.' }));
  await showApp({ documents: [HARBOUR], failed });
  await page.getByRole('button', { name: '2 files could not be read' }).click();
  await expect.element(page.getByRole('list', { name: 'Files that could not be read' })).toBeVisible();
});

test('another reading is offered only where the reader stopped', async () => {
  const failed = [
    { path: 'empty.txt', reason: 'It is empty.' },
    { path: 'slow.pdf', reason: 'Reading it made no progress.', again: true },
  ];
  await showApp({ documents: [HARBOUR], failed });
  await expect.element(library.getByText('Could not be read: It is empty.')).toBeInTheDocument();
  await expect.element(library.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(library.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(1);
});

test('why a file could not be read is said in the language of the page, with its values', async () => {
  const reason = message`The same file is already here as “${'Book.txt'}”.`;
  await showApp({ documents: [HARBOUR], failed: [{ path: 'copy.txt', reason }] });
  await expect.element(library.getByText(/The same file is already here as “Book.txt”./)).toBeInTheDocument();
  await language.choose('zh');
  await expect.element(page.getByText(/同一文件已在此处，名为“Book.txt”。/)).toBeInTheDocument();
  await language.choose('browser');
});

test('a file whose pictures wait for an answer says why, also when the page was loaded anew', async () => {
  const need = { kind: 'pictures', pages: 2 } as const;
  await showApp({
    documents: [HARBOUR],
    failed: [{ path: 'scan.pdf', reason: message`It holds pictures alone.`, need }],
  });
  await library.getByText('Files that wait').click();
  await expect.element(library.getByText(/It holds pictures alone\./)).toBeVisible();
});

test('the time that pictures take is told by pages before, and no question is asked again after “Not now”', async () => {
  const need = { kind: 'pictures', pages: 20 } as const;
  await showApp({
    documents: [HARBOUR],
    failed: [{ path: 'scan.pdf', reason: message`It holds pictures alone.`, need }],
    secondsPerPage: 2,
  });
  const question = library.getByRole('region', { name: '1 file is a picture without text' });
  await expect
    .element(question)
    .toHaveTextContent('printed words on 20 pages. It takes about 40 seconds, as pages before did');
  await expect.element(question.getByLabelText('Language of the pictures')).toHaveValue('eng');
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect.element(question.getByRole('button', { name: 'Not now' })).not.toBeInTheDocument();
  sessionStorage.clear();
});

test('files whose words look like another language are offered to be read again in it', async () => {
  const doubtOf = (likely?: string) =>
    ({ kind: 'pictures', pages: 1, doubt: { language: 'eng', ...(likely && { likely }) } }) as const;
  await showApp({
    documents: [HARBOUR],
    failed: ['a.png', 'b.png', 'c.png'].map((path, at) => ({
      ...{ path, reason: message`It holds pictures alone.` },
      need: doubtOf(at < 2 ? 'deu' : undefined),
    })),
  });
  const german = library.getByRole('region', { name: '2 files were read as English, but the words look like German' });
  await expect.element(german.getByRole('button', { name: 'Read again as German' })).toBeEnabled();
  await german.getByLabelText('Language of the pictures').selectOptions('Italian');
  await expect.element(german.getByRole('button', { name: 'Read again as Italian' })).toBeEnabled();
  const uncertain = library.getByRole('region', { name: '1 file was read as English, and most words are uncertain' });
  await expect.element(uncertain.getByRole('button', { name: 'Read again as English' })).toBeDisabled();
});

test('what another tab commits shows by itself and leaves what is read where it is', async () => {
  let commit = (): void => undefined;
  const otherTab = [new Promise<void>((resolve) => (commit = resolve))];
  const { session } = await showApp({ documents: [HARBOUR], writable: false, otherTab });
  await expect.element(library).toBeInTheDocument();
  const [start, end] = [HARBOUR.text.length - 40, HARBOUR.text.length];
  session.evidence.open({ kind: 'passage', documentId: HARBOUR.id, start, end });
  const evidence = page.getByRole('complementary', { name: 'Evidence' });
  const pane = (): Element => evidence.element().querySelector('.pane') ?? evidence.element();
  await expect.poll(() => pane().scrollTop, { timeout: 10_000 }).toBeGreaterThan(100);
  pane().scrollTop = 40;
  commit();
  await expect.poll(() => session.library.view?.generation).toBe(2);
  await expect.poll(() => session.evidence.busy).toBe(false);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(pane().scrollTop).toBe(40);
});

test('that files can no longer be kept is told as soon as a part of Burrow was started again', async () => {
  const { session, engine } = await showApp({ documents: [HARBOUR] });
  await expect.poll(() => session.settings.usage?.inMemory).toBe(false);
  const usage = await engine.usage();
  engine.usage = async () => ({ ...usage, inMemory: true });
  await session.reopen(new Error('The engine has not answered for 60 seconds.'));
  await expect.element(page.getByText('This window cannot keep files.').first()).toBeInTheDocument();
  expect(session.settings.inMemory).toBe(true);
});

test('an own collection that is empty asks for documents first', async () => {
  const { session } = await showApp({ documents: [] });
  await expect.poll(() => session.library.view).not.toBeNull();
  const name = session.library.view?.collection.name ?? '';
  const main = page.getByRole('main');
  await expect.element(main.getByRole('heading', { name: `Add documents to “${name}”` })).toBeInTheDocument();
  await expect.element(main.getByRole('button', { name: 'Add documents' })).toHaveClass('strong');
  await expect.element(main.getByRole('button', { name: 'Open the sample' })).not.toHaveClass('strong');
});

test('a collection of which only the texts are read says that it is being opened, and is Ready once all of it is', async () => {
  const { engine } = await showApp({ documents: [HARBOUR] });
  let read = (): void => undefined;
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const early = { ...(await engine.view()), whole: false, upToDate: false };
  const resumed = vi.fn(engine.resume);
  const slow = {
    ...engine,
    open: async () => early,
    refresh: async () => (await isRead, engine.refresh()),
    resume: resumed,
  };
  await openAgain(slow, '#/collection-1/ask');
  const status = page.getByRole('status', { name: 'Opening…' });
  await expect.element(status).toHaveTextContent('You can already ask what has been read.');
  await expect.element(page.getByRole('button', { name: 'Pause indexing' })).not.toBeInTheDocument();
  read();
  await expect.element(page.getByRole('status', { name: 'Ready' })).toBeInTheDocument();
  expect(resumed).not.toHaveBeenCalled();
});

test('an import that takes a while can be stopped, and nothing is said of a failure', async () => {
  const { engine, session } = await showApp({ documents: [HARBOUR] });
  engine.importFiles = (_files, { signal } = {}) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  const importing = session.collections.import([{ path: 'graph.zip', bytes: new Blob() }]);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await importing;
  await expect.element(page.getByText(/Importing the collection/)).not.toBeInTheDocument();
  expect(session.notices.items).toEqual([]);
  expect(session.opening.busy).toBe(false);
});
