import { expect, test, type Locator, type Page } from '@playwright/test';
import { watchRequests } from '../helpers/page-checks';
import {
  addFiles,
  answer,
  ask,
  library,
  markedWords,
  openCopy,
  openPassage,
  openSample,
  ready,
  saveCopy,
  textFile,
} from '../helpers/page-steps';
import { LACKS, serveWithout } from '../helpers/without-storage';

const LENS = textFile('lens.txt', 'Edda Halloran cast the great lens of Skerry Light in Portwenn.');
const QUESTION = 'Who cast the great lens?';

for (const [lack, script] of Object.entries(LACKS)) {
  test(`a window that ${lack} works in memory, says so, and gives copies that open again`, async ({ page }) => {
    page.setDefaultTimeout(15_000);
    const burrow = await serveWithout(page, script);
    try {
      const foreign = watchRequests(page);
      const asked = questionsBeforeLeaving(page);
      await page.goto(burrow.url);
      await openSample(page);
      await expect(notice(page)).toBeVisible();
      await ask(page, 'Who drowned in the reservoir?', 'Local');
      await openPassage(page);
      expect(await markedWords(page)).not.toBe('');
      await saveCopy(page, notice(page));
      await page.getByRole('tab', { name: 'Settings' }).click();
      await expect(page.getByRole('textbox', { name: 'Server address' })).toBeVisible();
      await page.getByRole('tab', { name: 'Ask', exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: ' failed: ' })).toHaveCount(0);

      await addFiles(page, LENS);
      await expect(library(page).getByRole('button', { name: 'lens', exact: true })).toBeVisible();
      await ready(page);
      await ask(page, QUESTION, 'Basic');
      await expect(answer(page)).toContainText('Edda Halloran cast the great lens');
      await page.close({ runBeforeUnload: true });
      await expect.poll(() => asked).toEqual(['beforeunload']);

      const copy = await saveCopy(page, notice(page));
      await page.reload();
      expect(asked).toHaveLength(1); // everything was in copies
      await expect(page.getByText('closing or reloading the page removes everything')).toBeVisible();
      await expect(page.getByText('deleted')).toHaveCount(0);
      await page.goto(burrow.url);
      await openCopy(page, copy);
      await ready(page);
      await expect(notice(page)).toBeVisible();
      await expect(library(page).getByRole('button', { name: 'lens', exact: true })).toBeVisible();
      await expect(library(page).getByRole('list', { name: 'Conversations' })).toContainText(QUESTION);
      await ask(page, QUESTION, 'Basic');
      await expect(answer(page)).toContainText('Edda Halloran cast the great lens');
      expect(foreign()).toEqual([]);
    } finally {
      await burrow.close();
    }
  });
}

test('a window that keeps files says nothing of it and closes without a question', async ({ page }) => {
  await page.goto('./');
  await addFiles(page, LENS);
  await ready(page);
  await ask(page, QUESTION, 'Basic');
  await expect(notice(page)).toHaveCount(0);
  const asked = questionsBeforeLeaving(page);
  await page.reload();
  await expect(answer(page)).toContainText('Edda Halloran cast the great lens');
  expect(asked).toEqual([]);
});

function notice(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: 'This window cannot keep files.' });
}

/** Each question that the browser asks before the page goes; the person stays. */
function questionsBeforeLeaving(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  return asked;
}
