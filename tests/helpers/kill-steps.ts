import type { Page } from '@playwright/test';

/** Kills the process of a tab, with all its workers, and opens another tab at the same address's start. */
export async function crashTab(page: Page, url: string): Promise<Page> {
  const context = page.context();
  const crashed = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => undefined); // it never arrives
  await crashed;
  const next = await context.newPage();
  await next.goto(url);
  await page.close();
  return next;
}

/** Ends one of the page's workers in the middle of what it does; false when there is none of that name. */
export async function endWorker(page: Page, name: string): Promise<boolean> {
  const worker = page.workers().find((one) => one.url().includes(`/${name}.worker`));
  await worker?.evaluate(() => close()).catch(() => undefined); // it may be gone before it answers
  return worker !== undefined;
}
