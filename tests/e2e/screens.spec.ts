import { expect, test, type Page } from '@playwright/test';
import { accessibilityFindings, scrollsTwice } from '../helpers/page-checks';
import {
  addFiles,
  answer,
  ask,
  evidence,
  library,
  openPassage,
  ready,
  textFile,
  openView,
} from '../helpers/page-steps';

test.describe.configure({ mode: 'serial' });

interface Size {
  readonly width: number;
  readonly height: number;
}

const WIDE: Size = { width: 1280, height: 800 };
const NARROW: Size = { width: 390, height: 844 };
const LEDGER = 'date,payee,amount\n1936-05-08,Aldwell Hotel,96.75\n1936-05-09,Strand & Pell,12.00\n';

/** A screen: its name, and the steps to it from the one before. */
type Screen = readonly [name: string, reach: (page: Page) => Promise<void>];

for (const size of [WIDE, NARROW]) {
  test.describe(`${String(size.width)} px wide`, () => {
    let page: Page;

    test.beforeAll(async ({ browser }) => {
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
      page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto('./');
    });
    test.afterAll(() => page.context().close());

    for (const [name, reach] of screens(size)) {
      test(`${name}: no accessibility finding in light and dark, nothing wider than the screen, one scrollbar`, async () => {
        await reach(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityFindings(page), `${name}, ${colorScheme}`).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
        expect(await scrollsTwice(page)).toBe(false);
      });
    }
  });
}

