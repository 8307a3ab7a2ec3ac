import { expect, test, type Page } from '@playwright/test';
import { ANSWERING_MODEL, serveAnswers, type AnsweringServer } from '../helpers/answering-model';
import { chooseModel } from '../helpers/model-index-steps';
import { accessibilityFindings } from '../helpers/page-checks';
import { answer, ask } from '../helpers/page-steps';

test.describe.configure({ mode: 'serial' });

/** A state: its name, and the steps to it from the one before. */
type Screen = readonly [name: string, reach: (page: Page, model: AnsweringServer) => Promise<void>];

const SCREENS: readonly Screen[] = [
  [
    'an answer while it is written',
    async (page, model) => {
      model.server.hold = 'before each piece';
      await begin(page, 'Who is Harriet Oakshott?', 'Local');
      await goOnUntil(page, model, 'article[aria-label=Answer] .written p');
    },
  ],
  [
    'a written answer with its trace and a call',
    async (page, model) => {
      letGo(model);
      await ended(page);
      const trace = page.getByRole('region', { name: 'Trace' }).last();
      await trace.getByRole('button', { name: /^How this was found/u }).click();
      await trace.getByText('Writing the answer').click();
      await expect(trace.locator('pre').first()).toBeVisible();
    },
  ],
  [
    'tables, maths and unverified sentences',
    async (page, model) => {
      model.manner = 'formatted';
      await ask(page, 'What happened at Threlby in 1936?', 'Basic');
      await expect(
        answer(page)
          .getByRole('button', { name: /^Unverified/u })
          .first(),
      ).toBeVisible();
      await expect(answer(page).locator('math').first()).toBeAttached();
      model.manner = 'honest';
    },
  ],
  [
    'points of batches before the answer',
    async (page, model) => {
      model.server.hold = 'before the headers';
      await begin(page, 'What are the main themes of these documents?', 'Global');
      await expect.poll(() => model.server.standing).toBe(2);
      model.server.release();
      await expect(answer(page)).toContainText('not checked yet');
    },
  ],
  [
    'questions on the way, while one waits',
    async (page, model) => {
      letGo(model);
      await ended(page);
      await page.getByRole('button', { name: 'New conversation' }).click();
      model.server.hold = 'before the headers';
      await begin(page, 'Who poisoned the well, and why?', 'DRIFT');
      await expect.poll(() => model.server.standing).toBe(1);
      model.server.release();
      // The last one waits longest: the first may be asked at this moment.
      await expect.poll(() => model.server.standing).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Ask this next' }).last().click();
      await expect(answer(page)).toContainText('comes next');
    },
  ],
  [
    'questions on the way, asked, with what was found',
    async (page, model) => {
      letGo(model);
      await ended(page);
      await answer(page)
        .getByText(/^\d+ sub-questions?(, \d+ answered)?$/)
        .click();
      await answer(page).locator('button.question').first().click();
      await expect(answer(page).locator('.found')).toBeVisible();
    },
  ],
  [
    'the evidence of a model that says nothing',
    async (page, model) => {
      model.manner = 'silent';
      await ask(page, 'What did Edmund Vasey build?', 'Local');
      await expect(answer(page)).toContainText('did not answer');
    },
  ],
];

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${String(size.width)} px wide`, () => {
    let page: Page;
    let model: AnsweringServer;

    test.beforeAll(async ({ browser }) => {
      model = await serveAnswers('honest', {}, 4096);
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
      page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await page.goto('./');
      await page.getByRole('button', { name: 'Open the sample' }).click();
      await expect(page.getByText(/^Ready/u).first()).toBeVisible();
      await chooseModel(page, model.server, ANSWERING_MODEL, 2);
    });
    test.afterAll(async () => {
      await page.context().close();
      await model.close();
    });

    for (const [name, reach] of SCREENS) {
      test(`${name}: no accessibility finding in light and dark, nothing wider than the screen`, async () => {
        await reach(page, model);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityFindings(page), `${name}, ${colorScheme}`).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      });
    }
  });
}

async function begin(page: Page, question: string, mode: string): Promise<void> {
  await page.getByRole('radio', { name: mode }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

async function goOnUntil(page: Page, model: AnsweringServer, seen: string): Promise<void> {
  await expect
    .poll(
      async () => {
        model.server.release();
        return page.locator(seen).count();
      },
      { intervals: [20] },
    )
    .toBeGreaterThan(0);
}

function letGo(model: AnsweringServer): void {
  delete model.server.hold;
  model.server.release();
}

async function ended(page: Page): Promise<void> {
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
}
