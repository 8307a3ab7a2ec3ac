import { expect, test, type Locator, type Page } from '@playwright/test';
import { HOSTILE_HOST, INVENTED_SENTENCE } from '../helpers/answering/manners';
import { ANSWERING_MODEL, serveAnswers, type AnsweringServer } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { watchRequests } from '../helpers/page-checks';
import {
  addsExchange,
  answer,
  answers,
  ask,
  citations,
  markedWords,
  openSample,
  ready,
  withoutSpace,
} from '../helpers/page-steps';

/** One visit, step after step, as a person makes it. */
test.describe.configure({ mode: 'serial' });

/** Tokens: the sample's reports need three batches. */
const WINDOW = 4096;
const QUESTION = 'Who is Harriet Oakshott?';

let page: Page;
let model: AnsweringServer;
let foreign: () => readonly string[];

test.beforeAll(async ({ browser }) => {
  model = await serveAnswers('honest', {}, WINDOW);
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(20_000);
  foreign = watchRequests(page);
  await page.goto('./');
  await openSample(page);
  await chooseModel(page, model.server, ANSWERING_MODEL, 2);
});
test.afterAll(async () => {
  await page.close();
  await model.close();
});
test.afterEach(() => {
  model.manner = 'honest';
  letGo();
});

test('words stream in; a finished sentence has its chips at once, and what is finished is left alone', async () => {
  model.server.hold = 'before each piece';
  await begin(QUESTION, 'Local');
  await goOnUntil(citations(page).first());
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true');
  for (const finished of [citations(page).first(), answer(page).locator('.written > *').first()])
    await finished.evaluate((element) => element.setAttribute('data-met', ''));
  letGo();
  await ended();
  await expect(answer(page).locator('[data-met]')).toHaveCount(2);
  await expect(answer(page)).toContainText(`Written by ${ANSWERING_MODEL}`);
  expect(model.calls('local-answer')).toHaveLength(1);
});

test('a chip after a sentence leads to its very words', async () => {
  await citations(page, 'passage').first().click();
  expect(withoutSpace(await answer(page).innerText())).toContain(await markedWords(page));
});

test('the trace shows what was looked at and each prompt as it was sent', async () => {
  const trace = page.getByRole('region', { name: 'Trace' }).last();
  await trace.getByRole('button', { name: /^How this was found/u }).click();
  await expect(trace.getByRole('heading', { name: /^Sources/u })).toBeVisible();
  await trace.getByText('Writing the answer').click();
  const [call] = model.calls('local-answer');
  const [, user = ''] = call?.messages ?? [];
  expect(await trace.locator('pre').nth(1).textContent()).toBe(user);
});

test('Stop keeps what came, with its chips', async () => {
  model.server.hold = 'before each piece';
  await begin('What did Agnes Lorne do in 1936?', 'Local');
  await goOnUntil(citations(page).first());
  const left = model.server.left;
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await ended();
  await expect(answer(page)).toContainText('Stopped before the end.');
  await expect(citations(page).first()).toBeVisible();
  await expect.poll(() => model.server.left).toBe(left + 1);
});

test('a question that leans on the one before is made to stand by itself, and the answer says how it was read', async () => {
  await ask(page, 'What did she write?', 'Local');
  const [rewritten] = model.calls('rewrite-question');
  expect(rewritten?.question).toBe('What did she write?');
  const read = model.calls('local-answer').at(-1)?.question ?? '';
  expect(read).not.toBe('What did she write?');
  await expect(answer(page)).toContainText(`Read as: “${read}”`);
});

test('Global shows the points of its batches while it reads, and one answer from all of them', async () => {
  model.server.hold = 'before the headers';
  await begin('What are the main themes of these documents?', 'Global');
  await expect.poll(() => model.server.standing).toBe(2);
  model.server.release();
  await expect(answer(page)).toContainText('from 2 of 3 batches, not checked yet');
  await expect(answer(page).getByRole('listitem').first()).toBeVisible();
  letGo();
  await ended();
  await expect(answer(page)).not.toContainText('not checked yet');
  await expect(citations(page, 'report').first()).toBeVisible();
  expect(model.calls('global-map')).toHaveLength(3);
  expect(model.calls('global-reduce')).toHaveLength(1);
});

