import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { XmlDocument } from 'libxml2-wasm';
import { unpacked } from '../helpers/duckdb-over';
import { exportToDownloads } from '../helpers/export-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import {
  addFiles,
  answer,
  ask,
  deleteDocument,
  evidence,
  openCopy,
  openPassage,
  openSample,
  passages,
  ready,
  saveCopy,
  textFile,
} from '../helpers/page-steps';

const LETTER =
  'Orla kept the harbour book of Kesh until 1903. Ann met Orla in Kesh. The flood took the quay in the night.';
const DIARY = 'Zorblat of Kesh repaired the great lantern twice. Nobody thanked Zorblat for the lantern of Kesh.';

const notes = (page: Page): Locator => page.getByRole('list', { name: 'Notes' }).locator('> li');
const note = (page: Page, at: number): Locator => notes(page).nth(at);
const ownWords = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('textbox', { name: 'Your words' })
    .evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value));
const turnTo = (page: Page, tab: string): Promise<void> => page.getByRole('tab', { name: tab, exact: true }).click();
const pinned = (page: Page): Promise<void> => expect(page.getByText('Pinned to the notebook')).toBeVisible();

/** Selects some words of the document in Evidence. */
async function select(page: Page, words: string): Promise<void> {
  await expect(evidence(page).getByText(words).first()).toBeVisible();
  await evidence(page).evaluate((pane, wanted) => {
    const texts = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = (text.nodeValue ?? '').indexOf(wanted);
      if (at >= 0) return getSelection()?.setBaseAndExtent(text, at, text, at + wanted.length);
    }
    throw new Error(`“${wanted}” is not there`);
  }, words);
}

async function write(page: Page, at: number, words: string): Promise<void> {
  await note(page, at).getByRole('textbox', { name: 'Your words' }).fill(words);
  await expect(note(page, at).getByText('Saved', { exact: true })).toBeVisible();
}

async function exported(page: Page, format: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await download).path());
}

async function openLetters(page: Page): Promise<void> {
  await page.goto('./');
  await addFiles(page, textFile('letter.txt', LETTER), textFile('diary.txt', DIARY));
  await ready(page);
}

