import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import { addFiles, evidence, openSample, ready, textFile } from '../helpers/page-steps';

const LETTER =
  'Orla kept the harbour book of Kesh until 1903. Ann met Orla in Kesh. The flood took the quay in the night.';
const DIARY = 'Zorblat of Kesh repaired the great lantern twice. Nobody thanked Zorblat for the lantern of Kesh.';
const CSV = [
  'question,answer,evidence',
  'Who kept the harbour book of Kesh?,Orla kept it.,Orla kept the harbour book',
  'Who repaired the great lantern?,Zorblat repaired it.,Zorblat of Kesh repaired the great lantern',
].join('\n');
/** Papers that share people and places, each longer than a line. */
const PAPERS = [
  'Orla Brandt kept the harbour book of Kesh until 1903. She wrote down each boat, its master and what it carried, and read the list aloud every Sunday in the hall of the Harbour Company.',
  'Zorblat Finn repaired the great lantern of Kesh twice. The Harbour Company paid him with barley and two barrels of tar, and Orla Brandt noted the payment in the harbour book that same evening.',
  'The flood of 1904 took the quay of Kesh in a single night. Zorblat Finn carried the great lantern up the hill on his back, and the light burned in the bell tower until the masons came from Corran.',
  'Ann Merrow came to Kesh in 1905 to draw a new quay. She lived in the house of Orla Brandt, and the Harbour Company took her drawings to the bank in Corran to ask for a loan of nine years.',
  'The loan was paid back in 1913, a year early. Ann Merrow gave the last coin to Zorblat Finn, who had it nailed to the door of the bell tower, where the children of Kesh still touch it for luck.',
  'Letters of Ann Merrow to her sister lie in the library of Corran. She writes of fog and herring, of Orla Brandt who sang in the hall, and of the great lantern that nobody dared to switch off.',
];
const WANTED = {
  'Local: a fact of one passage': 3,
  'Linked: facts of several passages': 2,
  'Global: the whole collection': 1,
};
const ON_THE_WHOLE = [
  'question,class',
  'What are the themes?,global',
  `"What ${'did the keepers of the harbour and the people of the town write about the flood, '.repeat(3)}and who?",global`,
].join('\n');

const evaluate = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Evaluate', exact: true }).click();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const results = (page: Page): Locator => page.getByRole('table', { name: 'Results' });
const modes = (page: Page): Locator => page.getByRole('group', { name: 'Modes' }).getByRole('checkbox');

async function addFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await button(page, 'Add questions').click();
  await page.getByLabel('From a file').setInputFiles(textFile(name, content));
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function exported(page: Page, format: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await download).path());
}

test('without any model, labelled questions from CSV measure what every mode finds', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, textFile('letter.txt', LETTER), textFile('diary.txt', DIARY));
  await ready(page);
  await evaluate(page);
  await expect(page.getByText('Which method answers your questions best?')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await addFile(page, 'questions.csv', CSV);
  await expect(page.getByText('2 questions, 2 approved')).toBeVisible();
  for (const mode of await modes(page).all()) await mode.check();
  await button(page, 'Run').click();
  const recall = results(page).getByRole('row', { name: /^Evidence recall/u });
  await expect(recall.getByText('100%').first()).toBeVisible();
  await expect(recall).toContainText('n 2');
  await expect(button(page, 'Run')).toBeEnabled();
  await page.reload();
  await expect(recall.getByText('100%').first()).toBeVisible();
  expect((await exported(page, 'Results (.csv)')).toString()).toContain('Evidence recall');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('questions are made and approved, three modes run, a claim opens its passage, and an export is imported again', async ({
  page,
}) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 2);
  await evaluate(page);
  await button(page, 'Make questions').click();
  await page.getByLabel('Local: a fact of one passage').fill('2');
  await page.getByLabel('Linked: facts of several passages').fill('0');
  await button(page, 'Make').click();
  await button(page, 'Approve all 2').click();
  await expect(page.getByText('2 questions, 2 approved')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Claims (RAGChecker)' }).check();
  await expect(page.getByRole('table', { name: 'Price' })).toContainText('Claims');
  await button(page, 'Run').click();
  await expect(button(page, 'Run')).toBeEnabled({ timeout: 90_000 });
  for (const mode of ['Local', 'Basic', 'LightRAG mix'])
    await expect(results(page).getByRole('columnheader', { name: mode })).toBeVisible();
  await expect(results(page)).toContainText('Faithfulness');
  const sent = model.calls().length;
  expect(await accessibilityFindings(page)).toEqual([]);
  const cells = page.getByRole('grid', { name: 'Claims and passages' }).getByRole('gridcell').getByRole('button');
  await cells
    .and(page.getByRole('button', { name: /^Says it/u }))
    .first()
    .click();
  await expect(evidence(page).locator('mark').first()).toBeVisible();
  const file = await exported(page, 'RAGChecker');
  await addFile(page, 'results.json', file);
  await expect(page.getByText(/2 questions|completed/u).first()).toBeVisible();
  await button(page, 'Run').click();
  await expect(button(page, 'Run')).toBeEnabled();
  expect(model.calls()).toHaveLength(sent);
  await model.close();
});

