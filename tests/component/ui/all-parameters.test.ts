import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HARBOUR } from '../../helpers/fake-documents';
import { showApp } from './show-app';
import { findings } from './show-models';

test('Settings lists GraphRAG’s parameters, where each is here with what holds now, or why it is not', async () => {
  const { session } = await showApp({ documents: [HARBOUR], searchModel: 'Qwen3 1.7B' });
  session.conversations.searchSettings.set('basic', { name: 'passages', kind: 'number', doc: '', default: 10 }, 17);
  session.router.go({ tab: 'settings', settings: 'indexing' });
  const section = page.getByRole('region', { name: 'All parameters of GraphRAG' });
  await section.getByText('Basic', { exact: true }).click();
  const row = section.getByRole('row', { name: /basic_search\.k/u });
  await expect.element(row).toHaveTextContent(/10\s*Ask, Basic: Passages\s*17/u);
  await section.getByText('Embeddings', { exact: true }).click();
  await expect
    .element(section.getByRole('row', { name: /document_text/u }))
    .toHaveTextContent('No search looks at them.');
  expect(await findings()).toEqual([]);
});
