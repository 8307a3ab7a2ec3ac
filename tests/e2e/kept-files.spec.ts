import { expect, test, type Page } from '@playwright/test';
import {
  addFiles,
  answer,
  ask,
  chooseFrom,
  library,
  openSample,
  passages,
  ready,
  textFile,
} from '../helpers/page-steps';

const MANIFESTS = ['manifest.json', 'copy/manifest.json'];

/** Removes files of the collection that the address names, or cuts them in half, as a damaged disk would. */
async function damage(page: Page, paths: readonly string[], how: 'remove' | 'cut'): Promise<void> {
  const id = new URL(page.url()).hash.split('/')[1] ?? '';
  await page.evaluate(
    async ([collection, all, way]) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('burrow');
      for (const path of all) {
        const parts = path.split('/');
        const name = parts.pop() ?? '';
        let folder = await root.getDirectoryHandle(collection);
        for (const part of parts) folder = await folder.getDirectoryHandle(part);
        if (way === 'remove') await folder.removeEntry(name);
        else {
          const file = await folder.getFileHandle(name);
          const { size } = await file.getFile();
          const stream = await file.createWritable({ keepExistingData: true });
          await stream.truncate(size >> 1);
          await stream.close();
        }
      }
    },
    [id, paths, how] as const,
  );
}

const notice = (page: Page) => library(page).getByText(/lost on this disk, in both copies/);

test('the sample is rebuilt after both copies of its manifest are gone, and goes on', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  const documents = library(page).getByRole('button', { name: /^Delete / });
  const before = await documents.count();
  await damage(page, MANIFESTS, 'remove');
  await page.reload();
  await ready(page);
  await expect(notice(page)).toContainText(/rebuilt from what lies there/);
  expect(await documents.count()).toBe(before);
  await ask(page, 'Who kept the lighthouse?', 'Basic');
  await expect(passages(page).first()).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(notice(page)).toBeVisible();
});

test('a collection of which one copy of the manifest is cut off loses nothing, and one of which both are is rebuilt', async ({
  page,
}) => {
  await page.goto('./');
  await addFiles(page, textFile('harbour.txt', 'Orla kept the harbour book of Kesh until 1903. Ann met Orla in Kesh.'));
  await ready(page);
  await damage(page, ['manifest.json'], 'cut');
  await page.reload();
  await ready(page);
  await expect(library(page).getByText(/made again from the other one. Nothing was lost/)).toBeVisible();
  await damage(page, MANIFESTS, 'cut');
  await page.reload();
  await ready(page);
  await expect(notice(page)).toContainText(/Documents: 1/);
  await addFiles(page, textFile('quay.txt', 'The flood took the quay of Kesh in the night.'));
  await ready(page);
  await ask(page, 'Who kept the harbour book?', 'Basic');
  await expect(answer(page)).toContainText('Orla kept the harbour book');
  await page.reload();
  await ready(page);
  await expect(library(page).getByRole('button', { name: 'quay', exact: true })).toBeVisible();
  await chooseFrom(page, 'Collection options', 'Delete this collection…');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(/2 documents, 2 original files, 1 conversation,? and its index/);
});