function screens(size: Size): readonly Screen[] {
  const narrow = size === NARROW;
  const pane = async (page: Page, name: string): Promise<void> => {
    if (narrow || !['Library', 'Evidence'].includes(name)) await page.getByRole('tab', { name, exact: true }).click();
  };
  const inLibrary = async (page: Page): Promise<void> => {
    await pane(page, 'Library');
    await expect(library(page).getByRole('heading', { name: /^Documents/ })).toBeVisible();
  };
  const escape = async (page: Page): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  };
  return [
    ['first minute', (page) => expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible()],
    [
      'library with documents',
      async (page) => {
        await page.getByRole('button', { name: 'Open the sample' }).click();
        await expect(page.getByRole('textbox', { name: 'Question' })).toBeVisible();
        await inLibrary(page);
        await ready(page);
      },
    ],
    [
      'arrival page',
      async (page) => {
        await pane(page, 'Ask');
        await expect(page.getByRole('list', { name: 'Try asking' })).toBeVisible();
      },
    ],
    [
      'answer',
      async (page) => {
        await ask(page, 'Who is Harriet Oakshott?', 'Local');
      },
    ],
    [
      'trace open',
      async (page) => {
        await page.getByRole('region', { name: 'Trace' }).getByRole('button').first().click();
        await expect(page.getByRole('region', { name: 'Trace' }).getByRole('table').first()).toBeVisible();
      },
    ],
    [
      'evidence of a passage',
      async (page) => {
        await openPassage(page);
        await expect(evidence(page).locator('mark').first()).toBeVisible();
        await page.mouse.move(0, 0);
      },
    ],
    [
      'evidence of an entity',
      async (page) => {
        await pane(page, 'Ask');
        await answer(page).getByRole('button', { name: 'Harriet Oakshott', exact: true }).first().click();
        await expect(evidence(page)).toContainText('Curated by hand');
      },
    ],
    [
      'words that no passage has',
      async (page) => {
        await pane(page, 'Ask');
        await ask(page, 'Who won the football match in Lisbon in 1998?', 'Auto');
        await expect(answer(page)).toContainText(/No passage contains .*“Lisbon”/);
      },
    ],
    [
      'the map, with its choices',
      async (page) => {
        await pane(page, 'Explore');
        await page.getByRole('button', { name: 'Colours and filter' }).click();
        await page.getByRole('combobox', { name: 'Colours' }).selectOption('By type');
        await expect(page.getByRole('list', { name: 'Colours of types' })).toBeVisible();
      },
    ],
    [
      'entities on the map, one chosen',
      async (page) => {
        await page.getByRole('slider', { name: 'Level of detail' }).press('End');
        await page.getByRole('list', { name: 'On the map' }).getByRole('button').first().click();
        await page.getByRole('button', { name: 'Path to…' }).click();
        await page.getByRole('list', { name: 'On the map' }).getByRole('button').nth(5).click();
        await expect(page.getByRole('list', { name: 'Path', exact: true })).toBeVisible();
      },
    ],
    [
      'communities and a report',
      async (page) => {
        await openView(page, 'Reports', 'Communities');
        await page.getByRole('treeitem').first().click();
        await expect(page.getByRole('article', { name: 'Community report' })).toBeVisible();
      },
    ],
    ...['Documents', 'Entities', 'Relationships'].map((name): Screen => [
      `table of ${name.toLowerCase()}`,
      async (page) => {
        await openView(page, 'Tables', name);
        await expect(page.getByRole('table', { name }).getByRole('row').nth(1)).toBeVisible();
      },
    ]),
    ['duplicates', (page) => openView(page, 'Tables', 'Duplicates')],
    [
      'settings',
      async (page) => {
        await pane(page, 'Settings');
        await expect(page.getByRole('region', { name: 'Chat models' })).toBeVisible();
        for (const summary of await page.locator('summary').all()) await summary.click();
      },
    ],
    ...['Privacy', 'Indexing', 'Prompts', 'Storage', 'Appearance'].map((name): Screen => [
      `settings of ${name.toLowerCase()}`,
      async (page) => {
        await page.getByRole('link', { name, exact: true }).click();
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
        for (const summary of await page.locator('summary').all()) await summary.click();
      },
    ]),
    [
      'settings in sealed mode',
      async (page) => {
        await page.getByRole('link', { name: 'Models', exact: true }).click();
        await page.getByRole('switch', { name: 'Sealed mode' }).click();
        await expect(page.getByText('Sealed mode blocks downloads').first()).toBeVisible();
      },
    ],
    [
      'confirming a deletion',
      async (page) => {
        await pane(page, 'Ask');
        await inLibrary(page);
        await page.getByRole('button', { name: 'Delete Ellen Pike: Oral History Interview' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    ],
    [
      'new collection',
      async (page) => {
        await escape(page);
        await page.getByRole('button', { name: 'Collection options' }).click();
        await page.getByRole('menuitem', { name: 'New collection…' }).click();
        await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible();
      },
    ],
    [
      'files that could not be read',
      async (page) => {
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Ledgers');
        await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await addFiles(
          page,
          textFile('ledger.csv', LEDGER, 'text/csv'),
          textFile('broken.pdf', '%PDF-1.7 no more', 'application/pdf'),
        );
        await pane(page, 'Library');
        await expect(page.getByText('Could not be read')).toBeVisible();
        await ready(page);
      },
    ],
    [
      'reading rows',
      async (page) => {
        await page.getByRole('button', { name: 'Split rows into documents…' }).click();
        await expect(page.getByRole('dialog')).toContainText('2 rows become 2 documents');
      },
    ],
    [
      'a second tab that can only read',
      async (page) => {
        await escape(page);
        const reader = await page.context().newPage();
        await reader.goto(page.url());
        await pane(reader, 'Library');
        await expect(reader.getByText('Another tab is writing to this collection.').first()).toBeVisible();
        for (const colorScheme of ['light', 'dark'] as const) {
          await reader.emulateMedia({ colorScheme });
          expect(await accessibilityFindings(reader), colorScheme).toEqual([]);
        }
        await reader.close();
      },
    ],
  ];
}

test('from the landing page to marked words by the keyboard alone', async ({ page }) => {
  await page.goto('./');
  await tabTo(page, 'Open the sample');
  await page.keyboard.press('Enter');
  await ready(page);
  await tabTo(page, 'Question');
  await page.keyboard.type('Who is Harriet Oakshott?');
  await page.keyboard.press('Enter');
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
  await tabTo(page, 'Open in document', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(evidence(page).locator('mark').first()).toBeInViewport();
});

/** Presses Tab until the thing with this name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
    });
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press(key);
    if ((await focused()) === name) return;
  }
  throw new Error(`“${name}” was not reached by the keyboard.`);
}
