import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { accessibilityFindings, watchRequests } from '../helpers/page-checks';
import { exportToDownloads } from '../helpers/export-steps';
import { evidence, openSample, ready } from '../helpers/page-steps';

/** One visit, step after step. */
test.describe.configure({ mode: 'serial' });

let page: Page;
let foreign: () => readonly string[];

const picture = (): Locator => page.getByRole('application', { name: 'Map of communities and entities' });
const list = (): Locator => page.getByRole('list', { name: 'On the map' });
const marks = (): Locator => list().getByRole('button');
const level = (): Locator => page.getByRole('slider', { name: 'Level of detail' });
const trail = (): Locator => page.getByRole('navigation', { name: 'Opened communities' });
const summary = (kind: 'communities' | 'entities'): Locator =>
  page
    .getByRole('status')
    .filter({ hasText: kind === 'communities' ? /communit(?:y|ies), the largest/u : /entit(?:y|ies), the best/u });

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(15_000);
  foreign = watchRequests(page);
  await exportToDownloads(page);
  await page.goto('./');
  await openSample(page);
});
test.afterAll(() => page.close());

/** The place of a mark in the picture, found as a person finds it: by pointing until a name is shown. */
async function pointAtMark(): Promise<{ readonly x: number; readonly y: number; readonly name: string }> {
  const box = await picture().boundingBox();
  if (!box) throw new Error('There is no picture');
  for (let step = 0; step < 400; step++) {
    const angle = step * 2.4;
    const away = 0.024 * Math.sqrt(step);
    const [x, y] = [
      box.x + box.width * (0.5 + away * Math.cos(angle)),
      box.y + box.height * (0.5 + away * Math.sin(angle)),
    ];
    await page.mouse.move(x, y);
    const name = await picture()
      .locator('.tip strong')
      .textContent({ timeout: 100 })
      .catch(() => null);
    if (name !== null) return { x, y, name };
  }
  throw new Error('There is no mark in the picture');
}

/** Checks that anything but paper is drawn. */
const isDrawn = (): Promise<boolean> =>
  picture()
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const seen = new Set<number>();
      for (let at = 0; at < pixels.length; at += 4)
        seen.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0));
      return seen.size > 50;
    });

test('Explore starts with the map of the communities, which the list beside it tells too', async () => {
  await page.getByRole('tab', { name: 'Explore' }).click();
  await expect(summary('communities')).toBeVisible();
  await expect(marks().first()).toContainText(/members?/u);
  await expect.poll(isDrawn).toBe(true);
});

test('a click on a circle opens the community, and the back button leaves it', async () => {
  const { x, y, name } = await pointAtMark();
  await page.mouse.click(x, y);
  await expect(trail().getByText(name)).toBeVisible();
  await expect(page).toHaveURL(/[?&]in=\d+/u);
  await page.goBack();
  await expect(trail().getByText('Whole collection')).toHaveAttribute('aria-current', 'page');
  await page.goForward();
  await expect(trail().getByText(name)).toBeVisible();
  await trail().getByRole('button', { name: 'Whole collection' }).click();
  await expect(trail().getByText(name)).toHaveCount(0);
});

test('the level is changed by the slider, down to entities; the list follows', async () => {
  await level().press('End');
  await expect(level()).toHaveAttribute('aria-valuetext', 'Entities');
  await expect(summary('entities')).toBeVisible();
  await expect(marks().first()).toContainText(/neighbours?/u);
});

