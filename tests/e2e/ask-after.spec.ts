import type { Answer } from '../../src/core/search/answer/answer';
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers, type AnsweringServer } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import {
  addsExchange,
  answer,
  answers,
  ask,
  evidence,
  markedWords,
  openSample,
  passages,
  ready,
  withoutSpace,
} from '../helpers/page-steps';

/**
 * Steps after an answer: follow-up questions, the conversation that is sent along, and earlier questions. One visit,
 * step after step.
 */
test.describe.configure({ mode: 'serial' });

let page: Page;
let model: AnsweringServer;

test.beforeAll(async ({ browser }) => {
  model = await serveAnswers('honest', {}, 4096);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto('./');
  await openSample(page);
});
test.afterAll(async () => {
  await page.context().close();
  await model.close();
});

const followUps = () => page.getByRole('region', { name: /^Follow-up questions/u });

async function exported(kind: RegExp): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export answer' }).last().click();
  await page.getByRole('menuitem', { name: kind }).click();
  return readFile(await (await download).path(), 'utf8');
}

/** A heading is drawn without its signs. */
const asDrawn = (quote: string): string => quote.replace(/^#+ /u, '');

/** The answer as JSON, with every chip's words in the document held against it. */
async function checkedJson(): Promise<Answer> {
  const written = JSON.parse(await exported(/^JSON/u)) as {
    readonly format: string;
    readonly answer: Omit<Answer, 'trace'>;
    readonly trace: Answer['trace'];
  };
  expect(written.format).toBe('burrow-answer');
  const { citations, sentences } = written.answer;
  const known = new Set(citations.map(({ number }) => number));
  for (const number of sentences.flatMap((sentence) => sentence.citations)) expect(known).toContain(number);
  for (const { number, target, passages } of citations.filter((one) => one.target.kind === 'passage')) {
    await answer(page)
      .getByRole('button', { name: new RegExp(`^(?:Citation|Compare) ${String(number)}\\b`, 'u') })
      .first()
      .click();
    expect(target.kind).toBe('passage');
    expect(await markedWords(page)).toContain(withoutSpace(asDrawn(passages[0]?.quote ?? '-')));
  }
  return { ...written.answer, trace: written.trace };
}

/** Each mark has its footnote, and each footnote the words that the JSON has. */
function checkFootnotes(markdown: string, { citations }: Answer): void {
  const lines = markdown.split('\n');
  const marks = new Set([...markdown.matchAll(/\[\^(\d+)\](?!:)/gu)].map(([, number]) => Number(number)));
  expect([...marks].sort((a, b) => a - b)).toEqual(citations.map(({ number }) => number));
  for (const { number, passages } of citations) {
    const note = lines.find((line) => line.startsWith(`[^${String(number)}]: `))?.replaceAll(/\\(.)/gu, '$1') ?? '';
    for (const { quote, documentTitle } of passages) {
      expect(withoutSpace(note)).toContain(withoutSpace(`“${quote}” (${documentTitle}`));
    }
  }
}

test('the JSON and the Markdown of a written answer lead to the words of the documents', async () => {
  await chooseModel(page, model.server, ANSWERING_MODEL, 2);
  await ask(page, 'Who is Harriet Oakshott?', 'Local');
  const kept = await checkedJson();
  expect(kept.method).toBe(ANSWERING_MODEL);
  expect(kept.citations.length).toBeGreaterThan(1);
  expect(kept.evidence.passages.length).toBeGreaterThan(1);
  const markdown = await exported(/^Markdown/u);
  checkFootnotes(markdown, kept);
  await page.getByRole('button', { name: 'Copy with citations' }).last().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(markdown);
});

test('a question that is proposed after an answer is asked at a click', async () => {
  await expect(followUps()).toContainText(`Suggested by ${ANSWERING_MODEL}`);
  const first = followUps().getByRole('button').first();
  const question = await first.innerText();
  await addsExchange(page, () => first.click());
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('heading', { level: 3, name: question })).toBeVisible();
  await expect(passages(page).first()).toBeVisible();
  await ask(page, 'What is uranine?', 'Basic');
});

test('a question that leans on the one before is shown as it was read', async () => {
  await ask(page, 'Where did she go?', 'Local');
  const read = model.calls('local-answer').at(-1)?.question ?? '';
  expect(read).not.toBe('Where did she go?');
  await expect(answer(page)).toContainText(`Read as: “${read}”`);
  const [rewriting] = model.calls('rewrite-question').slice(-1);
  expect(rewriting?.words).toContain('What is uranine?');
});

test('the find box opens documents, entities and reports by keyboard alone', async () => {
  const box = page.getByRole('combobox', { name: 'Find', exact: true });
  const found = page.getByRole('listbox', { name: 'Found' });
  for (const [keys, words, group] of [
    ['/', 'geology', 'Documents'],
    ['Control+k', 'oakshott', 'Entities'],
    ['Control+k', 'vasey', 'Reports'],
  ] as const) {
    await page.locator('.thread').focus();
    await page.keyboard.press(keys);
    await expect(box).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(words);
    const wanted = found.getByRole('group', { name: group }).getByRole('option').first();
    await expect(wanted).toBeVisible();
    for (let at = 0; at < 20 && (await wanted.getAttribute('aria-selected')) !== 'true'; at += 1) {
      await page.keyboard.press('ArrowDown');
    }
    const title = (await wanted.locator('*').first().innerText()).trim();
    await page.keyboard.press('Enter');
    await expect(evidence(page)).toContainText(title);
    await expect(found).toHaveCount(0);
  }
});

test('each conversation stands where its address leads, with every answer, after a reload', async () => {
  const first = page.url();
  const count = await answers(page).count();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await ask(page, 'What is fluorescein?', 'Basic');
  expect(page.url()).not.toBe(first);
  await page.goto(first);
  await page.reload();
  await ready(page);
  await expect(answers(page)).toHaveCount(count);
});
