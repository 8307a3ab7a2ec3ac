import { expect, test, type Page } from '@playwright/test';
import { watchRequests } from '../helpers/page-checks';

const OWN = 'The browser’s own model';

/** A browser of which we say what model it brings; `null` for one without the Prompt API. */
async function openWith(page: Page, state: 'available' | 'downloadable' | 'unavailable' | null): Promise<void> {
  await page.addInitScript((given) => {
    if (given === null) {
      Reflect.deleteProperty(globalThis, 'LanguageModel');
      return;
    }
    let now: string = given;
    const session = {
      contextWindow: 4096,
      contextUsage: 0,
      measureContextUsage: async () => 10,
      promptStreaming: () =>
        new ReadableStream({
          start: (controller) => {
            for (const piece of ['Boats ', 'float.']) controller.enqueue(piece);
            controller.close();
          },
        }),
      destroy: () => undefined,
    };
    const create = async (options: { readonly monitor?: (target: EventTarget) => void }) => {
      const target = new EventTarget();
      options.monitor?.(target);
      target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.42 }));
      // Fetched when the test says so.
      if (now !== 'available') await new Promise<void>((resolve) => Object.assign(globalThis, { fetched: resolve }));
      now = 'available';
      return session;
    };
    Object.defineProperty(globalThis, 'LanguageModel', { value: { availability: async () => now, create } });
  }, state);
  await page.goto('./');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('combobox', { name: 'Chat model' })).toBeVisible();
}

const state = (page: Page) => page.getByRole('status', { name: OWN });
const options = (page: Page) => page.getByRole('combobox', { name: 'Chat model' }).locator('option');
const fetchButton = (page: Page) => page.getByRole('button', { name: 'Let the browser download its model' });

test('a browser’s own model is offered where there is one, and answers in the page', async ({ page }) => {
  const foreign = watchRequests(page);
  await openWith(page, 'available');
  await expect(state(page)).toContainText('You can choose it without a download');
  await page.getByRole('combobox', { name: 'Chat model' }).selectOption({ label: OWN });
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('status', { name: 'Trial' })).toContainText('Boats float.');
  await expect(fetchButton(page)).toHaveCount(0);
  expect(foreign()).toEqual([]);
});

test('it is fetched by the browser on a click alone, with its progress, and can be chosen then', async ({ page }) => {
  await openWith(page, 'downloadable');
  await expect(state(page)).toContainText('only when you ask for it');
  await expect(options(page).filter({ hasText: OWN })).toHaveCount(0);
  await fetchButton(page).click();
  await expect(state(page)).toContainText('is fetching its own model. 42 %');
  await page.evaluate(() => (globalThis as unknown as { fetched: () => void }).fetched());
  await expect(state(page)).toContainText('You can now choose');
  await expect(options(page).filter({ hasText: OWN })).toHaveCount(1);
});

test('it is not offered where the device cannot run it, nor spoken of where the browser has none', async ({ page }) => {
  await openWith(page, 'unavailable');
  await expect(state(page)).toContainText('no model of its own that works on this device');
  await expect(options(page).filter({ hasText: OWN })).toHaveCount(0);
  await expect(fetchButton(page)).toHaveCount(0);
});

test('a browser without the Prompt API is not asked for a model', async ({ page }) => {
  await openWith(page, null);
  await expect(options(page).filter({ hasText: OWN })).toHaveCount(0);
  await expect(state(page)).toHaveCount(0);
});

test('what this browser itself says of its model is taken as it is', async ({ page }) => {
  await page.goto('./');
  const availability = await page.evaluate(async () => {
    const found = Reflect.get(globalThis, 'LanguageModel') as { availability(): Promise<string> } | undefined;
    return (await found?.availability()) ?? 'none';
  });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('combobox', { name: 'Chat model' })).toBeVisible();
  const count = await options(page).filter({ hasText: OWN }).count();
  expect(count).toBe(availability === 'available' ? 1 : 0);
});
