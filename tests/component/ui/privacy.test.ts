import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LedgerGroup } from '../../../src/app/platform/ledger';
import { HARBOUR } from '../../helpers/fake-documents';
import { brokenWords } from './broken-words';
import { showApp } from './show-app';
import { findings } from './show-models';

const noon = Date.UTC(2026, 0, 5, 12);
const asked = { count: 1234, first: noon, last: noon + 90_000 } as const;
const requests: readonly LedgerGroup[] = [
  { host: '127.0.0.1:4402', outcome: 'allowed', to: 'machine', by: 'server', ...asked },
  { host: 'cas-bridge.xethub.huggingface.example', outcome: 'allowed', to: 'outside', by: 'download', ...asked },
];

for (const width of [1280, 390]) {
  test(`no word of the list of requests is broken in two at ${String(width)} pixels`, async () => {
    await page.viewport(width, 860);
    const { session } = await showApp({ documents: [HARBOUR] }, '#/collection-1/settings?page=privacy');
    session.settings.requests = requests;
    const table = page.getByRole('table', { name: 'Requests to other sites' });
    await expect.element(table).toHaveTextContent('127.0.0.1:4402');
    expect(brokenWords(table.element())).toEqual([]);
    const around = table.element().parentElement;
    expect(around?.scrollWidth).toBe(around?.clientWidth);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBe(clientWidth);
    expect(await findings()).toEqual([]);
  });
}
