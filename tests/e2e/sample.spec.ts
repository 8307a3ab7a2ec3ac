import { expect, test, type Page } from '@playwright/test';
import { watchRequests } from '../helpers/page-checks';
import {
  answer,
  answers,
  ask,
  chooseFrom,
  deleteDocument,
  evidence,
  library,
  markedWords,
  openCopy,
  openPassage,
  openSample,
  passages,
  ready,
  saveCopy,
  openView,
} from '../helpers/page-steps';

const LETTER = 'Agnes Hale to Harriet Oakshott, 1961';
const GEOLOGY = 'Report on the Geology of the Proposed Reservoir Site at Threlby';

/** One visit, step after step, as a person makes it. */
test.describe.configure({ mode: 'serial' });

let page: Page;
let foreign: () => readonly string[];

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(15_000);
  foreign = watchRequests(page);
  await page.goto('./');
});
test.afterAll(() => page.close());

test('the sample opens to Ready and says who wrote its graph', async () => {
  await openSample(page);
  await expect(library(page)).toContainText('curated by hand');
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(14);
});

test('a passage of a PDF shows its page', async () => {
  await page.getByRole('checkbox', { name: `Ask ${GEOLOGY}` }).check();
  await ask(page, 'Where does the geologist recommend that the dam be built?', 'Basic');
  const recommended = passages(page).filter({ hasText: 'I recommend that the dam be built at Gaunt Bridge' }).first();
  await recommended.getByRole('button', { name: 'Open in document' }).click();
  expect(await markedWords(page)).toContain('IrecommendthatthedambebuiltatGauntBridgeandnotatThrelby.');
  await expect(evidence(page)).toContainText(/Page 2/);
  await page.getByRole('button', { name: 'Ask all' }).click();
});

test('a reload restores the conversation and the evidence from the address', async () => {
  await openPassage(page);
  const before = { marked: await markedWords(page), answers: await answers(page).allInnerTexts() };
  await page.reload();
  await ready(page);
  await expect(answers(page)).toHaveCount(before.answers.length);
  expect(await answers(page).allInnerTexts()).toEqual(before.answers);
  expect(await markedWords(page)).toBe(before.marked);
});

test('on paper stands the conversation alone, all of it', async () => {
  const thread = page.locator('.thread');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(library(page)).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeHidden();
  await expect(answers(page).first()).toBeVisible();
  expect(await thread.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('banner')).toBeVisible();
});

test('chosen documents alone are asked', async () => {
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('checkbox', { name: 'Ask Ellen Pike: Oral History Interview' }).check();
  await ask(page, 'What do the people say about the water?', 'Local');
  const places = await passages(page).locator('h5 .title').allTextContents();
  expect(new Set(places)).toEqual(new Set(['Ellen Pike: Oral History Interview']));
  await page.getByRole('button', { name: 'Ask all' }).click();
});

test('a conversation is renamed and deleted', async () => {
  const list = library(page).getByRole('list', { name: 'Conversations' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await chooseFrom(page, /^Options for What do the people say/, /^Rename/);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('About the water');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(list).toContainText('About the water');
  await chooseFrom(page, 'Options for About the water', /^Delete/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(list).not.toContainText('About the water');
  await page.reload();
  await ready(page);
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('a deleted document is gone from answers, from the history and from Explore; a copy brings it back', async () => {
  const secret = 'nine pounds of fluorescein';
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(answer(page)).toContainText(secret);
  const copy = await saveCopy(page);
  await deleteDocument(page, LETTER);
  await expect(page.locator('body')).not.toContainText(secret);
  await expect(answer(page)).not.toContainText(LETTER);
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Local');
  await expect(answer(page)).not.toContainText(secret);
  await page.getByRole('tab', { name: 'Explore' }).click();
  await openView(page, 'Tables', 'Documents');
  const table = page.getByRole('table', { name: 'Documents' });
  await expect(table.getByRole('row')).toHaveCount(14);
  await expect(table).not.toContainText(LETTER);
  await page.getByRole('tab', { name: 'Ask' }).click();
  await openCopy(page, copy);
  await ready(page);
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(14);
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(answer(page)).toContainText(secret);
});

test('nothing left the page', async () => {
  expect(foreign()).toEqual([]);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('status', { name: 'Outside requests' })).toHaveText('0');
});
