import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { serveFaulty, type FaultyHost, type HostedFile } from '../helpers/faulty-host';
import { graphRagFiles } from '../helpers/graphrag-index';
import { ask, answer, library, ready } from '../helpers/page-steps';

const COPY = new Uint8Array(readFileSync('public/sample/sample.burrow'));
let host: FaultyHost;

test.beforeEach(async () => {
  host = await serveFaulty({ host: 'localhost', cors: true });
});
test.afterEach(async () => {
  await host.close();
});

const name = (): string => new URL(host.url).host;
const lay = (path: string, file: Partial<HostedFile> = {}): string => {
  host.files.set(path, { bytes: COPY, cors: true, ...file });
  return host.url + path;
};
const linkTo = (address: string, then = ''): string =>
  `./#/open?address=${encodeURIComponent(address)}${then && `&then=${encodeURIComponent(then)}`}`;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Open from an address' });
const press = (page: Page, button: string) => dialog(page).getByRole('button', { name: button, exact: true }).click();
const alert = (page: Page) => dialog(page).getByRole('alert');

async function type(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Open from an address…' }).click();
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(address);
  await press(page, 'Look');
}

/** Scripts of workers whose policy names this host. */
function scriptsThatReach(page: Page, reached: string): Promise<readonly string[]> {
  const build = /^const BUILD = (\{.*?\n\});$/msu.exec(readFileSync('dist/service-worker.js', 'utf8'))?.[1] ?? '{}';
  const { assets } = JSON.parse(build) as { readonly assets: readonly string[] };
  const scripts = ['index.html', ...assets.filter((file) => /\.worker-[\w-]+\.js$/u.test(file))];
  return page.evaluate(
    async ([names, wanted]) => {
      const policies = await Promise.all(
        names.map(async (script) => (await fetch(script)).headers.get('Content-Security-Policy') ?? ''),
      );
      return names.filter((_script, at) => policies[at]?.includes(wanted));
    },
    [scripts, reached] as const,
  );
}

test('another host is asked for nothing before it is allowed by name; then a copy is opened from it, counted, and works without it', async ({
  page,
}) => {
  const address = lay('a/The Green Night.burrow');
  await page.goto('./');
  await type(page, address);
  await expect(dialog(page)).toContainText(`Read files from ${name()}?`);
  await expect(dialog(page)).toContainText(`Nothing has been asked of ${name()} yet.`);
  await expect(dialog(page)).toContainText('It never gets the question');
  expect(await scriptsThatReach(page, name())).toEqual([]);
  await press(page, 'Cancel');
  expect(host.asked).toEqual([]);

  await type(page, address);
  await press(page, `Allow ${name()}`);
  await expect(dialog(page)).toContainText('A file of 302.3 kB. All of it will be fetched');
  expect(host.asked.map(({ method }) => method)).toEqual(['HEAD']);
  expect(await scriptsThatReach(page, name())).toEqual([expect.stringContaining('address.worker-')]);
  await press(page, 'Open');
  await ready(page);
  await expect(dialog(page)).toHaveCount(0);
  expect(host.asked).toHaveLength(2);
  const asked = host.asked.length;
  await host.close();
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(answer(page)).toContainText('Chapel Beck');

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Privacy' }).click();
  const row = page.getByRole('table', { name: 'Requests to other sites' }).getByRole('row').filter({ hasText: name() });
  await expect(row).toContainText('parts of files of an index you opened');
  await expect(row.getByRole('cell', { name: String(asked), exact: true })).toBeVisible();
  await expect(page.getByText('Passages may go to')).toHaveCount(0);
  await page.getByRole('button', { name: `Withdraw the permission for ${name()}` }).click();
  await expect(page.getByRole('heading', { name: 'Hosts that files are read from' })).toHaveCount(0);
  expect(await scriptsThatReach(page, name())).toEqual([]);
});

