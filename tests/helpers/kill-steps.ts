import type { Page } from '@playwright/test';

/** Kills the process of a tab, with all its workers. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => undefined); // it never arrives
  await crashed;
}

/** Opens another tab at this address instead of one that has crashed. */
export async function openInstead(page: Page, url: string): Promise<Page> {
  const next = await page.context().newPage();
  await next.goto(url);
  await page.close();
  return next;
}

/** Kills the process of a tab and opens another tab at the same address's start. */
export async function crashTab(page: Page, url: string): Promise<Page> {
  await crash(page);
  return openInstead(page, url);
}

/** Kills the process that draws, and computes on the GPU, for all tabs. */
export async function crashGpu(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  await session?.send('Browser.crashGpuProcess');
}

/** Ends one of the page's workers in the middle of what it does; false when there is none of that name. */
export async function endWorker(page: Page, name: string): Promise<boolean> {
  const worker = page.workers().find((one) => one.url().includes(`/${name}.worker`));
  await worker?.evaluate(() => close()).catch(() => undefined); // it may be gone before it answers
  return worker !== undefined;
}