test('a name that is searched is chosen amid its neighbours, and Evidence shows it', async () => {
  await page.getByRole('combobox', { name: 'Find on the map' }).fill('Harriet Oak');
  await page.getByRole('listbox', { name: 'Found on the map' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(evidence(page).getByRole('heading', { name: 'Harriet Oakshott' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Chosen entity' })).toContainText('Harriet Oakshott');
  await expect(list().locator('[aria-current="true"]')).toContainText('Harriet Oakshott');
});

test('a path to another entity is listed, and stays with the view after a reload', async () => {
  await page.getByRole('button', { name: 'Path to…' }).click();
  await page.keyboard.type('Agnes Lorne');
  await expect(page.getByRole('combobox', { name: 'Find the other end' })).toHaveValue('Agnes Lorne');
  await page.getByRole('listbox', { name: 'Found on the map' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  const path = page.getByRole('list', { name: 'Path', exact: true });
  await expect(path.getByRole('button').first()).toHaveText('Harriet Oakshott');
  await expect(path.getByRole('button').last()).toHaveText('Agnes Lorne');
  const relation = path.locator('.relation').first();
  await expect(path.locator('blockquote, .quote, q').first()).toBeVisible();
  await relation.click();
  await expect(evidence(page).locator('.kind.relationship')).toBeVisible();
  const steps = await path.getByRole('button').allTextContents();
  await page.reload();
  await ready(page);
  await expect(path.getByRole('button')).toHaveText(steps);
  await expect(list().locator('[aria-current="true"]')).toContainText('Harriet Oakshott');
});

test('what of a path lies elsewhere says so, and is shown by a click', async () => {
  const shown = page.url();
  // A community in which the path does not begin.
  const around = /[?&]in=(\d+)/u.exec(shown)?.[1];
  await page.goto(shown.replace(/([?&])in=\d+/u, `$1in=${around === '0' ? '1' : '0'}`));
  const path = page.getByRole('list', { name: 'Path', exact: true });
  await expect(path).toContainText('Not drawn here');
  await path.getByRole('button', { name: 'Show Harriet Oakshott on the map' }).click();
  await expect(list().locator('[aria-current="true"]')).toContainText('Harriet Oakshott');
  await expect(path.getByRole('button', { name: 'Show Harriet Oakshott on the map' })).toHaveCount(0);
});

test('Ask about this puts a question into the box', async () => {
  await page.getByRole('button', { name: 'Ask about this' }).click();
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue(/Harriet Oakshott/u);
  await page.goBack();
  await expect(picture()).toBeVisible();
});

test('a filter by type and document leaves what passes it', async () => {
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  const whole = trail().getByRole('button', { name: 'Whole collection' });
  if (await whole.isVisible()) await whole.click();
  await expect(whole).toHaveCount(0);
  await level().press('End');
  await expect(summary('entities')).toBeVisible();
  const all = await summary('entities').textContent();
  await page.getByRole('button', { name: 'Colours and filter' }).click();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Person');
  await expect(summary('entities')).not.toHaveText(all ?? '');
  const persons = await summary('entities').textContent();
  await page.getByRole('combobox', { name: 'Document' }).selectOption({ index: 1 });
  await expect(summary('entities')).not.toHaveText(persons ?? '');
  await page.getByRole('button', { name: 'Remove the filter' }).click();
  await expect(summary('entities')).toHaveText(all ?? '');
});

test('a name that is found while the filter hides it says so, and is shown without the filter', async () => {
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Place');
  await page.getByRole('combobox', { name: 'Find on the map' }).fill('Harriet Oak');
  await page.getByRole('listbox', { name: 'Found on the map' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('region', { name: 'Chosen entity' });
  await expect(chosen).toContainText('Harriet Oakshott');
  await expect(chosen.getByRole('status')).toHaveText('Hidden by the filter');
  await chosen.getByRole('button', { name: 'Remove the filter' }).click();
  await expect(list().locator('[aria-current="true"]')).toContainText('Harriet Oakshott');
  await expect(chosen.getByRole('status')).toHaveCount(0);
  for (let back = 0; back < 3; back++) await page.goBack();
});

test('a filter by years leaves what dated passages and claims name', async () => {
  await expect(page.getByRole('button', { name: 'Remove the filter' })).toHaveCount(0); // one before is gone
  const all = await summary('entities').textContent();
  const since = page.getByRole('spinbutton', { name: 'From year' });
  const last = (await page.getByRole('spinbutton', { name: 'To year' }).inputValue()) || '';
  await since.fill(last);
  await since.press('Enter');
  await expect(page).toHaveURL(/since=\d{4}/u);
  await expect(summary('entities')).not.toHaveText(all ?? '');
  await page.getByRole('button', { name: 'Remove the filter' }).click();
  await expect(summary('entities')).toHaveText(all ?? '');
});

test('the other layouts are drawn, and the view says so in its address', async () => {
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('By size');
  await expect(page).toHaveURL(/layout=circles/u);
  await expect.poll(isDrawn).toBe(true);
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('By neighbours');
  await expect(page).toHaveURL(/layout=embedding/u);
  await expect(page.getByRole('progressbar', { name: 'Arranging the map' })).toHaveCount(0);
  await expect.poll(isDrawn).toBe(true);
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('By relationships');
});

test('all of it goes by the keyboard: from mark to mark, in, and out again', async () => {
  await level().press('Home');
  await expect(summary('communities')).toBeVisible();
  await picture().focus();
  await page.keyboard.press('ArrowRight');
  const spoken = picture().getByRole('status');
  await expect(spoken).toHaveText(/, [\d,]+ members?$/u);
  const first = (await spoken.textContent()) ?? '';
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await expect(spoken).not.toHaveText('');
  await page.keyboard.press('Home');
  await expect(spoken).toHaveText(first);
  await page.keyboard.press('Enter');
  await expect(trail().locator('[aria-current]')).toHaveText(first.replace(/, [\d,]+ members?$/u, ''));
  await page.keyboard.press('Escape');
  await expect(trail().locator('[aria-current]')).toHaveText('Whole collection');
});

test('a mark is dragged, and put back', async () => {
  const { x, y, name } = await pointAtMark();
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(trail().locator('[aria-current]')).toHaveText('Whole collection');
  await page.getByRole('button', { name: /^Put back/u }).click();
  await page.mouse.move(x, y);
  await expect(picture().locator('.tip strong')).toHaveText(name);
});

const selection = (): Locator => page.getByRole('region', { name: 'Selection' });

test('a line around marks selects them; they are asked about, shown in the table, and exported by themselves', async () => {
  await level().press('End');
  await expect(summary('entities')).toBeVisible();
  const box = await picture().boundingBox();
  if (!box) throw new Error('There is no picture');
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.mouse.move(...at(0.35, 0.35));
  await page.mouse.down();
  for (const [x, y] of [
    [0.65, 0.35],
    [0.65, 0.65],
    [0.35, 0.65],
    [0.35, 0.36],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 3 });
  await page.mouse.up();
  await expect(selection().getByRole('status')).toHaveText(/^[1-9]\d* selected$/u);
  const count = Number.parseInt((await selection().getByRole('status').textContent()) ?? '');
  const first = (await selection().getByRole('listitem').first().locator('span').textContent()) ?? '';
  await selection().getByRole('button', { name: 'Show in table' }).click();
  await expect(page.getByRole('table', { name: 'Entities' })).toContainText(first);
  await expect(page.getByRole('status').filter({ hasText: `of ${String(count)}` })).toBeVisible();
  await page.getByRole('button', { name: /^Only the/u }).click();
  await expect(page.getByRole('status').filter({ hasText: `of ${String(count)}` })).toHaveCount(0);
  await page.goBack();
  await selection().getByRole('button', { name: 'Export these…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export for other programs' });
  await expect(dialog.getByRole('combobox', { name: 'What' })).toHaveValue('selection');
  await dialog.getByRole('radio', { name: 'JSON (nodes and links)' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const { nodes } = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
    nodes: readonly { title: string; x: number | null }[];
  };
  expect(nodes).toHaveLength(count);
  expect(nodes.map(({ title }) => title)).toContain(first);
  expect(nodes.every(({ x }) => x !== null)).toBe(true);
  await selection().getByRole('button', { name: 'Ask about these' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Question' }).inputValue()).toContain(first);
  await page.goBack();
  await selection().getByRole('button', { name: 'Clear the selection' }).click();
});

test('marks are selected by keyboard and in the list, and taken out again', async () => {
  await picture().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(picture().getByRole('status')).toHaveText(/, selected$/u);
  await expect(selection().getByRole('status')).toHaveText('1 selected');
  await list().getByRole('checkbox').nth(3).check();
  await expect(selection().getByRole('status')).toHaveText('2 selected');
  await list().getByRole('checkbox').first().uncheck();
  await selection()
    .getByRole('button', { name: /^Remove .* from the selection$/u })
    .click();
  await expect(selection()).toHaveCount(0);
});

test('what is hidden in Evidence is gone from the map, also after a reload, until it is shown again', async () => {
  const name = (await marks().first().locator('.name').textContent()) ?? '';
  await marks().first().click();
  await evidence(page).getByRole('button', { name: 'Hide on the map' }).click();
  await expect(list().locator('.name').getByText(name, { exact: true })).toHaveCount(0);
  await page.reload();
  await ready(page);
  await page.getByText('1 hidden', { exact: true }).click();
  await page.getByRole('button', { name: `Show ${name} again` }).click();
  await expect(marks().first()).toContainText(name);
  await level().press('Home');
});

test('places are kept: after a reload every mark is where it was, and nothing is arranged again', async () => {
  const started: string[] = [];
  page.on('worker', (worker) => started.push(worker.url()));
  await page.mouse.move(0, 0);
  const shot = (): Promise<string> =>
    picture()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await expect.poll(isDrawn).toBe(true);
  const before = await shot();
  await page.reload();
  await ready(page);
  await expect(summary('communities')).toBeVisible();
  await expect.poll(shot).toBe(before);
  expect(started.some((url) => url.includes('engine.worker'))).toBe(true);
  expect(started.filter((url) => url.includes('layout.worker'))).toEqual([]);
});

for (const width of [1280, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the map passes the accessibility scan in ${colorScheme} at ${String(width)} pixels`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await expect(marks().first()).toBeVisible();
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}

test('nothing left the page', () => {
  expect(foreign()).toEqual([]);
});
