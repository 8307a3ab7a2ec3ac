import { expect, test } from '@playwright/test';
import { houseDocuments } from '../helpers/house-documents';
import { accessibilityFindings, watchRequests } from '../helpers/page-checks';
import {
  addFiles,
  answer,
  ask,
  deleteDocument,
  evidence,
  library,
  markedWords,
  openCopy,
  passages,
  ready,
  saveCopy,
  withoutSpace,
} from '../helpers/page-steps';

/** The built site, under a sub-path, without any special header, with every other host unreachable. */
test.describe('documents in, cited answers out', () => {
  test('a person drops files, asks in each mode, follows a citation, reloads, saves, deletes and opens the copy', async ({
    page,
  }) => {
    const foreign = watchRequests(page);
    await page.goto('./');
    await addFiles(page, ...(await houseDocuments()));
    await ready(page);
    await expect(library(page).getByText('Report of the Keeper of Skerry Light').first()).toBeVisible();
    await expect(page.getByText(/broken\.pdf/).first()).toBeVisible();

    await ask(page, 'Who relit the lamp of Skerry Light by hand?', 'Local');
    await expect(answer(page)).toContainText('Ingrid Sorley relit it by hand');
    await ask(page, '林海生认为灯具熄灭的原因是什么？', 'Basic');
    await expect(answer(page)).toContainText('油桶里混入了海水');
    await ask(page, 'What are the main themes of these documents?', 'Global');
    await expect(answer(page).getByRole('list', { name: 'Communities' })).toBeVisible();
    await ask(page, 'Who was the mother of Zebulon Quint?', 'Auto');
    await expect(answer(page)).toContainText(/No passage contains .*“Zebulon”/);

    await ask(page, 'Who complained to the Harbour Board of Portwenn?', 'Local');
    const complaints = passages(page).filter({
      has: page.locator('mark').filter({ hasText: 'wrote to the Harbour Board' }),
    });
    await complaints.getByRole('button', { name: 'Open in document' }).first().click();
    expect(await markedWords(page)).toContain(withoutSpace('Tomas Reave, wrote to the Harbour Board of Portwenn'));
    await expect(evidence(page)).toContainText(/page 2/i);
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.reload();
    await ready(page);
    await expect(answer(page)).toContainText('Tomas Reave');

    const saved = await saveCopy(page);
    await deleteDocument(page, 'Report of the Keeper of Skerry Light');
    await ask(page, 'Who relit the lamp of Skerry Light by hand?', 'Basic');
    await expect(answer(page)).not.toContainText('relit it by hand');

    await openCopy(page, saved);
    await ready(page);
    await ask(page, 'Who relit the lamp of Skerry Light by hand?', 'Local');
    await expect(answer(page)).toContainText('Ingrid Sorley relit it by hand');
    expect(foreign()).toEqual([]);
  });
});
