import { expect, test as base, type BrowserContext } from '@playwright/test';

/** Addresses outside the site that a page, its workers or its service worker asked for. */
export function recordForeign(context: BrowserContext, origin: string): readonly string[] {
  const foreign: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/u.test(url.protocol) && url.origin !== origin) foreign.push(url.href);
  });
  return foreign;
}

/** Playwright's test, in which every request to another origin is a failure. */
export const test = base.extend<{ readonly noForeignRequests: undefined }>({
  noForeignRequests: [
    async ({ context, baseURL }, use) => {
      const foreign = recordForeign(context, new URL(baseURL ?? '').origin);
      await use(undefined);
      expect(foreign, 'requests that left the origin').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
