import type { Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

/** What an axe scan of the page finds against WCAG 2 A and AA, as lines: rule, help, first places. */
export async function accessibilityFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((): Promise<AxeResults> =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  );
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
    return `${id}: ${help} (${places.join(' | ')})`;
  });
}
