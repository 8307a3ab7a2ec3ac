import { expect, test, type Page } from '@playwright/test';
import { writePdf } from '../../scripts/lib/pdf-writer';
import { scanPages, scanPng } from '../../scripts/lib/scans';
import {
  addFiles,
  answer,
  ask,
  evidence,
  library,
  openPassage,
  ready,
  textFile,
  type GivenFile,
} from '../helpers/page-steps';

const LETTER = writePdf({
  title: 'Letter',
  pages: [
    {
      blocks: [
        { kind: 'h1', text: 'The harbour of Nordvik' },
        { kind: 'p', text: 'The harbour of Nordvik was dredged in the spring of 1931.' },
        { kind: 'p', text: 'Ada Holm counted every barge that left the basin.' },
      ],
    },
  ],
});

async function scan(name: string): Promise<GivenFile> {
  const [page] = await scanPages(LETTER);
  if (!page) throw new Error('no page');
  return { name, mimeType: 'image/png', buffer: scanPng(page) };
}

const question = (page: Page) => library(page).getByRole('region', { name: /without text$/u });

/** Names of the files of this site that recognition needs, as they are requested. */
function fetched(page: Page): string[] {
  const names: string[] = [];
  page.context().on('request', (request) => {
    const [name] = /tesseract-core[\w.-]*$|eng\.traineddata[\w.-]*$/u.exec(request.url()) ?? [];
    if (name) names.push(name);
  });
  return names;
}

test.beforeEach(({ page }) => page.setDefaultTimeout(30_000));

test('pictures ask once for all, wait when declined, and are read and cited once a person agrees', async ({ page }) => {
  const requests = fetched(page);
  await page.goto('./');
  await addFiles(page, textFile('notes.txt', 'The keeper counts the boats.'), await scan('letter.png'));
  await ready(page);
  await expect(question(page)).toContainText('1 file is a picture without text');
  await expect(question(page)).toContainText('printed words on 1 page');
  await question(page).getByRole('button', { name: 'Not now' }).click();
  await expect(question(page).getByRole('button', { name: 'Not now' })).toBeHidden();
  await ask(page, 'How many boats does the keeper count?', 'Basic');
  await expect(answer(page)).toContainText('The keeper counts the boats.');
  expect(requests).toEqual([]);
  await page.reload();
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 2' })).toBeVisible({ timeout: 60_000 });
  await ready(page);
  expect(new Set(requests.map((name) => name.replace(/-[\w-]{8}(?=\.)/u, '')))).toEqual(
    new Set(['eng.traineddata.gz', 'tesseract-core-simd-lstm.wasm', 'tesseract-core-simd-lstm.js']),
  );
  await ask(page, 'Who counted every barge?', 'Basic');
  await expect(answer(page)).toContainText('Ada Holm counted every barge that left the basin.');
  await openPassage(page);
  await expect(evidence(page)).toContainText('Read from a picture');
});

test('once it was used, pictures are read offline', async ({ page, context }) => {
  await page.goto('./');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await addFiles(page, await scan('letter.png'));
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await context.setOffline(true);
  await page.reload();
  const other = { ...(await scan('again.png')) };
  await addFiles(page, { ...other, buffer: Buffer.concat([other.buffer, Buffer.from('copy')]) });
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 2' })).toBeVisible({ timeout: 60_000 });
});
