import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { StorageError } from '../../../src/core/errors';
import type { HostedView } from '../../../src/core/engine/collections/collection-view';
import type { LedgerGroup } from '../../../src/app/platform/ledger';
import { HARBOUR } from '../../helpers/fake-documents';
import type { FakeOptions } from '../../helpers/fake-engine';
import { showApp } from './show-app';
import { findings } from './show-models';

const HOST = 'https://data.example';
const INDEX = { kind: 'index', name: 'Harbour papers', documents: 20_431, bytes: 812_000_000 } as const;
const HOSTED: HostedView = { address: `${HOST}/index/`, documents: 20_431, bytes: 812_000_000, fetched: 3_100_000 };

const dialog = page.getByRole('dialog', { name: 'Open from an address' });
const field = dialog.getByRole('textbox', { name: 'Address' });
const press = (name: string): Promise<void> => dialog.getByRole('button', { name, exact: true }).click();

async function type(address: string): Promise<void> {
  await page.getByRole('button', { name: 'Open from an address…' }).click();
  await field.fill(address);
  await press('Look');
}

const looks = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => call.startsWith('look') || call.startsWith('open '));

/** The library of a hosted collection, as far as it is here. */
async function showHosted(options: FakeOptions = {}) {
  await page.viewport(1280, 860);
  const shown = await showApp(
    { ...options, address: { look: INDEX, hosted: HOSTED } },
    `#/open?address=${encodeURIComponent(`${location.origin}/index/`)}`,
  );
  await expect.element(page.getByRole('region', { name: 'Hosted index' })).toBeVisible();
  return shown;
}

test('another host is looked at only once it is allowed, and is not asked for again', async () => {
  const { engine, session } = await showApp({ address: { look: INDEX, hosted: HOSTED } }, '#/');
  await type(`${HOST}/index/`);
  await expect.element(dialog).toHaveTextContent('Read files from data.example?');
  expect(await findings()).toEqual([]);
  expect(looks(engine.calls)).toEqual([]);
  await press('Allow data.example');
  await expect
    .element(dialog)
    .toHaveTextContent('“Harbour papers”: 20,431 documents, 812 MB in all. Each question fetches a part of it.');
  expect(session.settings.policy.hosts).toEqual([HOST]);
  await press('Open');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(looks(engine.calls)).toEqual([`look at ${HOST}/index/`, `open ${HOST}/index/`]);
  expect(session.router.route.collection).toBe('collection-2');
});

test('another address that is typed takes the question of consent back', async () => {
  const { engine } = await showApp({ address: { look: INDEX } }, '#/');
  await type(`${HOST}/index/`);
  await expect.element(dialog).toHaveTextContent('Read files from data.example?');
  await field.fill('index/');
  await expect.element(dialog).not.toHaveTextContent('Read files from');
  await press('Look');
  await expect.element(dialog).toHaveTextContent('Harbour papers');
  expect(looks(engine.calls)).toEqual([`look at ${new URL('index/', document.baseURI).href}`]);
});

test('what cannot be opened is told in the dialog, and the address can be changed', async () => {
  const { session } = await showApp(
    {
      documents: [HARBOUR],
      address: { look: { kind: 'copy', bytes: 600_000 }, refusal: new StorageError('The host is down.') },
    },
    '#/collection-1/ask',
  );
  session.dialogs.address('a.burrow');
  await press('Look');
  await expect.element(dialog).toHaveTextContent('A file of 600 kB.');
  await press('Open');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The host is down.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(await findings()).toEqual([]);
  await field.fill('b.burrow');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  expect(session.router.route.collection).toBe('collection-1');
});

