import { expect, test, type Page } from '@playwright/test';
import { answer, ask, evidence, library, markedWords, openSample, passages, ready } from '../helpers/page-steps';

/** Places of a person: the focus of a keyboard, and the way back on a phone. */

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

test('by keyboard: the question after the sample is opened, one stop for the documents, Evidence and back', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Open the sample' }).focus();
  await page.keyboard.press('Enter');
  await ready(page);
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused();

  const list = library(page).getByRole('list', { name: /Documents/ });
  const titles = await list.locator('.title').allTextContents();
  await list.locator('.title').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.locator('.title').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toMatch(/^(?:Delete|Split rows)/);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(list.locator('.title').nth(titles.length - 1)).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await list.evaluate((node) => node.contains(document.activeElement))).toBe(false);
  await page.keyboard.press('Shift+Tab');
  await expect(list.locator('.title').nth(titles.length - 1)).toBeFocused();

  await ask(page, 'Who is Harriet Oakshott?', 'Local');
  const open = passages(page).first().getByRole('button', { name: 'Open in document' });
  await page.getByRole('textbox', { name: 'Question' }).focus();
  await page.keyboard.press('Shift+Tab');
  await open.focus();
  await page.keyboard.press('Enter');
  await markedWords(page);
  await expect.poll(() => evidence(page).evaluate((pane) => pane.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
});

test('on a phone, Back leads from Evidence to the answer, where it was', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('./');
  await openSample(page);
  await ask(page, 'What are the main themes?', 'Global');
  const thread = page.locator('.thread');
  await thread.evaluate((node) => (node.scrollTop = 240));
  const before = await thread.evaluate((node) => node.scrollTop);
  expect(before).toBeGreaterThan(100);
  await answer(page)
    .getByRole('button', { name: 'Open report' })
    .nth(1)
    .evaluate((button: HTMLElement) => button.click());
  await expect(evidence(page)).toBeVisible();
  await page.goBack();
  await expect(answer(page)).toBeVisible();
  expect(await thread.evaluate((node) => node.scrollTop)).toBe(before);
  await page.goForward();
  await page.goBack();
  await expect(answer(page)).toBeVisible();
});