test('what was allowed holds after a reload, and what was opened from an address is opened again from here', async ({
  page,
}) => {
  const address = lay('a.burrow');
  await page.goto('./');
  await type(page, address);
  await press(page, `Allow ${name()}`);
  await press(page, 'Open');
  await ready(page);
  const before = host.asked.filter(({ method }) => method === 'GET').length;
  await page.goto(linkTo(address, 'explore'));
  await page.reload();
  await expect(dialog(page).getByRole('textbox', { name: 'Address' })).toHaveValue(address);
  const asked = host.asked.length;
  await press(page, 'Look');
  await press(page, 'Open');
  await expect(page.getByRole('tab', { name: 'Explore' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/#\/[\w-]+\/explore/u);
  expect(host.asked.length).toBe(asked + 1);
  expect(host.asked.filter(({ method }) => method === 'GET')).toHaveLength(before);
});

test('a link to another host contacts it only once the person agrees; not agreeing leads back', async ({ page }) => {
  await page.goto(linkTo(lay('a.burrow')));
  await expect(dialog(page).getByRole('textbox', { name: 'Address' })).toHaveValue(`${host.url}a.burrow`);
  await press(page, 'Look');
  await expect(dialog(page)).toContainText(`Read files from ${name()}?`);
  await press(page, 'Cancel');
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible();
  expect(host.asked).toEqual([]);
  expect(new URL(page.url()).hash).not.toContain('open');
});

test('a link to a file on this site opens it at once, at its place, and Back does not open it again', async ({
  page,
}) => {
  await page.goto('./');
  await page.goto(linkTo('sample/sample.burrow', 'explore'));
  await expect(page).toHaveURL(/#\/[\w-]+\/explore/u);
  await expect(page.getByRole('tab', { name: 'Explore' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  expect(new URL(page.url()).hash).not.toContain('open');
});

test('in sealed mode another host is refused in words and asked for nothing', async ({ page }) => {
  await page.goto('./#/-/settings');
  await page.getByRole('switch', { name: 'Sealed mode' }).check();
  await page.goto(linkTo(lay('a.burrow')));
  await press(page, 'Look');
  await expect(alert(page)).toContainText(`Sealed mode is on, so nothing is asked of ${name()}`);
  expect(host.asked).toEqual([]);
});

test('each fault of a host is told in words in the dialog, and what is open stays open', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await ready(page);
  await page.goto(linkTo(lay('closed.burrow', { cors: false })));
  await press(page, 'Look');
  await press(page, `Allow ${name()}`);
  await expect(alert(page)).toContainText('does not let pages of other sites read its files');
  const faults: readonly (readonly [string, string])[] = [
    [`${host.url}missing.burrow`, 'There is no “missing.burrow” at this address'],
    [`${host.url}empty/`, 'There are no tables of GraphRAG in this folder'],
    [lay('page.burrow', { type: 'text/html' }), 'A web page came from'],
    [lay('down.burrow', { faults: [503, 503] }), 'answered with status 503'],
    [lay('private.burrow', { faults: [403] }), 'does not give “private.burrow” to everyone'],
    [lay('away.burrow', { faults: [{ location: 'http://127.0.0.1:9/a.burrow' }] }), 'sends on to another host'],
    ['http://user:secret@localhost/', 'with a name or a password'],
  ];
  for (const [address, words] of faults) {
    await dialog(page).getByRole('textbox', { name: 'Address' }).fill(address);
    await press(page, 'Look');
    await expect(alert(page), address).toContainText(words);
  }
  await dialog(page)
    .getByRole('textbox', { name: 'Address' })
    .fill(lay('other.burrow', { bytes: new TextEncoder().encode('not a copy at all') }));
  await press(page, 'Look');
  await press(page, 'Open');
  await expect(alert(page)).toBeVisible();
  await press(page, 'Cancel');
  await ready(page);
  await expect(library(page).getByRole('combobox', { name: 'Collection' })).toContainText('The Green Night');
});

test('a host that ignores ranges gives a copy all the same; a folder of tables is opened; a fetch can be stopped', async ({
  page,
}) => {
  await page.goto('./');
  await type(page, lay('a.burrow', { whole: true, faults: ['break'] }));
  await press(page, `Allow ${name()}`);
  await press(page, 'Open');
  await ready(page);

  for (const [path, bytes] of await graphRagFiles('2'))
    host.files.set(`ink/${path.split('/').at(-1) ?? ''}`, { bytes, cors: true });
  await page.goto(linkTo(`${host.url}ink`));
  await press(page, 'Look');
  await expect(dialog(page)).toContainText('GraphRAG tables of');
  await press(page, 'Open');
  await expect(library(page).getByRole('combobox', { name: 'Collection' }).locator('option:checked')).toHaveText('ink');
  await ready(page);

  await page.goto(linkTo(lay('slow.burrow')));
  await press(page, 'Look');
  await expect(dialog(page)).toContainText('A file of');
  lay('slow.burrow', { faults: ['hang'] });
  await press(page, 'Open');
  await press(page, 'Stop');
  await expect(alert(page)).toHaveText('Stopped. Nothing was added.');
  await press(page, 'Cancel');
  await ready(page);
  await expect(library(page).getByRole('combobox', { name: 'Collection' }).locator('option:checked')).toHaveText('ink');
});

test('a new link takes the place of the one that stands in the dialog', async ({ page }) => {
  await page.goto(linkTo(lay('first.burrow', { faults: ['hang'] })));
  await press(page, 'Look');
  await press(page, `Allow ${name()}`);
  await expect(dialog(page)).toContainText('Looking, for 30 seconds at most');
  await page.goto(linkTo(lay('second.burrow')));
  await expect(dialog(page).getByRole('textbox', { name: 'Address' })).toHaveValue(`${host.url}second.burrow`);
  await expect(dialog(page)).not.toContainText('Looking');
  await press(page, 'Look');
  await expect(dialog(page)).toContainText('A file of');
  await expect(alert(page)).toHaveCount(0);
});

test('a look that is stopped says nothing of what would have been added', async ({ page }) => {
  await page.goto(linkTo(lay('slow.burrow', { fault: 'hang' })));
  await press(page, 'Look');
  await press(page, `Allow ${name()}`);
  await press(page, 'Stop');
  await expect(alert(page)).toHaveText('Stopped.');
});
