import { expect, test, type Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { WEBLLM_MODELS } from '../../src/core/models/catalogue/chat-models';
import { bundle } from '../helpers/bundle';
import { filesWith, FOREIGN_LIBRARY } from '../helpers/foreign-library';
import { serveBurrow, type BurrowServer } from '../helpers/static-server';
import type { KeptFile, WebllmDriver } from '../helpers/webllm-driver';

const model = WEBLLM_MODELS.find(({ needs }) => !needs.f16);
if (!model) throw new Error('The catalogue has no model for every GPU');

interface DriverModule {
  readonly driver: WebllmDriver;
}

let script: string;
let burrow: BurrowServer;
let complaints: string[];

test.beforeAll(async () => {
  script = await bundle('tests/helpers/webllm-driver.ts');
});
test.beforeEach(async ({ page }) => {
  burrow = await serveBurrow();
  burrow.extra.set('driver.js', script);
  complaints = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(burrow.url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(burrow.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});
test.afterEach(() => burrow.close());

function load(page: Page): Promise<string> {
  const worker = readdirSync('dist/assets').find((file) => /^chat\.worker-.*\.js$/u.test(file));
  return page.evaluate(
    async ([module, file, id]) => {
      const { driver } = (await import(module)) as DriverModule;
      return driver.load(file, id);
    },
    [`${burrow.url}driver.js`, `${burrow.url}assets/${String(worker)}`, model?.id ?? ''] as const,
  );
}

function store(page: Page, files: readonly KeptFile[]): Promise<void> {
  return page.evaluate(
    async ([module, given]) => {
      const { driver } = (await import(module)) as DriverModule;
      await driver.store(given);
    },
    [`${burrow.url}driver.js`, files] as const,
  );
}

test.describe('without a GPU', () => {
  test('a model is refused before its files are looked for, and the device says why', async ({ page }) => {
    expect(await load(page)).toMatch(/^ModelError: .*finds no GPU/u);
    await page.goto(`${burrow.url}#/settings`);
    await expect(page.getByText('The browser finds no GPU that it may use')).toBeVisible();
    await expect(page.getByRole('button', { name: `Download ${model.title}`, exact: true })).toBeDisabled();
    expect(complaints).toEqual([]);
  });
});

test.describe('with a GPU in software', () => {
  test.use({
    launchOptions: async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--enable-unsafe-webgpu'] });
    },
  });

  test('a model that is not there is asked of no one', async ({ page }) => {
    expect(await load(page)).toMatch(/^ModelError: .*Download it first/u);
    expect(complaints).toEqual([]);
  });

  test('WebLLM starts under the content policy, and a library of another version is refused in words', async ({
    page,
  }) => {
    await store(page, filesWith(FOREIGN_LIBRARY, model));
    expect(await load(page)).toMatch(/^ModelError: .*does not fit this version/u);
    expect(complaints).toEqual([]);
  });
});
