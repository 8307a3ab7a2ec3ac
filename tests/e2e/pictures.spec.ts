import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { writePdf } from '../../scripts/lib/pdf-writer';
import { scannedPdf, scanPages, scanPng } from '../../scripts/lib/scans';
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
    const [name] = /tesseract-core[\w.-]*$|[a-z_]+\.traineddata[\w.-]*$/u.exec(request.url()) ?? [];
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
  expect(new Set(requests.map((name) => name.replace(/-[\w-]{7}(?=\.)/u, '')))).toEqual(
    new Set(['eng.traineddata.gz', 'tesseract-core-simd-lstm.wasm', 'tesseract-core-simd-lstm.js']),
  );
  await ask(page, 'Who counted every barge?', 'Basic');
  await expect(answer(page)).toContainText('Ada Holm counted every barge that left the basin.');
  await openPassage(page);
  await expect(evidence(page)).toContainText('Read from a picture');
  await expect.poll(() => inkUnderMarks(page)).toEqual({ marked: 9, inked: 9 });
});

/** Marks on the drawn page, and those that have dark pixels under them. */
function inkUnderMarks(page: Page, number = 1): Promise<{ readonly marked: number; readonly inked: number }> {
  const drawn = page.getByRole('region', { name: 'The page as it is drawn' });
  return drawn.locator(`[data-page="${String(number)}"]`).evaluate((place) => {
    const canvas = place.querySelector('canvas');
    const frame = place.getBoundingClientRect();
    const scale = (canvas?.width ?? 0) / frame.width;
    const marks = [...place.querySelectorAll('.mark')].map((mark) => mark.getBoundingClientRect());
    const inked = marks.filter(({ left, top, width, height }) => {
      const [x, y] = [(left - frame.left) * scale, (top - frame.top) * scale];
      const pixels = canvas?.getContext('2d')?.getImageData(x, y, width * scale || 1, height * scale || 1).data ?? [];
      return pixels.some((value, at) => at % 4 === 0 && value < 120);
    });
    return { marked: marks.length, inked: inked.length };
  });
}

test('a scanned PDF is read page by page, and its citation is marked on the page as drawn', async ({ page }) => {
  await page.goto('./');
  const pdf = scannedPdf(await scanPages(LETTER));
  await addFiles(page, { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) });
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await ask(page, 'Who counted every barge?', 'Basic');
  await openPassage(page);
  await expect(evidence(page)).toContainText('Read from a picture');
  await expect.poll(() => inkUnderMarks(page)).toEqual({ marked: 9, inked: 9 });
});

test('a TIFF of two pages is read, and its citation is marked on its second page as drawn', async ({ page }) => {
  await page.goto('./');
  const buffer = await readFile('tests/fixtures/tiff/two-pages.tif');
  await addFiles(page, { name: 'fax.tif', mimeType: 'image/tiff', buffer });
  await expect(question(page)).toContainText('printed words on 2 pages');
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await ask(page, 'What did the council buy?', 'Basic');
  await expect(answer(page).getByRole('article').first()).toContainText('page 2, read from a picture');
  await openPassage(page);
  await expect.poll(async () => (await inkUnderMarks(page, 2)).inked).toBeGreaterThan(4);
});

test('a PDF with text and pages that are pictures is read at once, tells what is missing and is completed', async ({
  page,
}) => {
  await page.goto('./');
  const [scan] = await scanPages(LETTER);
  if (!scan) throw new Error('no page');
  const written = { ...scan, cover: 0.2, texts: [['The ferry to Sund left at seven.', 200] as const] };
  const pdf = Buffer.from(scannedPdf([written, scan]));
  await addFiles(page, { name: 'mixed.pdf', mimeType: 'application/pdf', buffer: pdf });
  await ready(page);
  await expect(question(page)).toContainText('1 file has pages that are pictures without text');
  await expect(question(page)).toContainText('1 of 2 pages is a picture and was not read');
  await ask(page, 'When did the ferry leave?', 'Basic');
  await expect(answer(page)).toContainText('The ferry to Sund left at seven.');
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(question(page)).toBeHidden({ timeout: 60_000 });
  await ready(page);
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible();
  await ask(page, 'Who counted every barge that the ferry met?', 'Basic');
  await expect(answer(page)).toContainText('Ada Holm counted every barge that left the basin.');
  const passages = answer(page).getByRole('article');
  await expect(passages.filter({ hasText: 'Ada Holm' })).toContainText('page 2, read from a picture');
  await openPassage(page);
  await expect(evidence(page)).toContainText('Some pages were read from pictures');
  await expect.poll(() => inkUnderMarks(page, 2)).toEqual({ marked: 9, inked: 9 });
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

const picture = async (name: string): Promise<GivenFile> => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await readFile(`tests/fixtures/pictures/${name}.png`),
});

