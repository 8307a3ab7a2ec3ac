import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, LOOKS, setTheme } from './axe-findings';
import { openAgain, showApp } from './show-app';
import { type FakeEvaluation, questionOf } from '../../helpers/fake-evaluation';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';

const documents = [HARBOUR, LEDGER];
const EVALUATE = '#/collection-1/evaluate';
const THREE = ['one', 'two', 'three'].map((id) =>
  questionOf(id, { reference: 'In the Harbour Office.', evidence: ['unit-harbour'] }),
);

beforeEach(() => page.viewport(1280, 860));

const shown = (evaluation: FakeEvaluation = {}) => showApp({ documents, evaluation }, EVALUATE);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const results = () => page.getByRole('table', { name: 'Results' });

test('an empty evaluation says what it is for, and makes questions from the index at a click', async () => {
  const { engine } = await shown();
  await expect.element(page.getByText('Which method answers your questions best?')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await button('Start from the index').click();
  await button('Approve all 12').click();
  await expect.element(page.getByText('12 questions, 12 approved')).toBeVisible();
  await expect.poll(async () => (await engine.evaluationQuestions()).every(({ isApproved }) => isApproved)).toBe(true);
});

test('questions are pasted, taken from conversations and read from a file', async () => {
  await shown({ asked: ['Who kept the book?'] });
  await button('Add questions').click();
  await page.getByRole('textbox', { name: 'Questions, one a line' }).fill('Who was Ada Marsh?\nWhen was the flood?');
  await page.getByText('From your conversations').click();
  await page.getByRole('checkbox', { name: 'Who kept the book?' }).click();
  expect(await axeFindings()).toEqual([]);
  await button('Add').click();
  await expect.element(page.getByText('3 questions, 3 approved')).toBeVisible();
  await button('Add questions').click();
  await page.getByLabelText('From a file').upload(new File(['Where is the ledger?'], 'questions.csv'));
  await expect.element(page.getByText('4 questions, 4 approved')).toBeVisible();
});

test('a file that cannot be read says so beside its field, and no older success stays', async () => {
  await shown({ asked: [] });
  const file = (text: string) =>
    page.getByLabelText('From a file').upload(new File([text], 'questions.csv', { type: 'text/csv' }));
  await button('Add questions').click();
  await file('Where is the ledger?');
  await expect.element(page.getByText('Added 1 question.')).toBeVisible();
  await button('Add questions').click();
  await file('broken');
  const dialog = page.getByRole('dialog', { name: 'Add questions' });
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Row 2: it has no question.');
  await expect.element(page.getByText('Added 1 question.')).not.toBeInTheDocument();
});

test('making questions shows its price first, and says where a model is missing', async () => {
  await shown({ questions: THREE });
  await button('Make questions').click();
  await expect.element(page.getByText('No calls').last()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Without a model' }).click();
  await expect.element(page.getByText('No chat model is chosen. Choose one', { exact: false })).toBeVisible();
  await expect.element(button('Make')).toBeDisabled();
});

test('a question is approved, edited and removed by keyboard', async () => {
  const { engine } = await shown({ questions: THREE.map((one) => ({ ...one, isApproved: false })) });
  const question = button('Question one?');
  await expect.element(question).toBeVisible();
  (question.element() as HTMLElement).focus();
  await userEvent.keyboard('a');
  await expect.element(page.getByText('3 questions, 1 approved')).toBeVisible();
  await expect.element(button('Question two?')).toHaveFocus();
  (question.element() as HTMLElement).focus();
  await userEvent.keyboard('e');
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Who wrote the ledger?');
  await page.getByRole('textbox', { name: 'Assertions' }).fill('The response should name Ada.');
  await button('Save').click();
  await expect.element(button('Who wrote the ledger?')).toHaveFocus();
  expect((await engine.evaluationQuestions())[0]?.assertions[0]?.statement).toBe('The response should name Ada.');
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('2 questions, 0 approved')).toBeVisible();
  await button('Undo').click();
  await expect.element(page.getByText('3 questions, 1 approved')).toBeVisible();
  await expect.element(button('Who wrote the ledger?')).toHaveFocus();
});

test('evidence of a question opens its passage', async () => {
  await shown({ questions: THREE });
  await button('Question one?').click();
  await page.getByRole('button', { name: /^The harbour book: The keepers/u }).click();
  await expect.element(page.getByRole('complementary', { name: 'Evidence' })).toBeVisible();
  expect(location.hash).toContain('evidence=passage');
});

test('modes are run and stand side by side with interval and number of questions', async () => {
  const { engine } = await shown({ questions: THREE, model: 'Small' });
  await page.getByRole('checkbox', { name: 'Claims (RAGChecker)' }).click();
  await expect.element(page.getByRole('table', { name: 'Price' })).toBeVisible();
  await button('Run').click();
  await expect.element(results()).toBeVisible();
  expect(engine.calls).toContain('evaluate local basic lightrag-mix');
  await expect.element(results().getByText('64% to 86%, n 3')).toBeVisible();
  await expect.element(page.getByText('The judge and the writer are the same model.')).toBeVisible();
  await expect.element(page.getByText('no difference shown')).toBeVisible();
  await expect.element(page.getByText('All of it is kept already.', { exact: false })).toBeVisible();
});

test('a point of the picture tells where its mode loses quality, by keyboard too', async () => {
  await shown({ questions: THREE, isRun: true });
  const point = page.getByRole('button', { name: /^Basic: Evidence recall/u });
  await expect.element(point).toBeVisible();
  (point.element() as SVGElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Where Basic loses quality')).toBeVisible();
  await expect.element(point).toHaveAttribute('aria-pressed', 'true');
});

test('on a narrow window all modes stand below each other, measure by measure', async () => {
  await page.viewport(390, 860);
  await shown({ questions: THREE, isRun: true });
  const recall = page.getByRole('table').filter({ hasText: 'Marked passages that were found' });
  await expect.element(recall.getByRole('row')).toHaveLength(3);
  for (const mode of ['Local', 'Basic', 'LightRAG mix'])
    await expect.element(recall.getByRole('rowheader', { name: mode })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('a cell of claims and passages says its label and opens the passage', async () => {
  await shown({ questions: THREE, isRun: true, model: 'Small' });
  await page.getByRole('checkbox', { name: 'Claims (RAGChecker)' }).click();
  const grid = page.getByRole('grid', { name: 'Claims and passages' });
  await expect.element(grid).toBeVisible();
  const cells = grid.getByRole('gridcell').getByRole('button');
  (cells.first().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(cells.nth(1)).toHaveFocus();
  await expect.element(cells.nth(1)).toHaveAccessibleName(/^Does not say it: open Passage 2/u);
  await userEvent.keyboard('{Enter}');
  expect(location.hash).toContain('evidence=passage');
});

test('a person judges claims without the verdict of the judge, and sees the agreement', async () => {
  const { engine } = await shown({ questions: THREE, isRun: true, model: 'Small' });
  await page.getByRole('checkbox', { name: 'Claims (RAGChecker)' }).click();
  await button('Judge 20 claims').click();
  await expect.element(page.getByRole('group', { name: 'Is the judge to be trusted?' })).toHaveFocus();
  await button('Yes, one says it').click();
  await expect.element(page.getByText('Claim 2 of 2')).toBeVisible();
  await button('No, none says it').click();
  await expect.element(page.getByText('You and the judge agree on 50% of 2 claims', { exact: false })).toBeVisible();
  expect(engine.calls.filter((call) => call.startsWith('keepVerdict'))).toHaveLength(2);
});

test('a failure of the model is told, and Run goes on with the rest', async () => {
  await shown({ questions: THREE, model: 'Small', failsAfter: 1 });
  await button('Run').click();
  await expect.element(page.getByText('The model server does not answer.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('6 of 18 items are kept.', { exact: false })).toBeVisible();
  await expect.element(button('Run')).toBeEnabled();
});

test('a paused run waits, and one that was cut off is resumed at a click only', async () => {
  const until = Promise.withResolvers<unknown>();
  const { engine } = await shown({ questions: THREE, until: until.promise });
  await button('Run').click();
  await expect.element(page.getByRole('progressbar', { name: 'Evaluation' })).toBeVisible();
  await expect.element(page.getByRole('tab', { name: /^Evaluate \d+%$/u })).toBeVisible();
  await button('Pause').click();
  await expect.element(page.getByRole('tab', { name: 'Evaluate', exact: true })).toBeVisible();
  await expect.element(button('Run')).toBeEnabled();
  await expect.element(page.getByText('Paused.', { exact: false })).toBeVisible();
  const kept = localStorage.getItem('burrow.evaluations') ?? '';
  expect(kept).toContain('"isRunning":false');
  localStorage.setItem('burrow.evaluations', kept.replace('"isRunning":false', '"isRunning":true'));
  until.resolve(null);
  document.body.innerHTML = '';
  await openAgain(engine, EVALUATE);
  await expect.element(page.getByText('This run was interrupted.', { exact: false })).toBeVisible();
  expect(engine.calls.filter((call) => call.startsWith('evaluate '))).toHaveLength(1);
  await button('Resume').click();
  await expect.element(page.getByText('This run was interrupted.', { exact: false })).not.toBeInTheDocument();
  await expect.element(page.getByText('All of it is kept already.', { exact: false })).toBeVisible();
  expect(engine.calls.filter((call) => call.startsWith('evaluate '))).toHaveLength(2);
});

for (const { theme, width } of LOOKS)
  test(`an evaluation with results has no finding of axe in ${theme}, ${String(width)} px wide`, async () => {
    setTheme(theme);
    await page.viewport(width, 860);
    await shown({ questions: THREE, isRun: true, model: 'Small' });
    await page.getByRole('checkbox', { name: 'Claims (RAGChecker)' }).click();
    await expect.element(page.getByRole('grid', { name: 'Claims and passages' })).toBeVisible();
    [...document.querySelectorAll('summary')].find((one) => one.textContent.includes('Question one?'))?.click();
    await expect.element(page.getByText('Found, and missed by another mode')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    setTheme('light');
  });
