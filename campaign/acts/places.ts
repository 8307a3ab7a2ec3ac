import type { Page } from '@playwright/test';

/** The id of the collection that the address names. */
export const openCollection = (page: Page): string => new URL(page.url()).hash.split(/[/?]/u)[1] ?? '-';

/** Tabs of the site, those that are closed left out. */
export const tabsOf = (page: Page): readonly Page[] =>
  page
    .context()
    .pages()
    .filter((one) => one.url().startsWith('http'));

/** Turns to a place of the open collection, such as `explore?view=aliases`. */
export const turnTo = (page: Page, place: string): Promise<void> => goTo(page, openCollection(page), place);

/** Turns to the questions of a collection, and waits until it is open. */
export async function turnToCollection(page: Page, collection: string): Promise<void> {
  await goTo(page, collection, 'ask');
  await page.waitForFunction(
    (id) => document.querySelector<HTMLSelectElement>('#collection')?.value === id,
    collection,
  );
}

async function goTo(page: Page, collection: string, place: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), `#/${collection}/${place}`);
}

/** Chooses from the menu of the open collection. */
export async function chooseForCollection(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Collection options' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Fills in the dialog that asks for a name. What confirms it is left to be pressed. */
export const typeName = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);

export const pressInDialog = (page: Page, button: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

const LOCKED = 'Another tab is writing to this collection.';

/** The same collection in another tab, which may only read it. */
export async function openSecondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByText(LOCKED).waitFor();
  await page.bringToFront();
  return tab;
}
