import { expect, test, type Locator, type Page } from '@playwright/test';
import { serveModelServer, type ModelServer } from '../helpers/model-server';
import { accessibilityFindings } from '../helpers/page-checks';
import { addFiles, ready, textFile } from '../helpers/page-steps';

test.describe.configure({ mode: 'serial' });

const LONG_NAME = `publisher/a-model-with-a-very-long-name-${'and-more-of-it-'.repeat(6)}8b-instruct:q4_K_M`;
const LETTER = Array.from(
  { length: 120 },
  (_, at) =>
    `In ${String(1850 + at)} Harriet Oakshott wrote to Thomas Pell of the Aldwell Hotel about the harbour wall.`,
).join('\n\n');

/** A state: its name, and the steps to it from the one before. */
type Screen = readonly [name: string, reach: (page: Page, server: ModelServer) => Promise<void>];

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${String(size.width)} px wide`, () => {
    let page: Page;
    let server: ModelServer;

    test.beforeAll(async ({ browser }) => {
      server = await serveModelServer({ models: [{ id: LONG_NAME }], hold: 'before the headers' });
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
      page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto('./');
      await addFiles(page, textFile('letters.txt', LETTER));
    });
    test.afterAll(async () => {
      await page.context().close();
      await server.close();
    });

    for (const [name, reach] of screens(size.width < 900)) {
      test(`${name}: no accessibility finding in light and dark, nothing wider than the screen`, async () => {
        await reach(page, server);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityFindings(page), `${name}, ${colorScheme}`).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      });
    }
  });
}

function screens(narrow: boolean): readonly Screen[] {
  const inLibrary = async (page: Page): Promise<void> => {
    if (narrow) await page.getByRole('tab', { name: 'Library', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Documents/ })).toBeVisible();
  };
  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
  const bar = (page: Page): Locator => page.getByRole('progressbar', { name: 'Indexing with a model' });
  const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Index plan' });
  return [
    [
      'no model chosen',
      async (page) => {
        await inLibrary(page);
        await ready(page);
        await expect(page.getByText('Add a language model to build a richer graph')).toBeVisible();
        await expect(button(page, 'Index with a model')).toBeEnabled();
      },
    ],
    [
      'the plan',
      async (page, server) => {
        await page.getByRole('tab', { name: 'Settings', exact: true }).click();
        await page.getByRole('textbox', { name: 'Server address' }).fill(server.url);
        await button(page, 'Connect').click();
        const choice = page.getByRole('combobox', { name: 'Chat model' });
        await choice.selectOption({ label: `${LONG_NAME} (model server)` });
        await page.getByRole('tab', { name: 'Ask', exact: true }).click();
        await inLibrary(page);
        await button(page, 'Index with a model').click();
        await expect(dialog(page).getByRole('table', { name: 'Calls and tokens' })).toBeVisible();
        await expect(dialog(page)).toContainText('not measured yet');
      },
    ],
    [
      'the plan in full, with every setting',
      async (page) => {
        await dialog(page).getByRole('radio', { name: 'Full' }).check();
        await dialog(page).getByText('More settings').click();
        await expect(dialog(page).getByRole('spinbutton', { name: 'Follow-up questions per passage' })).toBeVisible();
      },
    ],
    [
      'a run before its first reply',
      async (page) => {
        await button(page, 'Start').click();
        await expect(dialog(page)).toHaveCount(0);
        await expect(bar(page)).toBeVisible();
        await expect(page.getByText(/^Extracting entities: 0 of/)).toBeVisible();
      },
    ],
    [
      'a run whose calls in flight are awaited',
      async (page) => {
        await button(page, 'Pause').click();
        await expect(button(page, 'Stop at once')).toBeVisible();
      },
    ],
    [
      'a paused run',
      async (page) => {
        await button(page, 'Stop at once').click();
        await expect(button(page, 'Resume')).toBeEnabled();
        await expect(bar(page)).toHaveCount(0);
        await ready(page);
      },
    ],
    [
      'a run that ended early',
      async (page, server) => {
        server.instead.set('/v1/chat/completions', { status: 400, body: '{"error":{"message":"out of memory"}}' });
        await button(page, 'Resume').click();
        server.release();
        await expect(page.getByRole('region', { name: 'Model index' }).getByRole('alert')).toBeVisible();
        await expect(button(page, 'Resume')).toBeEnabled();
        await ready(page);
      },
    ],
  ];
}
