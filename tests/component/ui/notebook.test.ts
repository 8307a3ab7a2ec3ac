import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from './axe-findings';
import { showApp } from './show-app';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';

const documents = [HARBOUR, LEDGER];
const NOTEBOOK = '#/collection-1/notebook';
const QUOTE = { kind: 'quote', documentId: 'harbour', start: 0, end: 11 } as const;

beforeEach(() => page.viewport(1280, 860));

const notes = () => page.getByRole('list', { name: 'Notes' });
const order = (): readonly (string | null)[] =>
  [...notes().element().querySelectorAll('textarea')].map((area) => area.value);

/** The notebook with notes of these words. */
async function shown(...texts: readonly string[]) {
  const app = await showApp({ documents }, NOTEBOOK);
  for (const text of texts) {
    const { id } = await app.engine.addNote(null);
    await app.engine.changeNote(id, { text });
  }
  app.session.adopt(await app.engine.view());
  if (texts.length > 0) await expect.poll(order).toEqual(texts);
  return app;
}

test('an empty notebook says what it is for and how to pin', async () => {
  const { screen } = await shown();
  await expect.element(screen.getByText('Keep what you want to use')).toBeVisible();
  await expect.element(screen.getByText('choose “Pin to notebook”', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Export', exact: true })).not.toBeInTheDocument();
  expect(await axeFindings()).toEqual([]);
});

test('what is written is saved after a moment, and says so', async () => {
  const { screen, engine } = await shown();
  await screen.getByRole('button', { name: 'New note' }).click();
  const area = screen.getByRole('textbox', { name: 'Your words' });
  await expect.element(area).toHaveFocus();
  await userEvent.keyboard('Mine');
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  expect((await engine.notes())[0]?.text).toBe('Mine');
});

test('what is being typed is saved before another collection is opened', async () => {
  const { screen, engine, session } = await shown('before');
  const saved: string[] = [];
  const changeNote = engine.changeNote.bind(engine);
  engine.changeNote = (id, change) => (saved.push(change.text ?? ''), changeNote(id, change));
  await screen.getByRole('textbox', { name: 'Your words' }).fill('typed just now');
  void session.opening.show('Open', async () => engine.view());
  await expect.poll(() => saved).toEqual(['typed just now']);
});

test('what could not be saved stays on the screen, is told, and is saved by the next try', async () => {
  const { screen, engine } = await shown('before');
  const changeNote = engine.changeNote.bind(engine);
  engine.changeNote = async () => Promise.reject(new Error('The disk is full.'));
  const area = screen.getByRole('textbox', { name: 'Your words' });
  await area.fill('after');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The disk is full.');
  await expect.element(screen.getByText('Not saved yet')).toBeVisible();
  engine.changeNote = changeNote;
  await area.fill('after all');
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  expect((await engine.notes())[0]?.text).toBe('after all');
});

test('notes are moved by buttons that keep the keyboard, and the new place is told', async () => {
  const { screen } = await shown('one', 'two', 'three');
  const up = screen.getByRole('button', { name: 'Move up' }).nth(2);
  await up.click();
  await expect.poll(order).toEqual(['one', 'three', 'two']);
  await expect.element(screen.getByText('Note 2 of 3')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(order).toEqual(['three', 'one', 'two']);
  await expect.element(screen.getByRole('button', { name: 'Move up' }).first()).toBeDisabled();
});

test('notes are dragged to another place', async () => {
  const { screen } = await shown('one', 'two', 'three');
  const handles = notes().element().querySelectorAll('.handle');
  const first = notes().element().querySelector('li');
  if (!handles[2] || !first) throw new Error('no handle');
  await userEvent.dragAndDrop(handles[2], first, { targetPosition: { x: 30, y: 4 } });
  await expect.poll(order).toEqual(['three', 'one', 'two']);
  await expect.element(screen.getByText('3 notes')).toBeVisible();
});

test('tags filter the notes, and a search looks in words, tags and quotes', async () => {
  const { screen, engine } = await shown('one', 'two');
  await engine.addNote(QUOTE);
  const added = screen.getByRole('combobox', { name: 'New tag' });
  await added.first().fill('sea law');
  await userEvent.keyboard('{Enter}');
  const tag = screen.getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'sea law' });
  await tag.click();
  await expect.poll(order).toEqual(['one']);
  await expect.element(screen.getByText(/^1 of \d notes$/u)).toBeVisible();
  await tag.click();
  await screen.getByRole('searchbox', { name: 'Search the notebook' }).fill('LAW');
  await expect.poll(order).toEqual(['one']);
  await screen.getByRole('searchbox', { name: 'Search the notebook' }).fill('no such words');
  await expect.element(screen.getByText('No note fits.')).toBeVisible();
});

test('commas separate tags that are typed together', async () => {
  const { screen } = await shown('one');
  await screen.getByRole('combobox', { name: 'New tag' }).fill('lease, urgent，, lease');
  await userEvent.keyboard('{Enter}');
  const buttons = screen.getByRole('group', { name: 'Tags' }).getByRole('button');
  await expect.poll(() => buttons.elements().map(({ textContent }) => textContent)).toEqual(['All', 'lease', 'urgent']);
});

test('a note is deleted, and comes back where it was by Undo', async () => {
  const { screen } = await shown('one', 'two', 'three');
  await notes().getByRole('button', { name: 'Delete' }).nth(1).click();
  await expect.poll(order).toEqual(['one', 'three']);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(order).toEqual(['one', 'two', 'three']);
});

test('deleted notes come back one by one, the last one first, long after their notices are gone', async () => {
  const { screen, session } = await shown('one', 'two', 'three');
  for (const _ of [1, 2]) await notes().getByRole('button', { name: 'Delete' }).first().click();
  await expect.poll(order).toEqual(['three']);
  for (const { id } of session.notices.items) session.notices.dismiss(id);
  await notes().getByRole('textbox', { name: 'Your words' }).click();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(order()).toEqual(['three']); // there it undoes what was typed
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(order).toEqual(expect.arrayContaining(['two', 'three']));
  await screen.getByRole('button', { name: 'Bring back deleted note' }).click();
  await expect.poll(() => order().length).toBe(3);
  await expect.element(screen.getByRole('button', { name: 'Bring back deleted note' })).not.toBeInTheDocument();
});

test('words selected in a document are pinned, stay marked there beside what is cited, and lead to their note', async () => {
  const { screen, engine } = await showApp({ documents }, '#/collection-1/ask?evidence=passage:harbour:0:11');
  const cited = screen.getByRole('complementary', { name: 'Evidence' }).getByText('The keepers', { exact: true });
  await expect.element(cited.last()).toBeVisible();
  const paragraph = document.querySelectorAll('.evidence p[data-start]')[1];
  const text = [...(paragraph?.childNodes ?? [])].find(({ nodeValue }) => (nodeValue ?? '').length > 30);
  if (!text) throw new Error('no text');
  const words = (text.textContent ?? '').slice(10, 27).trim();
  getSelection()?.setBaseAndExtent(text, 10, text, 27);
  await screen.getByRole('button', { name: 'Pin selection' }).click();
  const [note] = await engine.notes();
  expect(note?.pin).toMatchObject({ kind: 'quote', quote: words, documentId: 'harbour' });
  const link = screen.getByRole('link', { name: words });
  await expect.element(link).toHaveAttribute('title', 'Go to your note');
  expect(getComputedStyle(link.element()).textDecorationStyle).toBe('dotted');
  expect(document.querySelectorAll('.evidence mark')).toHaveLength(1);
  await link.click();
  await expect.element(screen.getByRole('article', { name: 'Note 1: The harbour book' })).toBeVisible();
  expect(location.hash).not.toContain('note=');
});

test('a pinned answer keeps its sentences and chips, and its chips lead into the document', async () => {
  const { screen, engine, session } = await showApp({ documents, writtenBy: 'Qwen' });
  await screen.getByRole('textbox', { name: 'Question' }).fill('Who kept the book?');
  await screen.getByRole('button', { name: 'Ask', exact: true }).click();
  const answer = screen.getByRole('article', { name: 'Answer' });
  await expect.element(answer).toHaveAttribute('aria-busy', 'false');
  await answer.getByRole('button', { name: 'Pin to notebook' }).last().click();
  await expect.element(screen.getByText('Pinned to the notebook')).toBeVisible();
  await expect
    .poll(async () => (await engine.notes())[0]?.pin)
    .toMatchObject({ kind: 'answer', question: 'Who kept the book?' });
  session.router.go({ tab: 'notebook' });
  const note = screen.getByRole('article', { name: 'Note 1: Who kept the book?' });
  await expect.element(note.getByText('Written by Qwen', { exact: false })).toBeVisible();
  await note
    .getByRole('button', { name: /^Citation 1/u })
    .first()
    .click();
  await expect
    .element(screen.getByRole('complementary', { name: 'Evidence' }).getByRole('heading').first())
    .toBeVisible();
  expect(location.hash).toContain('evidence=passage');
  expect(await axeFindings()).toEqual([]);
});

test('a tab that may only read shows the notes, and offers nothing that changes them', async () => {
  const { screen, engine, session } = await showApp({ documents, writable: false }, NOTEBOOK);
  const { id } = await engine.addNote(QUOTE);
  await engine.changeNote(id, { text: 'Mine', tags: ['sea'] });
  session.adopt(await engine.view());
  await expect.poll(order).toEqual(['Mine']);
  await expect.element(screen.getByRole('textbox', { name: 'Your words' })).toHaveAttribute('readonly');
  for (const name of ['New note', 'Delete', 'Move up', 'Remove the tag sea'])
    await expect.element(notes().getByRole('button', { name, exact: true })).not.toBeInTheDocument();
  expect(await axeFindings()).toEqual([]);
});
