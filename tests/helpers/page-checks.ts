import type { Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

/** Records every request of the page, its workers and its service worker; gives those that are for another origin than the page's. */
export function watchRequests(page: Page): () => readonly string[] {
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  return () => {
    const { host } = new URL(page.url());
    return asked.filter((url) => /^(?:https?|wss?):/u.test(url) && new URL(url).host !== host);
  };
}

/** Lists the violations of WCAG 2 A and AA in an axe scan of the page, one line each: rule, help, first places. */
export async function accessibilityFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // What a new size or colour scheme changes is on the screen two frames later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { violations }: AxeResults = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
    return violations.map(({ id, help, nodes }) => {
      const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
      return `${id}: ${help} (${places.join(' | ')})`;
    });
  });
}

/** Checks for a pane that scrolls around a part of it that fills most of it and scrolls, too. */
export function scrollsTwice(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const scrolls = (one: Element): boolean =>
      one.scrollHeight > one.clientHeight && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY);
    return [...document.querySelectorAll('.pane')]
      .filter(scrolls)
      .some((pane) =>
        [...pane.querySelectorAll('*')].some((inner) => scrolls(inner) && inner.clientHeight > pane.clientHeight / 2),
      );
  });
}

/** Texts and labels of the page with a sign that turns letters around, is a control or a tag, unmarked. */
export function hiddenSigns(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const sign = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u206A-\u206F\u{E0000}-\u{E007F}]/u;
    const labels = [...document.querySelectorAll('[title], [aria-label], [alt], [placeholder]')].flatMap((one) =>
      ['title', 'aria-label', 'alt', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
    );
    const texts = [...document.querySelectorAll('body :not(script, style)')].flatMap((one) =>
      [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map((text) => text.nodeValue ?? ''),
    );
    const found = [document.title, ...labels, ...texts].filter((text) => sign.test(text));
    return [...new Set(found)].map((text) => encodeURI(text));
  });
}
