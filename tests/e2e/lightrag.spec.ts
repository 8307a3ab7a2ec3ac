import { expect, test } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import {
  addsExchange,
  answer,
  askByMethod,
  citations,
  markedWords,
  openSample,
  passages,
  withoutSpace,
} from '../helpers/page-steps';

const QUESTION = 'Who is Harriet Oakshott?';

test('LightRAG local shows passages of the entities that a question names, without a model', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  await askByMethod(page, 'LightRAG local', QUESTION);
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(passages(page).first()).toContainText('Oakshott');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('LightRAG local shows evidence while a model names keywords, and answers from what these find', async ({
  page,
}) => {
  const model = await serveAnswers('honest');
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 1);
  model.server.hold = 'before the headers';
  await askByMethod(page, 'LightRAG local', QUESTION);
  await expect.poll(() => model.server.standing).toBe(1);
  await expect(answer(page).locator('article').first()).toBeVisible();
  expect(model.calls().map(({ prompt }) => prompt)).toEqual(['lightrag-keywords']);
  delete model.server.hold;
  model.server.release();
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  expect(model.calls('lightrag-answer')).toHaveLength(1);
  await citations(page, 'passage').first().click();
  expect(withoutSpace(await answer(page).innerText())).toContain(await markedWords(page));
  await model.close();
});

test('LightRAG mix shows passages of names beside those nearest to the question', async ({ page }) => {
  await page.goto('./');
  await openSample(page);
  await askByMethod(page, 'LightRAG mix', QUESTION);
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(passages(page).first()).toContainText('Oakshott');
});

test('LightRAG bypass says that its answer comes from no document, and what it needs without a model', async ({
  page,
}) => {
  await page.goto('./');
  await openSample(page);
  await askByMethod(page, 'LightRAG bypass', QUESTION);
  await expect(answer(page)).toContainText('asks a chat model and shows it none of your documents');
  await expect(passages(page)).toHaveCount(0);
  const model = await serveAnswers('honest');
  await chooseModel(page, model.server, ANSWERING_MODEL, 1);
  await page.getByRole('textbox', { name: 'Question' }).fill(QUESTION);
  await addsExchange(page, () => page.getByRole('button', { name: 'Ask', exact: true }).click());
  await expect(answer(page).last()).toContainText('does not come from your documents');
  expect(model.calls('lightrag-bypass')).toHaveLength(1);
  expect(await accessibilityFindings(page)).toEqual([]);
  await model.close();
});
