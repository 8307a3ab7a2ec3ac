import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HARBOUR, HOSTILE, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';

const documents = [HARBOUR, LEDGER, HOSTILE];
/** A tab and a button that shows that it is there. */
const TABS = [
  ['Explore', /^Community 3/],
  ['Reports', /^Source 1/],
  ['Settings', /^Connect/],
] as const;
const failed = [{ path: 'torn.pdf', reason: 'It ends in the middle.' }];

beforeEach(() => page.viewport(1280, 860));

async function findings(): Promise<readonly string[]> {
  const runOnly = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
  const { violations } = await axe.run(document, { runOnly, rules: { region: { enabled: true } } });
  return violations.map((item) => `${item.id}: ${item.nodes.map((node) => node.html).join(' ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`the first screen passes the accessibility scan in ${theme} at ${width} pixels`, async () => {
      await page.viewport(width, 860);
      const { session } = await showApp({}, '#/');
      session.settings.choose(theme);
      await expect.element(page.getByRole('button', { name: 'Open the sample' })).toBeInTheDocument();
      expect(await findings()).toEqual([]);
    });

    test(`the panes pass the accessibility scan in ${theme} at ${width} pixels`, async () => {
      await page.viewport(width, 860);
      const { session } = await showApp({ documents, failed });
      session.settings.choose(theme);
      await page.getByRole('textbox', { name: 'Question' }).fill('Who kept it?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByRole('button', { name: /How this was found/ }).click();
      expect(await findings()).toEqual([]);
      await page.getByRole('button', { name: 'Open in document' }).first().click();
      await expect.element(page.getByRole('complementary', { name: 'Evidence' }).getByRole('mark')).toBeInTheDocument();
      expect(await findings()).toEqual([]);
      for (const [tab, seen] of width < 900 ? [['Library', /^Delete The harbour/] as const, ...TABS] : TABS) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await expect.element(page.getByRole('button', { name: seen })).toBeInTheDocument();
        expect(await findings()).toEqual([]);
      }
      for (const name of ['Privacy', 'Indexing', 'Prompts', 'Appearance', 'Storage']) {
        await page.getByRole('link', { name, exact: true }).click();
        await expect.element(page.getByRole('heading', { name, exact: true })).toBeInTheDocument();
        expect(await findings()).toEqual([]);
      }
      await page.getByRole('button', { name: 'Erase everything' }).click();
      await expect.element(page.getByRole('alertdialog')).toBeInTheDocument();
      expect(await findings()).toEqual([]);
      await page.getByRole('button', { name: 'Cancel' }).click();
    });
  }
}