test('a fetch shows how far it is, and is stopped', async () => {
  const { session, engine } = await showApp(
    { documents: [HARBOUR], address: { look: { kind: 'copy', bytes: 600_000 }, until: new Promise(() => undefined) } },
    '#/collection-1/ask',
  );
  session.dialogs.address('a.burrow');
  await press('Look');
  await press('Open');
  await expect.element(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await expect.element(dialog).toHaveTextContent('300 kB of 600 kB fetched');
  await press('Stop');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Stopped. Nothing was added.');
  expect(engine.calls.filter((call) => call.startsWith('open '))).toHaveLength(1);
});

test('a hosted index says where it comes from and what is here, is asked while it is empty, and cannot be changed', async () => {
  const { session } = await showHosted();
  const banner = page.getByRole('region', { name: 'Hosted index' });
  await expect
    .element(banner)
    .toHaveTextContent('From data.example: 0 of 20,431 documents are here, 3.1 MB of 812 MB fetched.');
  await expect.element(banner).toHaveTextContent('Nothing more is fetched: you have not allowed data.example');
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toBeVisible();
  const add = page.getByRole('complementary', { name: 'Library' }).getByRole('button', { name: 'Add documents' });
  await expect.element(add).toBeDisabled();
  await expect.element(add).toHaveAttribute('title', 'This index is read from its host. It can only be read.');
  await expect.element(page.getByText('Another tab is writing')).not.toBeInTheDocument();
  await session.documents.add([{ path: 'a.txt', bytes: new Blob(['a']) }]);
  await expect.element(page.getByText('Nothing was added: this index is read from its host')).toBeVisible();
  expect(await findings()).toEqual([]);
  await banner.getByRole('button', { name: 'Allow it…' }).click();
  await expect.element(field).toHaveValue(HOSTED.address);
});

test('the menu of a hosted index copies a link to it', async () => {
  await showHosted();
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Collection options' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to this index' }).click();
  await expect.element(page.getByText('The link to this index is copied.')).toBeVisible();
  expect(written.mock.calls[0]?.[0]).toContain(`#/open?address=${encodeURIComponent(HOSTED.address)}`);
});

test('settings list the hosts that files are read from, say what they learn, and withdraw them', async () => {
  const { session } = await showApp({ documents: [HARBOUR] }, '#/collection-1/settings?page=privacy');
  await session.shell.allowHosts([HOST, 'https://a-long-name-of-a-host.with-many-parts.example']);
  const noon = Date.UTC(2026, 0, 5, 12);
  const read: LedgerGroup = {
    host: 'data.example',
    outcome: 'allowed',
    to: 'outside',
    by: 'address',
    count: 3,
    first: noon,
    last: noon,
  };
  session.settings.requests = [read];
  session.settings.outside = 3;
  const list = page.getByRole('list', { name: 'Hosts that files are read from' });
  await expect.element(list).toHaveTextContent('data.example');
  await expect.element(page.getByRole('table')).toHaveTextContent('parts of files of an index you opened');
  await expect.element(page.getByRole('banner')).toHaveTextContent('Reads files from data.example');
  await expect.element(page.getByRole('banner')).not.toHaveTextContent('Passages');
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Withdraw the permission for data.example' }).click();
  await expect.element(list).not.toHaveTextContent('data.example');
  expect(session.settings.policy.hosts).toEqual(['https://a-long-name-of-a-host.with-many-parts.example']);
});

for (const [width, theme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const)
  test(`long names fit at ${String(width)} pixels, ${theme}`, async () => {
    await page.viewport(width, 860);
    const name = 'Correspondence of the harbour commissioners, with enclosures and receipts, 1871–1904, volume twelve';
    const host = `https://${'archive-of-the-'.repeat(4)}county.example`;
    const { session } = await showApp({ address: { look: { ...INDEX, name } } }, '#/');
    session.settings.choose(theme);
    session.dialogs.address(`${host}/${'a-very-long-folder-name'.repeat(8)}/`);
    await press('Look');
    await expect.element(dialog).toHaveTextContent('Read files from');
    const element = dialog.element();
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
    await dialog.getByRole('button', { name: /^Allow/u }).click();
    await expect.element(dialog).toHaveTextContent(name);
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
    session.settings.choose('system');
  });