test('a picture in German and one in Chinese are read in the language that is chosen, cited, and read offline then', async ({
  page,
  context,
}) => {
  const requests = fetched(page);
  await page.goto('./');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await addFiles(page, await picture('german'));
  await expect(question(page)).toContainText('5.9 MB come from this site once');
  await question(page).getByLabel('Language of the pictures').selectOption('German');
  await expect(question(page)).toContainText('4.3 MB come from this site once');
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible({ timeout: 60_000 });
  await ready(page);
  const data = requests.filter((name) => name.includes('traineddata')).map((name) => name.split('.')[0]);
  expect(new Set(data)).toEqual(new Set(['deu']));
  await ask(page, 'Wer zählte jeden Kahn?', 'Basic');
  await expect(answer(page)).toContainText('Ada Holm führte die Bücher und zählte jeden Kahn');
  await openPassage(page);
  await expect(evidence(page)).toContainText('Read from a picture');
  await expect.poll(() => inkUnderMarks(page)).toEqual({ marked: 13, inked: 13 });

  await addFiles(page, await picture('chinese'));
  await expect(question(page).getByLabel('Language of the pictures')).toHaveValue('deu');
  await question(page).getByLabel('Language of the pictures').selectOption('Simplified Chinese');
  await expect(question(page)).toContainText('1.7 MB come from this site once');
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 2' })).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await ask(page, '谁清点驳船？', 'Basic');
  await expect(answer(page)).toContainText('清点每一');
  await openPassage(page);
  await expect.poll(async () => (await inkUnderMarks(page)).inked).toBeGreaterThan(5);

  await context.setOffline(true);
  await page.reload();
  const other = await picture('german');
  await addFiles(page, { ...other, name: 'again.png', buffer: Buffer.concat([other.buffer, Buffer.from('copy')]) });
  await question(page).getByLabel('Language of the pictures').selectOption('German');
  await expect(question(page)).toContainText('This language can be read offline.');
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 3' })).toBeVisible({ timeout: 60_000 });
});

test('a picture that was read in another language than its own says so, and is read again', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, await picture('german'));
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  const doubt = library(page).getByRole('region', {
    name: '1 file was read as English, but the words look like German',
  });
  await expect(doubt).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible();
  await doubt.getByRole('button', { name: 'Read again as German' }).click();
  await expect(doubt).toBeHidden({ timeout: 60_000 });
  await ready(page);
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible();
  await ask(page, 'Wer zählte jeden Kahn?', 'Basic');
  await expect(answer(page)).toContainText('zählte jeden Kahn, der das Becken verließ');
});

test('a TIFF is read offline once one was read', async ({ page, context }) => {
  await page.goto('./');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const buffer = await readFile('tests/fixtures/tiff/two-pages.tif');
  await addFiles(page, { name: 'fax.tif', mimeType: 'image/tiff', buffer });
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 1' })).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await context.setOffline(true);
  await page.reload();
  const copy = Buffer.concat([buffer, Buffer.from('copy')]);
  await addFiles(page, { name: 'again.tif', mimeType: 'image/tiff', buffer: copy });
  await question(page).getByRole('button', { name: 'Read the words' }).click();
  await expect(library(page).getByRole('heading', { name: 'Documents 2' })).toBeVisible({ timeout: 60_000 });
});
