import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { houseDocuments } from '../helpers/house-documents';
import { accessibilityFindings, watchRequests } from '../helpers/page-checks';

/** The built site, under a sub-path, without any special header, with every other host unreachable. */
test.describe('documents in, cited answers out', () => {
  test('a person drops files, asks in each mode, follows a citation, reloads, saves, deletes and opens the copy', async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const foreign = watchRequests(page);
    await page.goto('./');
    await page
      .getByLabel('Add documents')
      .first()
      .setInputFiles([...(await houseDocuments())]);
    await ready(page);
    const library = page
      .getByRole('complementary', { name: 'Library' })
      .or(page.getByRole('navigation', { name: 'Library' }))
      .first();
    await expect(library.getByText('Report of the Keeper of Skerry Light').first()).toBeVisible();
    await expect(page.getByText(/broken\.pdf/).first()).toBeVisible();

    await ask(page, 'Who relit the lamp of Skerry Light by hand?', 'Local');
    await expect(answer(page)).toContainText('Ingrid Sorley relit it by hand');
    await ask(page, '林海生认为灯具熄灭的原因是什么？', 'Basic');
    await expect(answer(page)).toContainText('油桶里混入了海水');
    await ask(page, 'What are the main themes of these documents?', 'Global');
    await expect(
      answer(page)
        .getByRole('button', { name: /^Citation \d+/ })
        .first(),
    ).toBeVisible();
    await ask(page, 'Who was the mother of Zebulon Quint?', 'Auto');
    await expect(answer(page)).toContainText(/not in your documents/i);
    await expect(page.getByRole('radio', { name: /DRIFT/ })).toBeDisabled();

    await ask(page, 'Who complained to the Harbour Board of Portwenn?', 'Local');
    await followCitationTo(page, /Tomas Reave/);
    await expect(evidence(page)).toContainText(/page 2/i);
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.reload();
    await ready(page);
    await expect(answer(page)).toContainText('Tomas Reave');

    const saved = await saveCopy(page);
    await page.getByRole('button', { name: /^Delete Report of the Keeper/ }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('button', { name: /^Delete Report of the Keeper/ })).toHaveCount(0);
    await ready(page);
    await ask(page, 'Who relit the lamp of Skerry Light by hand?', 'Basic');
    await expect(answer(page)).not.toContainText('relit it by hand');

    await openCopy(page, saved);
    await ready(page);
    await ask(page, 'Who relit the lamp of Skerry Light by hand?', 'Local');
    await expect(answer(page)).toContainText('Ingrid Sorley relit it by hand');
    expect(foreign()).toEqual([]);
  });
});

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Ready' })).toBeVisible({ timeout: 60_000 });
}

async function ask(page: Page, question: string, mode: string): Promise<void> {
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText(question).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
}

function answer(page: Page) {
  return page.getByRole('article', { name: 'Answer' }).last();
}

function evidence(page: Page) {
  return page.getByRole('complementary', { name: 'Evidence' });
}

/** Tries the citations of the last answer until one leads to marked words that match. */
async function followCitationTo(page: Page, words: RegExp): Promise<void> {
  const chips = answer(page).getByRole('button', { name: /^Citation \d+/ });
  await chips.first().click();
  await expect(evidence(page).locator('mark').first()).toBeVisible();
  const marked = (await evidence(page).locator('mark').allTextContents()).join(' ');
  expect(marked).toMatch(words);
}

async function saveCopy(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a copy' }).click();
  return readFile(await (await download).path());
}

async function openCopy(page: Page, copy: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a copy' }).click();
  await (await chooser).setFiles({ name: 'copy.burrow', mimeType: 'application/octet-stream', buffer: copy });
}
