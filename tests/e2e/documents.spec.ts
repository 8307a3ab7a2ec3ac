import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { generatedText } from '../helpers/generated-text';
import { watchRequests } from '../helpers/page-checks';
import {
  addFiles,
  answer,
  ask,
  evidence,
  library,
  markedWords,
  openSample,
  openPassage,
  passages,
  ready,
  textFile,
  type GivenFile,
  openView,
} from '../helpers/page-steps';

const CREW = `name,role,story
Ingrid Sorley,keeper,Ingrid Sorley lit the lamp of Skerry Light every evening for thirty years.
Tomas Reave,master,Tomas Reave brought the barque Calder past Gannet Rock in the fog.
Edda Halloran,maker,"Edda Halloran cast the great lens in Portwenn, and signed it."
`;

test.beforeEach(async ({ page }) => {
  page.setDefaultTimeout(15_000);
  await page.goto('./');
});

function line(page: Page, path: string) {
  return page.getByRole('list', { name: 'Added files' }).getByRole('listitem').filter({ hasText: path });
}

function documents(page: Page) {
  return page.getByRole('button', { name: /^Delete / });
}

test('a CSV is one document, and then one per row with a title and attributes', async ({ page }) => {
  await addFiles(page, textFile('crew.csv', CREW, 'text/csv'));
  await ready(page);
  await expect(documents(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Split rows into documents…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('3 rows become 3 documents');
  for (const column of await dialog.getByRole('checkbox').all()) await column.uncheck();
  await dialog.getByRole('checkbox', { name: /^story/ }).check();
  await dialog.getByRole('combobox', { name: 'Title column' }).selectOption('name');
  await dialog.getByRole('button', { name: 'Split' }).click();
  await expect(documents(page)).toHaveCount(3);
  await ready(page);
  await library(page).getByRole('button', { name: 'Tomas Reave', exact: true }).click();
  await expect(evidence(page).getByRole('term').filter({ hasText: 'role' })).toBeVisible();
  await expect(evidence(page).getByRole('definition').filter({ hasText: 'master' })).toBeVisible();
  await ask(page, 'Who cast the great lens?', 'Basic');
  await expect(answer(page)).toContainText('Edda Halloran cast the great lens in Portwenn');
});

test('the same bytes are one document; other bytes on the same path are offered and replaced', async ({ page }) => {
  const first = 'The lamp of Skerry Light was lit in 1871 by Ingrid Sorley.';
  await addFiles(page, textFile('lamp.txt', first), textFile('second lamp.txt', first));
  await ready(page);
  await expect(documents(page)).toHaveCount(1);
  await expect(page.getByText('Already here')).toBeVisible();
  await addFiles(page, textFile('lamp.txt', 'The lamp of Skerry Light was lit in 1902 by Edda Halloran.'));
  await expect(
    line(page, 'lamp.txt').filter({ hasText: 'A different version of this file is already here' }),
  ).toBeVisible();
  await ask(page, 'Who lit the lamp of Skerry Light?', 'Basic');
  await expect(answer(page)).toContainText('1871');
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('A different version of this file is already here')).toHaveCount(0);
  await ready(page);
  await ask(page, 'Who lit the lamp of Skerry Light?', 'Basic');
  await expect(answer(page)).toContainText('1902');
  await expect(answer(page)).not.toContainText('1871');
  await expect(documents(page)).toHaveCount(1);
});

test('a folder of sixty files is read whole, with the paths of its folders', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-folder-'));
  try {
    for (let index = 0; index < 60; index++) {
      const year = join(folder, 'logs', String(1870 + (index % 6)));
      await mkdir(year, { recursive: true });
      await writeFile(join(year, `log ${String(index)}.txt`), generatedText(900, index));
    }
    await page.getByLabel('Add a folder').first().setInputFiles(join(folder, 'logs'));
    await ready(page);
    await expect(library(page).getByRole('heading', { name: 'Documents 60' })).toBeVisible();
    await library(page).getByRole('searchbox', { name: 'Find a document' }).fill('1873/log 3.txt');
    await expect(documents(page)).toHaveCount(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('files that are still being saved when another collection is chosen are saved in theirs first', async ({
  page,
}) => {
  test.slow();
  await openSample(page);
  const files = Array.from({ length: 200 }, (_, at) => textFile(`log ${String(at)}.txt`, generatedText(300, at)));
  await addFiles(page, ...files);
  const collection = page.getByRole('combobox', { name: 'Collection' });
  await expect(page.getByText(/^Saving files: \d+ of 200/).first()).toBeVisible();
  await expect(collection.locator('option:checked')).not.toContainText('sample'); // files beside the sample make their own
  const name = (await collection.locator('option:checked').textContent())?.trim() ?? '';
  await collection.selectOption('The Green Night (sample)');
  await ready(page);
  await expect(library(page).getByRole('heading', { name: /^Documents 200$/ })).toHaveCount(0);
  await collection.selectOption(name);
  await ready(page, 120_000);
  await expect(library(page).getByRole('heading', { name: 'Documents 200' })).toBeVisible();
});

test('what reads documents is started while the first ones are being chosen', async ({ page }) => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add documents' }).first().click();
  const chooser = await choosing;
  for (const worker of ['read.worker', 'mention.worker', 'parquet.worker'])
    await expect.poll(() => page.workers().some((one) => one.url().includes(worker))).toBe(true);
  // What shows that they come is there already, so that the first sign waits for nothing.
  const fetched = (): Promise<readonly string[]> =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  for (const part of ['/BeforeFirst-', '/Library-'])
    await expect.poll(async () => (await fetched()).some((name) => name.includes(part))).toBe(true);
  await chooser.setFiles(textFile('lamp.txt', 'Ingrid Sorley lit the lamp of Skerry Light.'));
  await ready(page);
  await expect(documents(page)).toHaveCount(1);
});

test('pasted text and UTF-16 become documents that can be asked', async ({ page }) => {
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Piotr Brandt painted the tower of Norraby red in 1890.');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await ready(page);
  const text = 'Амина Квай измерила приливы у Портвенна в 1891 году. Luisa Moreau drew the chart of Calder Point.';
  await addFiles(page, textFile('tides.txt', Buffer.from(`\uFEFF${text}`, 'utf16le')));
  await expect(documents(page)).toHaveCount(2);
  await ready(page);
  await ask(page, 'Who painted the tower of Norraby?', 'Basic');
  await expect(answer(page)).toContainText('Piotr Brandt painted the tower');
  await ask(page, 'Who drew the chart of Calder Point?', 'Basic');
  await expect(answer(page)).toContainText('Luisa Moreau drew the chart of Calder Point.');
  await openPassage(page);
  await markedWords(page);
  await expect(evidence(page)).toContainText('Амина Квай измерила приливы');
});

const IMAGE = '<img src="http://127.0.0.1:9/pixel.png" onerror="window.harm = 1">';
const HARM = `${IMAGE}<script>window.harm = 1; alert(1)</script><svg onload="window.harm = 1"></svg>`;
const HOSTILE: readonly GivenFile[] = [
  textFile(
    'page.html',
    `<html><head><title>Plan &lt;img src=x onerror=alert(1)&gt;</title><base href="http://127.0.0.1:9/"><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"></head><body><p>Marit Iwata wrote the hostile plan of Holm Island.</p>${HARM}<iframe srcdoc="<script>parent.harm = 1</script>"></iframe></body></html>`,
    'text/html',
  ),
  textFile(
    'notes.md',
    `# Notes ${IMAGE}\n\nMarit Iwata hid [a link](javascript:window.harm=1) and ![](http://127.0.0.1:9/pixel.png) in her notes of Holm Island.\n\n${HARM}\n`,
    'text/markdown',
  ),
  textFile('<img src=x onerror=alert(1)>.txt', `Marit Iwata met ${HARM} and </mark></script> at Holm Island.`),
];

test('hostile documents stay text: nothing runs, nothing is asked from elsewhere', async ({ page }) => {
  const foreign = watchRequests(page);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await addFiles(page, ...HOSTILE);
  await ready(page);
  await expect(documents(page)).toHaveCount(3);
  await ask(page, `What did Marit Iwata do at Holm Island? ${IMAGE}`, 'Local');
  await expect(passages(page)).toHaveCount(3);
  for (const at of [0, 1, 2]) {
    await openPassage(page, at);
    await markedWords(page);
  }
  for (const title of await page.locator('li button.title').all()) await title.click();
  await page.getByRole('tab', { name: 'Explore' }).click();
  await openView(page, 'Tables', 'Documents');
  await expect(page.getByRole('table', { name: 'Documents' }).getByRole('row')).toHaveCount(4);
  expect(await page.evaluate(() => 'harm' in window)).toBe(false);
  expect(await page.locator('main img, main iframe, aside img, aside iframe, aside script').count()).toBe(0);
  expect(dialogs).toEqual([]);
  expect(foreign()).toEqual([]);
});

test('a file that cannot be read says so at once; indexing is paused, asked meanwhile and resumed', async ({
  page,
}) => {
  const large = [1, 2, 3, 4].map((seed) => textFile(`volume-${String(seed)}.txt`, generatedText(1_500_000, seed)));
  await addFiles(
    page,
    textFile('broken.pdf', '%PDF-1.7 no more', 'application/pdf'),
    textFile('small.txt', CREW),
    ...large,
  );
  await expect(line(page, 'broken.pdf')).toContainText('Could not be read: ', { timeout: 10_000 });
  await expect(page.getByRole('button', { name: 'Delete small' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause indexing' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Indexing' })).toHaveCount(0);
  await ask(page, 'Who lit the lamp of Skerry Light every evening?', 'Basic');
  await expect(answer(page)).toContainText('Ingrid Sorley lit the lamp');
  await page.getByRole('button', { name: 'Resume indexing' }).click();
  await expect(page.getByRole('progressbar', { name: 'Indexing' })).toBeVisible();
  await ready(page, 90_000);
  await expect(documents(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Dismiss broken.pdf' }).click();
  await expect(line(page, 'broken.pdf')).toHaveCount(0);
});

test('a second tab reads while the first writes, and takes over after it closes', async ({ page, context }) => {
  await addFiles(page, textFile('lamp.txt', 'The lamp of Skerry Light was lit in 1871 by Ingrid Sorley.'));
  await ready(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText('Another tab is writing to this collection.')).toBeVisible();
  await ready(second);
  await ask(second, 'Who lit the lamp of Skerry Light?', 'Basic');
  await expect(answer(second)).toContainText('Ingrid Sorley');
  await expect(second.getByRole('button', { name: 'Delete lamp' })).toBeDisabled();
  await addFiles(page, textFile('tides.txt', 'Luisa Moreau drew the chart of Calder Point.'));
  await expect(documents(page)).toHaveCount(2);
  await ready(page);
  await second.getByRole('button', { name: 'Refresh' }).click();
  await expect(documents(second)).toHaveCount(2);
  await page.close();
  await expect(second.getByText('Another tab is writing')).toHaveCount(0);
  await addFiles(second, textFile('anchor.txt', 'Kofi Quaye lost an anchor off Merrow Bay.'));
  await expect(documents(second)).toHaveCount(3);
  await ready(second);
});

test('Erase everything leaves nothing in the browser', async ({ page }) => {
  await addFiles(page, textFile('lamp.txt', 'The lamp of Skerry Light was lit in 1871 by Ingrid Sorley.'));
  await ready(page);
  await ask(page, 'Who lit the lamp of Skerry Light?', 'Basic');
  expect((await stored(page)).length).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Storage' }).click();
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible();
  expect(await stored(page)).toEqual([]);
});

/** Every file of the page's own file system and every row of its databases. */
function stored(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const files = async (folder: FileSystemDirectoryHandle, path: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const [name, handle] of folder.entries()) {
        const at = `${path}/${name}`;
        if (handle.kind === 'directory') found.push(...(await files(handle as FileSystemDirectoryHandle, at)));
        found.push(at);
      }
      return found;
    };
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('The database did not answer.'));
      });
    const rows: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const count = await answerOf(database.transaction(store).objectStore(store).count());
        if (count > 0) rows.push(`${name}.${store}: ${String(count)} rows`);
      }
      database.close();
    }
    return [...(await files(await navigator.storage.getDirectory(), '')), ...rows];
  });
}