test('Stop in the middle of Global keeps the points that came, with their chips', async () => {
  model.server.hold = 'before the headers';
  await begin('What do the papers tell of Threlby Dam?', 'Global');
  await expect.poll(() => model.server.standing).toBe(2);
  model.server.release();
  await expect(answer(page)).toContainText('from 2 of 3 batches');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await ended();
  await expect(answer(page)).toContainText('It was stopped before these findings were joined into one answer:');
  await expect(answer(page)).toContainText('Stopped before the end.');
  await expect(citations(page).first()).toBeVisible();
});

test('DRIFT shows its questions as they come; one is left out, and one that was not asked is asked afterwards', async () => {
  await page.getByRole('button', { name: 'New conversation' }).click();
  model.server.hold = 'before the headers';
  await begin('Who poisoned the well, and why?', 'DRIFT');
  await expect(tree().getByText('looking up…')).toHaveCount(1);
  await expect.poll(() => model.server.standing).toBe(1);
  model.server.release();
  await expect(tree().getByText('looking up…')).toHaveCount(2);
  const leaveOut = page.getByRole('button', { name: 'Leave out' });
  const left = await tree().getByRole('listitem').filter({ has: leaveOut }).last().locator('.question').innerText();
  await leaveOut.click();
  await expect(tree()).toContainText('will be left out');
  await goOnUntil(tree().getByText('left out', { exact: true }));
  letGo();
  await ended();
  await expect(citations(page).first()).toBeVisible();
  const onTheWay = model.calls('drift-step').map((call) => call.question);
  expect(onTheWay.length).toBeGreaterThanOrEqual(2);
  expect(onTheWay.filter((asked) => left.includes(asked))).toEqual([]);
  await answer(page)
    .getByText(/\d+ sub-questions?, \d+ answered/)
    .click();
  await answer(page).getByText('not asked').first().click();
  const waiting = answer(page).getByRole('list', { name: 'Sub-questions not asked' }).getByRole('listitem');
  const question = await waiting.last().locator('.question').last().innerText();
  await addsExchange(page, () => waiting.last().getByRole('button', { name: 'Ask this, too' }).last().click());
  await ended();
  const steps = model.calls('drift-step').map((call) => call.question);
  expect(steps.some((asked) => question.includes(asked))).toBe(true);
});

test('Basic answers from passages alone', async () => {
  await ask(page, 'What is fluorescein?', 'Basic');
  await expect(citations(page, 'passage').first()).toBeVisible();
  expect(model.calls('basic-answer').at(-1)?.words).not.toContain('-----Reports-----');
});

test('what no document says is marked and cites nothing; wrong numbers change no citation', async () => {
  model.manner = 'invented';
  await ask(page, 'Who was Ambrose Tarrant?', 'Local');
  const paragraph = answer(page).locator('p').filter({ hasText: INVENTED_SENTENCE });
  await expect(paragraph.getByRole('button', { name: /^Unverified/u })).toBeVisible();
  const chips = await citations(page).allInnerTexts();
  expect(chips.length).toBeGreaterThan(0);
  model.manner = 'wrong ids';
  await ask(page, 'Who was Ambrose Tarrant?', 'Local');
  expect(await citations(page).allInnerTexts()).toEqual(chips);
  await page.getByRole('region', { name: 'Trace' }).last().getByRole('button', { name: /^How/u }).click();
  await expect(page.getByRole('region', { name: 'Trace' }).last()).toContainText('to sources that do not exist');
});

test('markup and addresses in a reply are words that load nothing and lead nowhere', async () => {
  model.manner = 'hostile';
  const address = page.url();
  await ask(page, 'What happened at Threlby?', 'Basic');
  await expect(answer(page)).toContainText('onerror="globalThis.hacked = 1"');
  await expect(answer(page)).toContainText('(javascript:globalThis.hacked=3)');
  await expect(answer(page).locator('img, script, iframe, a, [href], [src], [onclick]')).toHaveCount(0);
  await answer(page).getByText('Read on').click();
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
  expect(foreign().filter((url) => url.includes(HOSTILE_HOST))).toEqual([]);
});