test('a quote, an answer, selected words and a view of the map are pinned, written beside, ordered, and there after a reload', async ({
  page,
}) => {
  await page.goto('./');
  await openSample(page);
  await turnTo(page, 'Notebook');
  await expect(page.getByText('Keep what you want to use')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await turnTo(page, 'Ask');
  await ask(page, 'Who kept the weir below the Lady Well?', 'Local');
  await passages(page).first().getByRole('button', { name: 'Pin to notebook' }).click();
  await pinned(page);
  await answer(page).locator('.foot').getByRole('button', { name: 'Pin to notebook' }).click();
  await openPassage(page);
  const words = ((await evidence(page).locator('p[data-start]').last().textContent()) ?? '').slice(0, 24).trim();
  await select(page, words);
  await page.getByRole('button', { name: 'Pin selection' }).click();
  await expect(evidence(page).locator('a.noted').filter({ hasText: words })).toBeVisible();
  await turnTo(page, 'Explore');
  await expect(page.getByText(/communities, the largest first/u)).toBeVisible();
  await page.getByRole('button', { name: 'Pin this view' }).click();
  await turnTo(page, 'Notebook');
  await expect(notes(page)).toHaveCount(4);
  await expect(note(page, 3).getByRole('img', { name: /^Map with / })).toBeVisible();
  for (const [at, own] of ['quote', 'answer', 'selection', 'map'].entries()) await write(page, at, own);
  await note(page, 3).getByRole('button', { name: 'Move up' }).click();
  await expect.poll(() => ownWords(page)).toEqual(['quote', 'answer', 'map', 'selection']);
  await page.reload();
  await expect.poll(() => ownWords(page)).toEqual(['quote', 'answer', 'map', 'selection']);
  await note(page, 3).getByRole('button', { name: 'Open in document' }).click();
  await expect(evidence(page).locator('a.noted mark')).toHaveText(words);
  expect(await accessibilityFindings(page)).toEqual([]);
  await evidence(page).locator('a.noted').filter({ hasText: words }).click();
  await expect(note(page, 3)).toBeFocused();
  await note(page, 2).getByRole('button', { name: 'Open the map' }).click();
  await expect(page.getByText(/communities, the largest first/u)).toBeVisible();
});

test('the notebook is exported, and opened by programs that are not ours', async ({ page }) => {
  await exportToDownloads(page);
  await page.goto('./');
  await openSample(page);
  await ask(page, 'What did Oakshott say of the loss of water?', 'Basic');
  await passages(page)
    .filter({ hasText: /p\. \d/u })
    .first()
    .getByRole('button', { name: 'Pin to notebook' })
    .click();
  await pinned(page);
  await turnTo(page, 'Notebook');
  await write(page, 0, 'See **this**.');
  const quote = (await note(page, 0).locator('blockquote').textContent()) ?? '';
  const markdown = (await exported(page, 'Markdown')).toString('utf8');
  expect(markdown).toContain('[^1-1]: ');
  expect(markdown).toMatch(/^\[\^1-1\]: .*, p\. \d/mu);
  const files = await unpacked(new Blob([new Uint8Array(await exported(page, 'Word'))]));
  const spaces = { w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main' };
  const textOf = (path: string): string => {
    const document = XmlDocument.fromBuffer(files.get(path) ?? new Uint8Array());
    const texts = document.find('//w:t', spaces).map((node) => ('content' in node ? node.content : ''));
    document.dispose();
    return texts.join('');
  };
  expect(textOf('word/document.xml').replaceAll(/\s/gu, '')).toContain(quote.replaceAll(/\s/gu, '').slice(0, 60));
  expect(textOf('word/document.xml')).toContain('See this.');
  expect(textOf('word/footnotes.xml')).toMatch(/p\. \d/u);
  const [reference] = JSON.parse((await exported(page, 'CSL')).toString('utf8')) as readonly Record<string, unknown>[];
  expect(reference).toMatchObject({ type: 'document', title: expect.any(String), page: expect.stringMatching(/\d/u) });
  expect((await exported(page, 'BibTeX')).toString('utf8')).toContain(`title = {{${String(reference?.['title'])}}}`);
});

test('a copy has the notes, and a deleted document takes its words out of them, not those of the person', async ({
  page,
}) => {
  await openLetters(page);
  await ask(page, 'Who repaired the lantern?', 'Basic');
  await passages(page).filter({ hasText: 'Zorblat' }).getByRole('button', { name: 'Pin to notebook' }).click();
  await pinned(page);
  await turnTo(page, 'Notebook');
  await write(page, 0, 'Thank them.');
  await note(page, 0).getByRole('combobox', { name: 'New tag' }).fill('thanks');
  await page.keyboard.press('Enter');
  await expect(note(page, 0).getByRole('button', { name: 'Remove the tag thanks' })).toBeVisible();
  const copy = await saveCopy(page);
  await page.getByRole('button', { name: 'Delete diary', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('removed from 1 note of your notebook');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await deleteDocument(page, 'diary');
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(note(page, 0).getByText('The document has been deleted', { exact: false })).toBeVisible();
  await expect(note(page, 0)).not.toContainText('Zorblat');
  expect(await ownWords(page)).toEqual(['Thank them.']);
  await openCopy(page, copy);
  await ready(page);
  await turnTo(page, 'Notebook');
  await expect(note(page, 0).locator('blockquote')).toContainText('Zorblat');
  expect(await ownWords(page)).toEqual(['Thank them.']);
  await expect(note(page, 0).getByRole('button', { name: 'Remove the tag thanks' })).toBeVisible();
});

test('a note that says it is saved is there after the page is killed; another tab reads it only', async ({
  page,
  context,
}) => {
  await openLetters(page);
  await turnTo(page, 'Notebook');
  await page.getByRole('button', { name: 'New note' }).click();
  await write(page, 0, 'Saved words');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(() => ownWords(other)).toEqual(['Saved words']);
  await expect(other.getByText('Here you can only read its notebook', { exact: false })).toBeVisible();
  await write(page, 0, 'Later words');
  await expect.poll(() => ownWords(other)).toEqual(['Later words']);
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await page.waitForEvent('crash');
  const next = await context.newPage();
  await other.close();
  await next.goto('./');
  await ready(next);
  await turnTo(next, 'Notebook');
  await expect.poll(() => ownWords(next)).toEqual(['Later words']);
});

test('everything is used by keyboard on a narrow window, and fits it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openLetters(page);
  await turnTo(page, 'Notebook');
  await page.getByRole('button', { name: 'New note' }).focus();
  await page.keyboard.press('Enter');
  await expect(note(page, 0).getByRole('textbox', { name: 'Your words' })).toBeFocused();
  await page.keyboard.type('first');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a tag of very many letters that has to wrap somewhere');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New note' }).focus();
  await page.keyboard.press('Enter');
  await expect(note(page, 1).getByRole('textbox', { name: 'Your words' })).toBeFocused();
  await page.keyboard.type('second');
  await note(page, 1).getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(() => ownWords(page)).toEqual(['second', 'first']);
  await note(page, 0).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(notes(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(() => ownWords(page)).toEqual(['second', 'first']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityFindings(page)).toEqual([]);
});
