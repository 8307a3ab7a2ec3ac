import { expect, test } from '@playwright/test';
import { WEBLLM_MODELS } from '../../src/core/models/catalogue/webllm-models';
import { filesWith, FOREIGN_LIBRARY } from '../helpers/foreign-library';
import { openWebllmPage } from '../helpers/webllm-page';

const model = WEBLLM_MODELS.find(({ needs }) => !needs.f16);
if (!model) throw new Error('The catalogue has no model for every GPU');

/** A GPU in software. */
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--enable-unsafe-webgpu'] });
  },
});

test('a model that is not there is asked of no one', async ({ page }) => {
  const { burrow, complaints, load } = await openWebllmPage(page);
  expect(await load(model.id)).toMatch(/^ModelError: .*Download it first/u);
  expect(complaints).toEqual([]);
  await burrow.close();
});

test('WebLLM starts under the content policy, and a library of another version is refused in words', async ({
  page,
}) => {
  const { burrow, complaints, load, store } = await openWebllmPage(page);
  await store(filesWith(FOREIGN_LIBRARY, model));
  expect(await load(model.id)).toMatch(/^ModelError: .*does not fit this version/u);
  expect(complaints).toEqual([]);
  await burrow.close();
});
