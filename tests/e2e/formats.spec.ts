import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import {
  addFiles,
  answer,
  ask,
  library,
  markedWords,
  ready,
  withoutSpace,
  type GivenFile,
} from '../helpers/page-steps';

/** Files of other programs: each is dropped, asked, and its citation opened at the marked words. */
const FOLDER = new URL('../fixtures/documents/', import.meta.url);
const CASES = [
  {
    file: 'sheets-dates-merged-hidden.xlsx',
    question: 'What price has the anchor?',
    words: 'Anchor',
    place: /sheet Sales, row/u,
  },
  { file: 'old-workbook.xls', question: 'Bucht', words: 'Bucht', place: /sheet Messung/u },
  {
    file: 'slides-notes-groups-hidden.pptx',
    question: 'When do wicks burn down?',
    words: 'Wicks burn down',
    place: /slide 2/u,
  },
  {
    file: 'slides-notes-groups-hidden.odp',
    question: 'When do wicks burn down?',
    words: 'Wicks burn down',
    place: /slide 2/u,
  },
  { file: 'lists-notes-merged-cells.odt', question: 'When were the measurements taken?', words: 'low tide' },
  { file: 'lists-notes-merged-cells.rtf', question: 'When were the measurements taken?', words: 'low tide' },
  { file: 'tale.epub', question: 'Who came home?', words: 'They came home' },
  { file: 'mailbox.mbox', question: 'What happened to the boat?', words: 'The boat sank' },
  { file: 'mail-with-attachments.eml', question: 'Wann fährt die Fähre?', words: 'acht Uhr' },
  { file: 'tides.ipynb', question: 'What is not known?', words: 'fail is not known' },
] as const;

const given = async (name: string): Promise<GivenFile> => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: await readFile(new URL(name, FOLDER)),
});

for (const { file, question, words, ...rest } of CASES) {
  test(`${file} is added, asked and opened at the marked words`, async ({ page }) => {
    page.setDefaultTimeout(15_000);
    await page.goto('./');
    await addFiles(page, await given(file));
    await ready(page);
    await ask(page, question, 'Basic');
    await expect(answer(page)).toContainText(words);
    const passage = answer(page).locator('article.passage').filter({ hasText: words }).first();
    if ('place' in rest) await expect(passage).toContainText(rest.place);
    await passage.getByRole('button', { name: 'Open in document' }).click();
    expect(await markedWords(page)).toContain(withoutSpace(words));
  });
}

test('what is attached to a mail becomes documents beside it, and what cannot be read is told', async ({ page }) => {
  page.setDefaultTimeout(15_000);
  await page.goto('./');
  await addFiles(page, await given('mail-with-attachments.eml'));
  await ready(page);
  await expect(library(page).getByRole('heading', { name: 'Documents 2' })).toBeVisible();
  await expect(page.getByText('karte.pdf').first()).toBeVisible();
  await ask(page, 'Zeile eins des Anhangs', 'Basic');
  await expect(answer(page)).toContainText('Zeile eins des Anhangs');
});
