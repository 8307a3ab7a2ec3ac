import { expect, test, type Page } from '@playwright/test';
import { hiddenSigns } from '../helpers/page-checks';
import {
  ask,
  answer,
  evidence,
  library,
  openPassage,
  openView,
  passages,
  ready,
  textFile,
} from '../helpers/page-steps';

const TURNED = '\u202E';
const TAG = '\u{E0041}';
/** Names, a type, a relationship and a file whose signs turn letters around or are not seen. */
const GRAPH = JSON.stringify({
  nodes: [
    { id: '1', label: `Anna ${TURNED}gnol Berg`, type: 'person', description: 'Sold the mill in 1931.' },
    { id: '2', label: `Boras${TAG} Mill`, type: `mill${TURNED}x` },
    { id: '3', label: `Tag${TAG}ged Ltd`, type: 'organization' },
  ],
  links: [
    { source: '1', target: '2', relation: `owns ${TURNED}lla` },
    { source: '2', target: '3', relation: 'sold to' },
  ],
});

async function expectNoneHidden(page: Page, place: string): Promise<void> {
  expect(await hiddenSigns(page), place).toEqual([]);
}

test('a hidden sign of a name is marked wherever the name stands, in labels and tables too', async ({ page }) => {
  await page.goto('./');
  const chooser = page.getByLabel('Import collection').and(page.locator('input'));
  await chooser.setInputFiles(textFile(`le${TURNED}dger.json`, GRAPH, 'application/json'));
  await ready(page);
  await expect(library(page).getByRole('button', { name: /^Delete / })).toHaveCount(1);
  await expectNoneHidden(page, 'arrival');
  for (const mode of ['Local', 'Global', 'DRIFT']) {
    await ask(page, `Who is Anna ${TURNED}gnol Berg?`, mode);
    await expect(answer(page)).toContainText('⟦U+202E⟧');
    await expectNoneHidden(page, mode);
  }
  await expect(passages(page).first()).toBeVisible();
  await openPassage(page);
  await expect(evidence(page).locator('mark').first()).toBeVisible();
  await expectNoneHidden(page, 'document');

  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await page.getByRole('button', { name: 'Colours and filter' }).click();
  const list = page.getByRole('list', { name: 'On the map' });
  await list.getByRole('button').first().click();
  await expect(list.getByRole('button', { name: 'Berg' })).toBeVisible();
  await expectNoneHidden(page, 'map');
  for (const [tab, view] of [
    ['Reports', 'Communities'],
    ['Reports', 'Book'],
    ['Documents × communities', undefined],
    ['Tables', 'Entities'],
    ['Tables', 'Relationships'],
    ['Tables', 'Community table'],
  ] as const) {
    await openView(page, tab, view);
    await expect(page.locator('.explore').getByText('⟦U+').filter({ visible: true }).first()).toBeVisible();
    await expectNoneHidden(page, view ?? tab);
  }
  await page.getByRole('tab', { name: 'SQL', exact: true }).click();
  await page.getByRole('main').getByRole('textbox').fill(`SELECT title AS "na${TURNED}me" FROM entities`);
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByRole('cell', { name: '⟦U+202E⟧' }).first()).toBeVisible();
  await expectNoneHidden(page, 'SQL');
});
