import { expect, test, type Page } from '@playwright/test';
import { countPromptTokens } from '../../src/core/models/chat-model';
import { ANSWERING_MODEL, serveAnswers, type AnsweringServer } from '../helpers/answering-model';
import type { Completion } from '../helpers/chat-completion';
import { chooseModel } from '../helpers/model-index-steps';
import { openSample, textFile } from '../helpers/page-steps';

const QUESTIONS = [
  'question,class,answer,assertions',
  'What are the themes?,global,The valley lost its water.,"The valley lost its water.\nThe Board built a reservoir."',
  'How did the valley change?,global,The valley lost its water.,The well ran dry.',
  'Who kept the weir?,local,Tarrant kept the weir.,Tarrant kept it.',
].join('\n');

/** A part of the price by its name in the table, with the check box that opens it. */
interface Part {
  readonly part: string;
  readonly box: string;
}

const PARTS: readonly Part[] = [
  { part: 'Assertions', box: 'Assertions (BenchmarkQED)' },
  { part: 'Support of assertions', box: 'Support of assertions (BenchmarkQED)' },
  { part: 'Pairwise comparison', box: 'Pairwise comparison' },
  { part: 'Ratings of passages', box: 'Rate passages where no evidence is marked' },
];

interface Load {
  readonly calls: number;
  readonly read: number;
}

/** Calls that reached the server, and the tokens of their prompts. */
function sentTo({ server }: AnsweringServer): Load {
  const completions = server.asked.filter(({ path }) => path.endsWith('/completions'));
  const prompts = completions.map(({ json }) => countPromptTokens((json as Completion).messages));
  return { calls: prompts.length, read: prompts.reduce((sum, tokens) => sum + tokens, 0) };
}

async function priceOf(page: Page, part: string): Promise<Load> {
  const row = page.getByRole('table', { name: 'Price' }).getByRole('row', { name: new RegExp(`^${part} \\d`, 'u') });
  await expect(row).not.toContainText('kept');
  await expect(page.getByText('Counting…')).toHaveCount(0);
  const [calls = NaN, read = NaN] = (await row.getByRole('cell').allTextContents()).map((cell) =>
    Number(cell.replaceAll(',', '')),
  );
  return { calls, read };
}

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('All of it is kept already.', { exact: false })).toBeVisible({ timeout: 90_000 });
}

test('the calls and tokens that a price shows are those that the server gets, measure by measure', async ({ page }) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 2);
  await page.getByRole('tab', { name: 'Evaluate', exact: true }).click();
  await page.getByRole('button', { name: 'Add questions', exact: true }).click();
  await page.getByLabel('From a file').setInputFiles(textFile('questions.csv', QUESTIONS));
  await page.getByRole('checkbox', { name: 'Comparison of differences' }).check();
  await priceOf(page, 'Comparison of differences');
  const answers = await priceOf(page, 'Answers');
  await run(page);
  expect(model.calls().filter(({ prompt }) => prompt !== 'other')).toHaveLength(answers.calls);
  const costOf = async ({ part, box }: Part): Promise<{ readonly price: Load; readonly sent: Load }> => {
    const before = sentTo(model);
    await page.getByRole('checkbox', { name: box, exact: true }).check();
    const price = await priceOf(page, part);
    await run(page);
    const { calls, read } = sentTo(model);
    return { price, sent: { calls: calls - before.calls, read: read - before.read } };
  };
  for (const part of PARTS) {
    const { price, sent } = await costOf(part);
    expect(price, part.part).toEqual(sent);
  }
  // Nobody knows how many claims a text has before they are drawn.
  const { price, sent } = await costOf({ part: 'Claims', box: 'Claims (RAGChecker)' });
  expect(sent.calls).toBeGreaterThan(0);
  expect(price.calls).toBeGreaterThanOrEqual(sent.calls);
  await model.close();
});
