import type { Page } from '@playwright/test';

/** Notes the tasks that block the page for more than 50 ms from now on; what it returns gives their milliseconds so far. */
export async function watchTasks(page: Page): Promise<() => Promise<readonly number[]>> {
  const tasks = await page.evaluateHandle(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    return durations;
  });
  return () => tasks.jsonValue();
}
