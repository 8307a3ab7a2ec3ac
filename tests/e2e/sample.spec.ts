import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { watchRequests } from '../helpers/page-checks';
import {
  answer,
  answers,
  ask,
  chooseFrom,
  citations,
  deleteDocument,
  evidence,
  library,
  markedWords,
  openCopy,
  openSample,
  ready,
  saveCopy,
  withoutSpace,
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
  await expect(library(page)).toContainText('were written by hand');
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(14);
});

test('every mode answers with citations and says how', async () => {
  for (const mode of ['Auto', 'Local', 'Basic', 'Global']) {
    await ask(page, 'What did Harriet Oakshott advise about Threlby Dam?', mode);
    await expect(citations(page).first()).toBeVisible();
    await expect(answer(page)).toContainText('Extracted, no model');
    if (mode !== 'Auto') await expect(answer(page)).toContainText(`${mode} search.`);
  }
});

test('a citation of a report leads to its findings, and from there to marked words', async () => {
  await citations(page, 'report').first().click();
  expect(await markedWords(page)).not.toBe('');
  await evidence(page).getByRole('button', { name: 'Open the report' }).click();
  await expect(evidence(page)).toContainText('Extracted from the documents');
  await followFirstQuote();
});

for (const kind of ['passage', 'entity', 'relationship'] as const) {
  test(`a citation of kind ${kind} leads to marked words`, async () => {
    if (kind === 'passage') await ask(page, 'Who is Harriet Oakshott?', 'Local');
    const chip = citations(page, kind).first();
    const sentence = withoutSpace(await chip.locator('xpath=ancestor::span[2]').innerText()).replaceAll(
      /[\d●↔▤]/gu,
      '',
    );
    await chip.click();
    const marked = await markedWords(page);
    if (kind === 'passage') {
      expect(marked.replaceAll(/\d/gu, '')).toContain(sentence);
    } else {
      await evidence(page)
        .getByRole('button', { name: `Open the ${kind}` })
        .click();
      await followFirstQuote();
    }
  });
}

/** From a thing in Evidence to the first passage that it rests on: the words marked are the words quoted. */
async function followFirstQuote(): Promise<void> {
  const quote = evidence(page).locator('button.quote').first();
  const words = await quote.locator('.words').innerText();
  await quote.click();
  await expect(quote).toHaveCount(0);
  expect(await markedWords(page)).toBe(withoutSpace(words.replaceAll(/^“|”$/gu, '')));
}

test('a citation of a PDF shows its page', async () => {
  await page.getByRole('checkbox', { name: `Ask ${GEOLOGY}` }).check();
  await ask(page, 'Where does the geologist recommend that the dam be built?', 'Basic');
  await expect(answer(page)).toContainText('I recommend that the dam be built at Gaunt Bridge and not at Threlby.');
  const sentence = answer(page).locator('p > span').filter({ hasText: 'I recommend that the dam' });
  await sentence.getByRole('button', { name: /^Citation / }).click();
  expect(await markedWords(page)).toBe('IrecommendthatthedambebuiltatGauntBridgeandnotatThrelby.');
  await expect(evidence(page)).toContainText(/Page 2/);
  await page.getByRole('button', { name: 'Ask all' }).click();
});

test('a question in Chinese is answered from the Chinese report', async () => {
  await ask(page, '考察组把荧光素钠投放在哪里？', 'Auto');
  await expect(answer(page)).toContainText('神父落水洞');
  await citations(page, 'passage').first().click();
  expect(await markedWords(page)).toMatch(/\p{Script=Han}/u);
});

test('what is not in the documents is not answered', async () => {
  await ask(page, 'Who won the football match in Lisbon in 1998?', 'Auto');
  await expect(answer(page)).toContainText('Not in your documents');
});

test('an answer is exported as Markdown with a footnote for each citation', async () => {
  await ask(page, 'Who is Agnes Hale?', 'Local');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export answer' }).last().click();
  await page.getByRole('menuitem', { name: 'Markdown, with footnotes' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toMatch(/^## Who is Agnes Hale\?/u);
  const used = new Set([...text.matchAll(/\[\^(\d+)\](?!:)/gu)].map((match) => match[1]));
  const explained = [...text.matchAll(/^\[\^(\d+)\]: .*“.+” \(.+\)/gmu)].map((match) => match[1]);
  expect(used.size).toBeGreaterThan(0);
  expect(explained.toSorted()).toEqual([...used].toSorted());
});

test('a reload restores the conversation and the evidence from the address', async () => {
  await citations(page).first().click();
  const before = { marked: await markedWords(page), answers: await answers(page).allInnerTexts() };
  await page.reload();
  await ready(page);
  await expect(answers(page)).toHaveCount(before.answers.length);
  expect(await answers(page).allInnerTexts()).toEqual(before.answers);
  expect(await markedWords(page)).toBe(before.marked);
});

test('chosen documents alone are asked', async () => {
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('checkbox', { name: 'Ask Ellen Pike: Oral History Interview' }).check();
  await ask(page, 'What do the people say about the water?', 'Local');
  const count = await citations(page).count();
  expect(count).toBeGreaterThan(0);
  for (let index = 0; index < count; index++) {
    await citations(page).nth(index).click();
    await expect(evidence(page).getByRole('heading', { level: 2 })).toHaveText('Ellen Pike: Oral History Interview');
  }
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
  await expect(answer(page).locator('.chip.gone').first()).toBeVisible();
  await answer(page).locator('.chip.gone').first().click();
  await expect(evidence(page)).toContainText('This was deleted');
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Local');
  await expect(answer(page)).not.toContainText(secret);
  await page.getByRole('tab', { name: 'Explore' }).click();
  await page.getByRole('tab', { name: 'Documents' }).click();
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
  await expect(page.getByRole('status', { name: 'Requests outside' })).toHaveText('0');
});
