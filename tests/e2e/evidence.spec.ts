import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { accessibilityFindings, watchRequests } from '../helpers/page-checks';
import {
  addFiles,
  addsExchange,
  answer,
  answers,
  ask,
  deleteDocument,
  evidence,
  markedWords,
  openPassage,
  openSample,
  passages,
  ready,
  textFile,
  withoutSpace,
} from '../helpers/page-steps';

/** Evidence without any model. One visit, step after step. */
test.describe.configure({ mode: 'serial' });

const HALE = 'Agnes Hale to Harriet Oakshott, 1961';
const GERMAN = `# Brief aus Lunderdale

Die Talsperre von Threlby wurde gegen den Rat der Geologin gebaut. Der Müller Anton Brückner verlor dabei seine Mühle am Bach.

Im Jahre 1933 bekam er vierzig Pfund als Entschädigung. Er nannte das eine Schande.
`;

let page: Page;
let foreign: () => readonly string[];

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  foreign = watchRequests(page);
  await page.goto('./');
});
test.afterAll(() => page.context().close());

const communities = (): Locator => answer(page).getByRole('list', { name: 'Communities' }).locator('> li');
const marks = (): Locator => answer(page).locator('article.passage mark');
const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** No finding in light and dark, and nothing wider than the screen, at both widths. */
async function fits(name: string): Promise<void> {
  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFindings(page), `${name}, ${String(width)}, ${colorScheme}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a collection begins with what it holds, and a name of it opens', async () => {
  await openSample(page);
  await expect(page.getByRole('list', { name: 'Facts' })).toContainText('14 documents');
  await expect(page.getByRole('list', { name: 'Try asking' }).getByRole('button')).toHaveCount(5);
  await fits('the arrival page');
  await page
    .getByRole('list', { name: 'People' })
    .getByRole('button', { name: /^Harriet Oakshott/u })
    .click();
  await expect(evidence(page)).toContainText('Curated by hand');
});

/** All that is marked in a passage, whose excerpt may leave some of it out. */
async function allMarked(passage: Locator): Promise<string> {
  const more = passage.getByRole('button', { name: 'Show more' });
  if ((await more.count()) > 0) await more.click();
  return withoutSpace((await passage.locator('mark').allTextContents()).join(''));
}

test('Basic: passages in rank order say where they stand, and one opens with exactly its marked words', async () => {
  await ask(page, 'What did Harriet Oakshott advise about Threlby Dam?', 'Basic');
  await expect(answer(page)).toContainText('Basic · ');
  await expect(passages(page)).toHaveCount(3);
  await expect(passages(page).first().getByRole('heading')).not.toHaveText('');
  const marked = await allMarked(passages(page).first());
  expect(marked).not.toBe('');
  await openPassage(page);
  const shown = await markedWords(page);
  expect(marked.startsWith(shown) || shown.startsWith(marked)).toBe(true);
  await answer(page)
    .getByRole('button', { name: /^Show \d+ more$/u })
    .click();
  expect(await passages(page).count()).toBeGreaterThan(3);
  await fits('Basic');
});

test('Local: the card of who is asked about stands first, and how two are connected', async () => {
  await ask(page, 'What connects Edmund Vasey and Harriet Oakshott?', 'Local');
  const cards = answer(page).getByRole('region', { name: 'Entities' });
  await expect(cards.getByRole('article', { name: 'Edmund Vasey' })).toBeVisible();
  await expect(cards.getByRole('article', { name: 'Harriet Oakshott' })).toBeVisible();
  await expect(answer(page).getByRole('list', { name: 'Connections' })).toContainText('Edmund Vasey');
  await expect(passages(page).first()).toBeVisible();
  await cards.getByRole('button', { name: 'Edmund Vasey', exact: true }).first().click();
  await expect(evidence(page).getByRole('heading', { name: 'Edmund Vasey' }).first()).toBeVisible();
  await fits('Local');
});

test('Global: a question on the whole is answered by communities first, in Auto too, and a report opens', async () => {
  for (const mode of ['Global', 'Auto']) {
    await ask(page, 'What are the main disagreements, and who is involved in them?', mode);
    await expect(answer(page)).toContainText('Global · ');
    await expect(communities().first()).toBeVisible();
    await expect(answer(page)).not.toContainText('No passage contains');
  }
  await communities().first().getByRole('button', { name: 'Open report' }).click();
  await expect(evidence(page)).toContainText('Extracted from your documents');
  await fits('Global');
});

test('DRIFT: reports, and questions that lead on are asked by a click; it says what needs a model', async () => {
  await ask(page, 'Why was the dam built at Threlby?', 'DRIFT');
  await expect(communities().first()).toBeVisible();
  await expect(answer(page)).toContainText('With a language model, Burrow asks them by itself.');
  await fits('DRIFT');
  const lead = answer(page).getByRole('list', { name: 'Questions this leads to' }).getByRole('button').first();
  const words = await lead.innerText();
  await addsExchange(page, () => lead.click());
  await expect(page.getByRole('heading', { level: 3, name: words })).toBeVisible();
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false');
});

test('keywords find, and a question on why', async () => {
  await ask(page, 'water quality', 'Auto');
  await expect(passages(page).first().locator('mark').first()).toContainText(/water/iu);
  await ask(page, 'How did people die?', 'Auto');
  await expect(passages(page).first()).toBeVisible();
});

test('a misspelt name is searched as the documents spell it, and a word that is nowhere is said as a fact', async () => {
  await ask(page, 'Who is Harriet Oakshot?', 'Local');
  await expect(answer(page)).toContainText(/“Oakshot” is in no passage\. Searched for “Oakshott”/iu);
  await expect(marks().filter({ hasText: 'Oakshott' }).first()).toBeVisible();
  await ask(page, 'parking fees at the dam', 'Basic');
  await expect(answer(page)).toContainText('No passage contains “parking”.');
  await expect(passages(page).first()).toBeVisible();
  await fits('missing words');
});

test('Chinese is answered from the Chinese report, German from the German letter', async () => {
  await ask(page, '考察组把荧光素钠投放在哪里？', 'Auto');
  await expect(marks().first()).toHaveText(/\p{Script=Han}/u);
  await expect(answer(page)).toContainText('神父落水洞');
  await addFiles(page, textFile('brief.md', GERMAN, 'text/markdown'));
  await ready(page);
  await ask(page, 'Was bekam Anton Brückner als Entschädigung?', 'Auto');
  await expect(passages(page).first()).toContainText('vierzig Pfund als Entschädigung');
  await openPassage(page);
  expect(await markedWords(page)).toContain('Entschädigung');
  await page.getByRole('combobox', { name: 'Collection' }).selectOption('The Green Night (sample)');
  await ready(page);
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(14);
  await expect(answers(page).first()).toBeVisible();
});

test('a follow-up keeps the terms of what it follows, says so, and is searched without them at a click', async () => {
  await ask(page, 'Who is Agnes Lorne?', 'Local');
  await ask(page, 'And what did she do then?', 'Local');
  await expect(answer(page)).toContainText(/With “.*Lorne.*” from before/u);
  await expect(marks().filter({ hasText: 'Lorne' }).first()).toBeVisible();
  await addsExchange(page, () => answer(page).getByRole('button', { name: 'Search without' }).click());
  await expect(answer(page)).not.toContainText('from before');
});

test('filters narrow by kind, name, years and chosen documents', async () => {
  const shownKinds = async (): Promise<readonly string[]> => {
    const more = answer(page).locator('section:has(> ol.results) > .button');
    if ((await more.count()) > 0) await more.click();
    return passages(page).locator('h5 .title').allTextContents();
  };
  await ask(page, 'Who is Harriet Oakshott?', 'Local');
  const all = new Set(await shownKinds());
  await page.getByRole('button', { name: /^Filter/u }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByRole('checkbox', { name: /^PDF/u }).check();
  await fits('filters');
  await ask(page, 'Who is Harriet Oakshott?', 'Local');
  const pdfs = new Set(await shownKinds());
  expect([...pdfs].length).toBeLessThan(all.size);
  await expect(passages(page).first().getByRole('heading')).toContainText(/p\. \d/u);
  await page.getByRole('button', { name: 'Remove PDF' }).click();
  await page.getByRole('button', { name: /^Filter/u }).click();
  await filters.getByRole('combobox', { name: 'Mentions' }).selectOption('Harriet Oakshott');
  await filters.getByRole('textbox', { name: 'From year' }).fill('1961');
  await filters.getByRole('textbox', { name: 'To year' }).fill('1961');
  await ask(page, 'fluorescein', 'Basic');
  for (const text of await passages(page).allInnerTexts()) expect(text).not.toBe('');
  await expect(answer(page)).toContainText(HALE);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('checkbox', { name: 'Ask Ellen Pike: Oral History Interview' }).check();
  await ask(page, 'What do the people say about the water?', 'Local');
  expect(new Set(await shownKinds())).toEqual(new Set(['Ellen Pike: Oral History Interview']));
  await page.getByRole('button', { name: 'Ask all' }).click();
});

test('by keyboard: the list is walked, and Enter opens a passage at its marked words', async () => {
  await ask(page, 'Who opposed the dam?', 'Basic');
  const opens = passages(page).getByRole('button', { name: 'Open in document' });
  const marked = await allMarked(passages(page).nth(1));
  await opens.first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(opens.nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(opens.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const shown = await markedWords(page);
  expect(marked.startsWith(shown) || shown.startsWith(marked)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(opens.nth(1)).toBeFocused();
});

test('a passage is copied with its source, and all evidence is exported with a footnote for each', async () => {
  await passages(page).first().getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(clipboard).toMatch(/^“.+”\n— .+$/su);
  await answer(page).getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(clipboard).toMatch(/^Who opposed the dam\?.*\n\[1\] /su);
  const download = page.waitForEvent('download');
  await answer(page).getByRole('button', { name: 'Export evidence' }).click();
  await page.getByRole('menuitem', { name: 'Markdown, with footnotes' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toMatch(/^## Who opposed the dam\?/u);
  const used = new Set([...text.matchAll(/\[\^(\d+)\](?!:)/gu)].map((match) => match[1]));
  const explained = [...text.matchAll(/^\[\^(\d+)\]: .+/gmu)].map((match) => match[1]);
  expect(used.size).toBeGreaterThan(3);
  expect(explained.toSorted()).toEqual([...used].toSorted());
});

test('Find counts all places, lists them as one types, corrects a word, and opens one', async () => {
  await page.getByRole('combobox', { name: 'Find', exact: true }).fill('fluorescein');
  await page.getByRole('option', { name: /^Search the text/u }).click();
  const pane = page.getByRole('region', { name: 'Search the text' });
  await expect(pane.getByRole('status')).toHaveText(/^[\d,]+ places in \d+ documents$/u);
  await fits('Find');
  const words = pane.getByRole('searchbox', { name: 'Words to find' });
  await words.fill('"nine pounds of fluorescein"');
  await expect(pane.getByRole('status')).toHaveText('1 place in 1 document');
  await pane.getByRole('list', { name: 'Places' }).getByRole('button').first().click();
  await expect.poll(() => markedWords(page)).toBe('ninepoundsoffluorescein');
  await words.fill('fluorecsein');
  await pane.getByRole('button', { name: 'fluorescein' }).click();
  await expect(pane.getByRole('list', { name: 'Places' }).locator('mark').first()).toHaveText(/fluorescein/iu);
  await pane.getByRole('button', { name: 'Close' }).click();
  await expect(answer(page)).toBeVisible();
});

test('passages of a deleted document go from kept evidence', async () => {
  const secret = 'nine pounds of fluorescein';
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(answer(page)).toContainText(secret);
  await deleteDocument(page, HALE);
  // While it can still be undone, others take its places.
  await ask(page, 'Who carried one tin up from the Chapel Beck?', 'Basic');
  await expect(passages(page).first()).toBeVisible();
  await expect(answer(page)).not.toContainText('deleted since');
  await expect(page.locator('body')).not.toContainText(secret);
  await page.reload();
  await ready(page);
  await expect(answers(page).first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText(secret);
});

test('nothing left the page', async () => {
  expect(foreign()).toEqual([]);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('status', { name: 'Outside requests' })).toHaveText('0');
});
