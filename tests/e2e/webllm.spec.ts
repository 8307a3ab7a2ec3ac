import { expect, test } from '@playwright/test';
import { WEBLLM_MODELS } from '../../src/core/models/catalogue/webllm-models';
import { openWebllmPage } from '../helpers/webllm-page';

const model = WEBLLM_MODELS.find(({ needs }) => !needs.f16);
if (!model) throw new Error('The catalogue has no model for every GPU');

test('without a GPU a model is refused before its files are looked for, and the device says why', async ({ page }) => {
  const { burrow, complaints, load } = await openWebllmPage(page);
  expect(await load(model.id)).toMatch(/^ModelError: .*finds no GPU/u);
  await page.goto(`${burrow.url}#/-/settings`);
  await expect(page.getByText('No GPU available')).toBeVisible();
  await page.getByRole('region', { name: 'Chat models' }).getByText('Models that cannot run on this device').click();
  await expect(page.getByRole('button', { name: `Download ${model.title}`, exact: true })).toBeDisabled();
  expect(complaints).toEqual([]);
  await burrow.close();
});
