import { expect, test, type Page } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import { answer, ask, openSample, passages } from '../helpers/page-steps';

const shoot = (page: Page, name: string): Promise<unknown> => page.screenshot({ path: `test-results/${name}.png` });

const AT_ODDS = 'Who squabbled with whom, and why?';

test('a question whose words are nowhere shows something in every mode, and says what', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  for (const mode of ['Local', 'Global', 'DRIFT', 'Basic']) {
    await ask(page, AT_ODDS, mode);
    await expect(answer(page)).toContainText('No passage contains “squabbled”');
    await expect(answer(page)).toContainText('Nothing matches the words of this question.');
    await expect(answer(page)).not.toContainText('Not in your documents');
    await expect(answer(page).locator('article').first()).toBeVisible();
    await shoot(page, `unmatched-${mode}`);
  }
  await ask(page, AT_ODDS, 'Auto');
  await expect(answer(page)).toContainText('Local · Nothing matches its words.');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('a question that names a task leads to the view that does it', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  for (const [question, button, heading] of [
    ['What contradictions are there between the documents?', 'Open the matrix', 'matrix'],
    ['Give a timeline of the key events.', 'Open the timeline', 'timeline'],
    ['Summarise the documents.', 'Open the book', 'book'],
  ] as const) {
    await ask(page, question, 'Auto');
    const open = answer(page).getByRole('button', { name: button });
    await expect(open).toBeVisible();
    await shoot(page, `task-${heading}`);
    await open.click();
    await expect(page).toHaveURL(new RegExp(`explore.*${heading}`, 'u'));
    await page.getByRole('tab', { name: 'Ask', exact: true }).click();
  }
});

test('the same in Chinese', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  await page.goto('./');
  await page.getByRole('button', { name: '打开示例' }).click();
  const box = page.getByRole('textbox', { name: '问题' });
  await expect(box).toBeVisible();
  await box.fill(AT_ODDS);
  await page.getByRole('button', { name: '提问', exact: true }).click();
  await expect(page.getByRole('article', { name: '回答' }).first()).toContainText('没有内容与这个问题的词语相符');
  await shoot(page, 'unmatched-zh');
  await page.close();
});

test('a model answers it from what is shown', async ({ page }) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 1);
  await ask(page, AT_ODDS, 'Local');
  await expect(answer(page)).toContainText(`Written by ${ANSWERING_MODEL}`);
  expect(model.calls('local-answer').at(-1)?.words).toContain('-----Entities-----');
  await shoot(page, 'unmatched-model');
  await model.close();
});

test('a model server that is gone leaves the evidence, with one line above it and a way on without it', async ({
  page,
}) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 1);
  await model.close();
  await page.reload();
  await page.getByRole('radio', { name: 'Local' }).click();
  for (const question of ['Who is Harriet Oakshott?', 'What did Agnes Lorne do in 1936?']) {
    await ask(page, question, 'Local');
    await expect(answer(page).getByRole('note')).toContainText('The model did not answer: Nothing answers at');
    await expect(passages(page).first()).toBeVisible();
  }
  await shoot(page, 'server-down');
  expect(await accessibilityFindings(page)).toEqual([]);
  await answer(page).getByRole('button', { name: 'Answer from documents only' }).click();
  await expect(page.getByRole('radio', { name: 'Documents only' })).toBeChecked();
  await ask(page, 'Who is Harriet Oakshott?', 'Local');
  await expect(answer(page).getByText('did not answer')).toHaveCount(0);
  await expect(passages(page).first()).toBeVisible();
});

test('a model server that dies in the middle of its answer, or says nothing, leaves the evidence', async ({ page }) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 1);
  const body = 'data: {"choices":[{"delta":{"content":"Harriet "}}]}\n\n';
  model.server.instead.set('/v1/chat/completions', { type: 'text/event-stream', body, then: 'cut' });
  await ask(page, 'Who is Harriet Oakshott?', 'Local');
  await expect(answer(page).getByRole('note')).toContainText('broke off');
  await expect(passages(page).first()).toBeVisible();
  await shoot(page, 'server-dies');
  model.server.instead.clear();
  model.server.hold = 'before the headers';
  await page.getByRole('textbox', { name: 'Question' }).fill('What did Agnes Lorne do in 1936?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(answer(page).getByRole('button', { name: 'Answer from documents only' })).toBeVisible();
  await expect(passages(page).first()).toBeVisible();
  await shoot(page, 'server-hangs');
  await answer(page).getByRole('button', { name: 'Answer from documents only' }).click();
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(passages(page).first()).toBeVisible();
  model.server.release();
  await model.close();
});
