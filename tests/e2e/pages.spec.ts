import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { addFiles, ask, openPassage, ready } from '../helpers/page-steps';

const QUESTION = 'Who painted the pilot house?';

async function openCitation(page: Page): Promise<void> {
  await page.goto('./');
  const pdf = await readFile('tests/fixtures/documents/two-columns.pdf');
  await addFiles(page, { name: 'quays.pdf', mimeType: 'application/pdf', buffer: pdf });
  await ready(page);
  await ask(page, QUESTION, 'Basic');
  await openPassage(page);
}

const drawn = (page: Page) => page.getByRole('region', { name: 'The page as it is drawn' });

/** Dark pixels under the marks and all dark pixels of a canvas. */
function inkUnderMarks(
  page: Page,
): Promise<{ readonly marks: number; readonly dark: number; readonly inMarks: number }> {
  return drawn(page)
    .locator('[data-page="1"]')
    .evaluate((place) => {
      const canvas = place.querySelector('canvas');
      const marks = [...place.querySelectorAll('.mark')].map((mark) => mark.getBoundingClientRect());
      const frame = place.getBoundingClientRect();
      const {
        data = [],
        width = 0,
        height = 0,
      } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      let [dark, inMarks] = [0, 0];
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          if ((data[(y * width + x) * 4] ?? 255) > 160) continue;
          dark += 1;
          const [left, top] = [frame.left + (x / width) * frame.width, frame.top + (y / height) * frame.height];
          if (marks.some((mark) => left >= mark.left && left <= mark.right && top >= mark.top && top <= mark.bottom))
            inMarks += 1;
        }
      return { marks: marks.length, dark, inMarks };
    });
}

test('a citation of a PDF shows its page as drawn, with the cited words marked on it, offline too', async ({
  page,
  context,
}) => {
  await openCitation(page);
  await expect(drawn(page).locator('.mark').first()).toBeVisible();
  await expect.poll(async () => (await inkUnderMarks(page)).dark).toBeGreaterThan(500);
  const { marks, inMarks } = await inkUnderMarks(page);
  expect(marks).toBeGreaterThan(10);
  expect(inMarks).toBeGreaterThan(50);
  await context.setOffline(true);
  await page.reload();
  await expect(drawn(page).locator('.mark').first()).toBeVisible();
});

test('pages are turned and enlarged by buttons and keys, on a narrow screen too', async ({ page }) => {
  await page.goto('./');
  const pdf = await readFile('tests/fixtures/documents/running-lines.pdf');
  await addFiles(page, { name: 'minutes.pdf', mimeType: 'application/pdf', buffer: pdf });
  await ready(page);
  await ask(page, 'On which day did it rain?', 'Basic');
  await openPassage(page);
  const place = drawn(page);
  await place.getByRole('button', { name: 'Next page' }).click();
  const shown = place.locator('[aria-live]');
  const before = await shown.textContent();
  await place.getByRole('group').press('ArrowLeft');
  await expect(shown).not.toHaveText(before ?? '');
  const wide = await place
    .getByRole('img')
    .first()
    .evaluate((one) => one.clientWidth);
  await place.getByRole('group').press('+');
  await expect
    .poll(() =>
      place
        .getByRole('img')
        .first()
        .evaluate((one) => one.clientWidth),
    )
    .toBeGreaterThan(wide * 1.4);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(place.getByRole('img').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
