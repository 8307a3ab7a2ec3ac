import { expect, test, type Page } from '@playwright/test';
import { countPromptTokens } from '../../src/core/models/chat-model';
import { estimateTokens } from '../../src/core/text/tokens';
import { judgingReply } from '../helpers/answering/judging-replies';
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
  readonly written: number;
}

/** Calls that reached the server, with the tokens of their prompts and of the judge's replies. */
function sentTo({ server }: AnsweringServer): Load {
  const asked = server.asked.filter(({ path }) => path.endsWith('/completions'));
  const sent = asked.map(({ json }) => (json as Completion).messages);
  const sum = (tokens: readonly number[]): number => tokens.reduce((total, one) => total + one, 0);
  return {
    calls: sent.length,
    read: sum(sent.map(countPromptTokens)),
    written: sum(sent.map((messages) => estimateTokens(judgingReply(messages) ?? ''))),
  };
}

async function priceOf(page: Page, part: string): Promise<Load> {
  const row = page.getByRole('table', { name: 'Price' }).getByRole('row', { name: new RegExp(`^${part} \\d`, 'u') });
  await expect(row).not.toContainText('kept');
  await expect(page.getByText('Counting…')).toHaveCount(0);
  const [calls = NaN, read = NaN, written = NaN] = (await row.getByRole('cell').allTextContents()).map((cell) =>
    Number(cell.replaceAll(',', '')),
  );
  return { calls, read, written };
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
  const costOf = async ({
    part,
    box,
  }: Part): Promise<{ readonly price: Load; readonly words: string; readonly sent: Load }> => {
    const before = sentTo(model);
    await page.getByRole('checkbox', { name: box, exact: true }).check();
    const price = await priceOf(page, part);
    const words = await page.getByRole('status').filter({ hasText: 'calls,' }).innerText();
    await run(page);
    const { calls, read, written } = sentTo(model);
    const sent = { calls: calls - before.calls, read: read - before.read, written: written - before.written };
    return { price, words, sent };
  };
  for (const part of PARTS) {
    const { price, sent } = await costOf(part);
    expect(price, part.part).toEqual(sent);
  }
  // Nobody knows how many claims a text has before they are drawn.
  const { words, sent } = await costOf({ part: 'Claims', box: 'Claims (RAGChecker)' });
  const [least = NaN, most = NaN] =
    /([\d,]+) to ([\d,]+) calls/u
      .exec(words)
      ?.slice(1)
      .map((one) => Number(one.replaceAll(',', ''))) ?? [];
  expect(sent.calls).toBeGreaterThanOrEqual(least);
  expect(sent.calls).toBeLessThanOrEqual(most);
  await model.close();
});