test('tables, lists, code and maths are drawn', async () => {
  model.manner = 'formatted';
  await ask(page, 'What happened at Threlby in 1936?', 'Basic');
  await expect(answer(page).getByRole('table')).toBeVisible();
  await expect(answer(page).locator('ol > li > ul > li')).toHaveCount(1);
  await expect(answer(page).locator('pre code')).toContainText('overflow();');
  await expect(answer(page).locator('math')).toHaveCount(2);
  await expect(answer(page)).toContainText('It costs $5 to $7 a day.');
});

for (const mode of ['Local', 'Basic', 'Global', 'DRIFT']) {
  test(`${mode} leaves the evidence and says why where the model says nothing`, async () => {
    model.manner = 'silent';
    await ask(page, 'What did Edmund Vasey build?', mode);
    await expect(answer(page)).toContainText(`${ANSWERING_MODEL} did not answer: `);
    await expect(answer(page)).toContainText('Quoted from your documents');
    await expect(
      answer(page)
        .getByRole('button', { name: /^Open /u })
        .first(),
    ).toBeVisible();
  });
}

test('a model that keeps to no form leaves the evidence', async () => {
  model.manner = 'formless';
  for (const mode of ['Global', 'DRIFT']) {
    await ask(page, 'What did Edmund Vasey build at Threlby?', mode);
    await expect(answer(page)).toContainText('not in the form that was asked for.');
    await expect(
      answer(page)
        .getByRole('button', { name: /^Open /u })
        .first(),
    ).toBeVisible();
  }
});

test('a reply that breaks off is kept as far as it came, and says so', async () => {
  const words = 'Harriet Oakshott';
  const piece = JSON.stringify({ choices: [{ index: 0, delta: { content: words }, finish_reason: null }] });
  const body = `data: ${piece}\n\n`;
  model.server.instead.set('/v1/chat/completions', { type: 'text/event-stream', body, then: 'cut' });
  await ask(page, 'Who is Harriet Oakshott of Hexborough?', 'Local');
  await expect(answer(page)).toContainText(words);
  await expect(answer(page)).toContainText('broke off');
  model.server.instead.clear();
});

test('a reply that breaks off is kept where the server is gone when it is asked again', async () => {
  const words = 'Harriet Oakshott studied the tracer';
  const piece = JSON.stringify({ choices: [{ index: 0, delta: { content: words }, finish_reason: null }] });
  const chat = '/v1/chat/completions';
  const next = { status: 500, type: 'text/plain', body: 'out of order' };
  const body = `data: ${piece}\n\n`;
  model.server.instead.set(chat, { type: 'text/event-stream', body, then: 'cut', times: 1, next });
  await ask(page, 'What did Harriet Oakshott study in Hexborough?', 'Local');
  await expect(answer(page)).toContainText('broke off');
  await expect(answer(page)).toContainText(words);
  model.server.instead.clear();
});

test('a reload shows every answer as it was, and its chips still lead to the words', async () => {
  const shown = await texts();
  await page.reload();
  await ready(page);
  await expect(answers(page)).toHaveCount(shown.length);
  await expect.poll(texts).toEqual(shown);
  await answers(page)
    .first()
    .getByRole('button', { name: /^Citation/u })
    .first()
    .click();
  expect(await markedWords(page)).not.toBe('');
});

test('nothing was asked of any other host', () => {
  expect(foreign().filter((url) => !url.startsWith(model.server.url))).toEqual([]);
});

const tree = (): Locator => answer(page).getByRole('list', { name: 'Sub-questions' });

/** Reads the text of the answers, without their buttons. */
const texts = (): Promise<readonly string[]> =>
  answers(page).evaluateAll((all) =>
    all.map((one) => [...one.querySelectorAll('p, li, td, pre')].map((part) => part.textContent).join('\n')),
  );

/** Asks and does not wait. */
async function begin(question: string, mode: string): Promise<void> {
  await page.getByRole('radio', { name: mode }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await addsExchange(page, () => page.getByRole('button', { name: 'Ask', exact: true }).click());
}

/** Lets the server continue piece by piece until something is to be seen. */
async function goOnUntil(seen: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        model.server.release();
        return seen.count();
      },
      { intervals: [20] },
    )
    .toBeGreaterThan(0);
}

function letGo(): void {
  delete model.server.hold;
  model.server.release();
}

async function ended(): Promise<void> {
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
}
