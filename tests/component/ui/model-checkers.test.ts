import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, CHAT_ID, findings, NO_GPU, showModels } from './show-models';

beforeEach(() => page.viewport(1280, 860));

const CHECKER = { id: 'Xenova/nli-deberta-v3-xsmall q8', title: 'NLI DeBERTa xsmall' };
const LARGER = { id: 'MoritzLaurer/multilingual-MiniLMv2-L6-mnli-xnli fp32', title: 'NLI MiniLM, many languages' };
const RERANKER = { id: 'Xenova/ms-marco-MiniLM-L-6-v2 q8', title: 'MS MARCO MiniLM L6' };
const whole = (model: string) => ({ model, bytes: 4e6, complete: true });

const combobox = (name: string) => page.getByRole('combobox', { name, exact: true });
const card = (name: string) => page.getByRole('listitem', { name, exact: true });
const chosen = (name: string) =>
  (combobox(name).element() as HTMLSelectElement).selectedOptions[0]?.textContent?.trim();

test('a card says what a checker or a reranker is good for, its size, memory, languages and licence', async () => {
  await showModels({ hardware: NO_GPU });
  await expect
    .element(card(CHECKER.title))
    .toHaveTextContent(/Checks each sentence of an answer against your documents.*95\.9 MB download.*357 MB memory/);
  await expect.element(card(CHECKER.title)).toHaveTextContent(/English · Apache-2\.0 · checked November 2026/);
  await expect.element(card(RERANKER.title)).toHaveTextContent(/Puts the passages that answer the question first/);
  for (const name of ['Sentence checkers', 'Rerankers']) {
    const tags = page.getByRole('region', { name }).getByText('Suggested for this device');
    await expect.poll(() => tags.elements().length).toBe(1);
  }
});

test('Auto says what checks now: nothing, the chat model, or the largest checker that is here', async () => {
  await showModels({ hardware: NO_GPU, stored: [whole(CHAT_ID)] });
  await expect.element(combobox('Sentence checker')).toHaveValue('auto');
  expect(chosen('Sentence checker')).toBe('Auto: none yet');
  await combobox('Chat model').selectOptions(`transformers/${CHAT_ID}`);
  await expect.poll(() => chosen('Sentence checker')).toBe('Auto: the chat model');
  await button(`Download ${CHECKER.title}`).click();
  await expect.poll(() => chosen('Sentence checker')).toBe(`Auto: ${CHECKER.title}`);
  await expect.element(card(CHECKER.title)).toHaveTextContent('In use');
  await button(`Download ${LARGER.title}`).click();
  await expect.poll(() => chosen('Sentence checker')).toBe(`Auto: ${LARGER.title}`);
  await expect.element(card(CHECKER.title)).not.toHaveTextContent('In use');
});

test('a checker that was chosen itself gives way to Auto when it is deleted', async () => {
  await showModels({ hardware: NO_GPU, stored: [whole(CHECKER.id), whole(LARGER.id)] });
  await combobox('Sentence checker').selectOptions(CHECKER.id);
  await expect.element(card(CHECKER.title)).toHaveTextContent('In use');
  await button(`Delete ${CHECKER.title}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => chosen('Sentence checker')).toBe(`Auto: ${LARGER.title}`);
});

test('a reranker is chosen by its download, by its card and by its list, and left out by None', async () => {
  await showModels({ hardware: NO_GPU });
  await expect.element(combobox('Reranker')).toHaveValue('');
  await button(`Download ${RERANKER.title}`).click();
  await expect.element(combobox('Reranker')).toHaveValue(RERANKER.id);
  await combobox('Reranker').selectOptions('');
  await expect.element(card(RERANKER.title)).not.toHaveTextContent('In use');
  await button(`Use ${RERANKER.title}`).click();
  await expect.element(combobox('Reranker')).toHaveValue(RERANKER.id);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the lists and cards of checkers and rerankers pass the accessibility scan in ${theme}`, async () => {
    await page.viewport(390, 860);
    const { session } = await showModels({ hardware: NO_GPU, stored: [whole(CHECKER.id), whole(RERANKER.id)] });
    session.settings.choose(theme);
    await combobox('Reranker').selectOptions(RERANKER.id);
    expect(await findings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
}
