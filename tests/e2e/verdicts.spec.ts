import { expect, test, type Locator, type Page } from '@playwright/test';
import { NOT_FOUND } from '../../src/core/prompts/answers';
import { ANSWERING_MODEL, serveAnswers, type AnsweringServer } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { accessibilityFindings, watchRequests } from '../helpers/page-checks';
import { answer, ask, citations, evidence, markedWords, openSample, passages, ready } from '../helpers/page-steps';

/** Evidence with a model, and what a checker finds of its sentences. One visit, step after step. */
test.describe.configure({ mode: 'serial' });

const QUOTED = 'I recommend that the dam be built at Gaunt Bridge and not at Threlby.';
const SUPPORTED = 'The geologist wanted the dam to stand at Gaunt Bridge.';
const CONTRADICTED = 'The geologist wanted the dam to stand at Threlby itself.';
const UNVERIFIED = 'Queen Hilda of Norway paid 40,000 crowns for the dam in 1612.';
const QUESTION = 'Where does the geologist recommend that the dam be built?';

let page: Page;
let model: AnsweringServer;
let foreign: () => readonly string[];

test.beforeAll(async ({ browser }) => {
  model = await serveAnswers('honest', {}, 8192);
  model.judge = (statement) =>
    statement.startsWith('The geologist') ? (statement === SUPPORTED ? 'says' : 'denies') : 'open';
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(20_000);
  foreign = watchRequests(page);
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 2, 'auto');
});
test.afterAll(async () => {
  await page.close();
  await model.close();
});

const written = (): Locator => answer(page).locator('.written');
/** Finds the sign behind a sentence, which is a paragraph here. */
const behind = (sentence: string): Locator => written().locator('p').filter({ hasText: sentence }).getByRole('button');
const mark = (name: string): Locator => written().getByRole('button', { name: new RegExp(`^${name}`, 'u') });

test('every mode has the evidence on the screen before the model writes, and its chips point into it', async () => {
  for (const [mode, of] of [
    ['Basic', 'Passages'],
    ['Local', 'Passages'],
    ['Global', 'Communities'],
    ['DRIFT', 'Communities'],
  ] as const) {
    model.server.hold = 'before the headers';
    await page.getByRole('radio', { name: mode }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('Who is Harriet Oakshott?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(answer(page).getByRole('list', { name: of })).toBeVisible();
    await expect(answer(page)).toHaveAttribute('aria-busy', 'true');
    await expect(written()).toHaveCount(0);
    delete model.server.hold;
    await expect
      .poll(async () => {
        model.server.release();
        return answer(page).getAttribute('aria-busy');
      })
      .toBe('false');
    await expect(citations(page).first()).toBeVisible();
    await expect(
      answer(page)
        .getByText(/cited as 1/u)
        .first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'New conversation' }).click();
  }
});

test('verdicts come while words stream: none behind what is quoted or supported, one mark behind each other', async () => {
  model.script = [QUOTED, SUPPORTED, CONTRADICTED, UNVERIFIED, 'That is all there is to say of it here.'].join('\n\n');
  model.server.pace = 60;
  await page.getByRole('radio', { name: 'Local' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill(QUESTION);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(mark('Contradicted')).toBeVisible();
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true');
  delete model.server.pace;
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  const names = async (sentence: string): Promise<readonly string[]> =>
    behind(sentence).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const chips = /^Citation \d+$/u;
  for (const sentence of [QUOTED, SUPPORTED]) {
    expect((await names(sentence)).length).toBeGreaterThan(0);
    for (const name of await names(sentence)) expect(name).toMatch(chips);
  }
  expect((await names(CONTRADICTED)).filter((name) => name.startsWith('Contradicted'))).toEqual([
    'Contradicted: The passage says otherwise.',
  ]);
  await expect(mark('Unverified').first()).toBeVisible();
  expect((await names(UNVERIFIED)).filter((name) => name.startsWith('Unverified'))).toHaveLength(1);
});

test('an unverified sentence shows the names and numbers that its passage lacks; the mark leads to the passage', async () => {
  await behind(UNVERIFIED).first().click();
  const card = page.getByRole('dialog', { name: 'Unverified' });
  await expect(card.locator('u').filter({ hasText: '40,000' })).toBeVisible();
  expect((await card.locator('u').allTextContents()).join(' ')).toContain('Hilda');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFindings(page), colorScheme).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await mark('Contradicted').click();
  await page.getByRole('dialog', { name: 'Contradicted' }).getByRole('button').first().click();
  await expect(evidence(page).locator('mark').first()).toBeInViewport();
  await behind(QUOTED).first().click();
  await expect.poll(() => markedWords(page)).toContain('GauntBridge');
  await page.emulateMedia({ colorScheme: 'light' });
});

test('what the checker was tried out with is no part of what the answer took', async () => {
  const trace = page.getByRole('region', { name: 'Trace' }).last();
  await trace.getByRole('button', { name: /^How this was found/u }).click();
  const checks = await trace.getByText('Checking sentences').count();
  expect(checks).toBeGreaterThan(0);
  expect(model.calls('entailment').length).toBeGreaterThan(checks);
});

test('the same on a phone; a reload keeps verdicts and evidence', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await ready(page);
  await expect(mark('Contradicted')).toBeVisible();
  await expect(passages(page).first()).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a model that was shown the evidence and finds no answer in it says so above it', async () => {
  model.script = NOT_FOUND;
  await ask(page, 'Who is Agnes Lorne, and what did she eat?', 'Local');
  await expect(answer(page)).toContainText('Not in your documents');
  await expect(passages(page).first()).toBeVisible();
  delete model.script;
});

test('nothing was asked of any other host', () => {
  expect(foreign().filter((url) => !url.startsWith(model.server.url))).toEqual([]);
});