test('a model makes questions of all classes for no more than its price; approved, run, looked at, exported, they come back as they were', async ({
  page,
}) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await addFiles(page, ...PAPERS.map((text, at) => textFile(`paper-${String(at)}.txt`, text)));
  await ready(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 2);
  await evaluate(page);
  await button(page, 'Make questions').click();
  await page.getByRole('checkbox', { name: 'Without a model' }).uncheck();
  for (const [name, count] of Object.entries(WANTED)) await page.getByLabel(name).fill(String(count));
  const price = page.getByRole('status').filter({ hasText: 'Price:' });
  await expect(price).toContainText(/\d+ calls/u);
  const planned = Number(/(\d+) calls/u.exec(await price.innerText())?.[1]);
  await button(page, 'Make').click();
  const approve = page.getByRole('button', { name: /^Approve all/u });
  await expect(approve).toHaveText('Approve all 6');
  await expect(page.getByRole('progressbar', { name: 'Make questions' })).toHaveCount(0);
  expect(model.calls().length).toBeLessThanOrEqual(planned);
  const items = page.getByRole('list', { name: 'Questions' }).locator('> li');
  for (const [name, count] of Object.entries(WANTED))
    await expect(items.filter({ hasText: new RegExp(`· ${name.split(':')[0] ?? ''} ·`, 'u') })).toHaveCount(count);
  const linked = items.filter({ hasText: '· Linked ·' }).first();
  await linked.getByRole('button', { expanded: false }).click();
  await expect(linked).toContainText('Right answer:');
  await expect(linked.getByRole('listitem')).toHaveCount(2);
  await approve.click();
  await page.getByRole('checkbox', { name: 'Claims (RAGChecker)' }).check();
  await page.getByRole('checkbox', { name: 'Assertions (BenchmarkQED)', exact: true }).check();
  await expect(page.getByRole('table', { name: 'Price' })).toContainText('Assertions');
  await button(page, 'Run').click();
  await expect(button(page, 'Run')).toBeEnabled({ timeout: 90_000 });
  await expect(results(page).getByRole('row', { name: /^Evidence recall/u })).toContainText('n 6');
  await expect(results(page).getByRole('row', { name: /^Assertions passed/u })).toContainText('n 6');
  const sent = model.calls().length;
  const [set, theirs] = [await exported(page, 'Questions (.json)'), await exported(page, 'RAGChecker')];
  await page.getByRole('checkbox', { name: 'Select all 6' }).check();
  await button(page, 'Remove 6').click();
  await expect(page.getByText('Which method answers your questions best?')).toBeVisible();
  await addFile(page, 'set.json', set);
  await expect(page.getByText('6 questions, 6 approved')).toBeVisible();
  await addFile(page, 'theirs.json', theirs);
  await expect(page.getByText('6 questions, 6 approved')).toBeVisible();
  expect(JSON.parse((await exported(page, 'Questions (.json)')).toString())).toEqual(JSON.parse(set.toString()));
  await button(page, 'Run').click();
  await expect(results(page).getByRole('row', { name: /^Evidence recall/u })).toContainText('n 6');
  await expect(button(page, 'Run')).toBeEnabled({ timeout: 90_000 });
  expect(model.calls()).toHaveLength(sent);
  await model.close();
});

test('answers on the whole are compared in both orders without evidence, and a difference that is not shown is said so', async ({
  page,
}) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 2);
  await evaluate(page);
  await addFile(page, 'questions.csv', ON_THE_WHOLE);
  await expect(page.getByText('2 of 2 questions have no evidence', { exact: false })).toBeVisible();
  await button(page, 'Run').click();
  await expect(page.getByText('no measure applies to these questions', { exact: false })).toBeVisible();
  await page.getByRole('checkbox', { name: 'LightRAG mix' }).uncheck();
  await page.getByRole('checkbox', { name: 'Pairwise comparison' }).check();
  await page.getByRole('checkbox', { name: 'Comparison of differences' }).check();
  await expect(page.getByRole('table', { name: 'Price' })).toContainText('Comparison of differences');
  await button(page, 'Run').click();
  const rows = page.getByRole('table', { name: 'Comparisons' }).getByRole('row', { name: /^Local against Basic/u });
  await expect(rows).toHaveCount(10);
  for (const row of await rows.all()) await expect(row).toContainText('no difference shown');
  await expect(rows.filter({ hasText: 'wins 50%' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'wins 100%' }).first()).toBeVisible();
  for (const [of, pairs] of [
    ['Criterion: ', 10],
    ['The three parts', 2],
  ] as const) {
    const judged = model.calls().flatMap(({ words }) => (words.includes(of) ? [pairOf(words)] : []));
    expect(judged).toHaveLength(2 * pairs);
    for (const [first, second] of judged) expect(judged).toContainEqual([second, first]);
  }
  const summary = page.locator('summary').filter({ hasText: 'What did the keepers' });
  await expect(summary).toContainText('…');
  await summary.click();
  await expect(page.getByText('and who?', { exact: false }).last()).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await model.close();
});

/** Answers that a judge is shown, in their order. */
const pairOf = (words: string): readonly string[] => {
  const [first = '', second = ''] = words.split('First answer: ')[1]?.split('\nSecond answer: ') ?? [];
  return [first, second.split('\n</data>')[0] ?? ''];
};
