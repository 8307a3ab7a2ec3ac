import type { Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { bundle } from './bundle';
import { serveBurrow, type BurrowServer } from './static-server';
import type { KeptFile, WebllmDriver } from './webllm-driver';

interface DriverModule {
  readonly driver: WebllmDriver;
}

/** The built site in a page, with a script that speaks with its chat worker. */
interface WebllmPage {
  readonly burrow: BurrowServer;
  /** Requests to other hosts, and what the content policy refused. */
  readonly complaints: readonly string[];
  /** Resolves with the words of the failure, or with the steps of loading. */
  load(model: string): Promise<string>;
  store(files: readonly KeptFile[]): Promise<void>;
}

export async function openWebllmPage(page: Page): Promise<WebllmPage> {
  const [script, burrow] = await Promise.all([bundle('tests/helpers/webllm-driver.ts'), serveBurrow()]);
  burrow.extra.set('driver.js', script);
  const module = `${burrow.url}driver.js`;
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(burrow.url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(burrow.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const worker = readdirSync('dist/assets').find((file) => /^chat\.worker-.*\.js$/u.test(file));
  return {
    burrow,
    complaints,
    load: (model) =>
      page.evaluate(async ([from, file, id]) => ((await import(from)) as DriverModule).driver.load(file, id), [
        module,
        `${burrow.url}assets/${String(worker)}`,
        model,
      ] as const),
    store: (files) =>
      page.evaluate(async ([from, given]) => ((await import(from)) as DriverModule).driver.store(given), [
        module,
        files,
      ] as const),
  };
}
