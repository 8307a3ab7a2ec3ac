import type { Page } from '@playwright/test';
import { ready } from '../../tests/helpers/page-steps';
import type { Facts } from './facts';
import { openEdits } from './entity-acts';
import { NOTE } from './note-acts';
import { turnTo, turnToCollection } from './places';
import { QUESTION, showFirstConversation } from './question-acts';
import { openSearchField } from './setting-acts';

/** Facts that the screen shows as kept, and the collections that do not open. */
export interface Look {
  readonly facts: Facts;
  readonly unopenable: readonly string[];
}

/** Milliseconds for what is pending to be done. */
const READY = 60_000;

type Entries = readonly (readonly [string, string])[];

/** Reads a collection in all its places, and opens each of the others once. */
export async function lookAround(page: Page, main: string): Promise<Look> {
  const closed = await openEach(page, main);
  const unopenable = closed.map(({ name }) => name);
  if (closed.some(({ id }) => id === main)) return { facts: new Map(), unopenable };
  await ready(page, READY);
  const places = [collections, documents, answers, edits, notes, settings];
  const facts: (readonly [string, string])[] = [];
  for (const place of places) facts.push(...(await place(page)));
  await turnToCollection(page, main);
  // The newest of two edits of the same words comes first.
  return { facts: new Map(facts.toReversed()), unopenable };
}

interface Listed {
  readonly id: string;
  readonly name: string;
}

/** Opens each collection, this one last. Returns those that do not open. */
async function openEach(page: Page, main: string): Promise<readonly Listed[]> {
  const listed = await page
    .locator('#collection option')
    .evaluateAll((all) => all.map((one) => ({ id: (one as HTMLOptionElement).value, name: one.textContent.trim() })));
  const closed: Listed[] = [];
  for (const one of listed.toSorted((a, b) => Number(a.id === main) - Number(b.id === main)))
    await turnToCollection(page, one.id).catch(() => closed.push(one));
  return closed;
}

async function collections(page: Page): Promise<Entries> {
  const names = await page.locator('#collection option').allTextContents();
  return names.map((name) => [`collection ${name.trim()}`, 'there']);
}

async function documents(page: Page): Promise<Entries> {
  const titles = await page.locator('[aria-labelledby="documents-title"] li button.title').allTextContents();
  return titles.map((title) => [`document ${title.trim()}`, 'there']);
}

async function answers(page: Page): Promise<Entries> {
  await showFirstConversation(page);
  // One that is far away is folded: its question, and its words where they can be found.
  const questions = await page
    .locator('[aria-label="Question and answer"]')
    .filter({ has: page.locator('article[aria-busy="false"], p[hidden]') })
    .locator('h3')
    .allTextContents();
  return questions.flatMap((question) => {
    const number = QUESTION.exec(question.trim())?.[1];
    return number === undefined ? [] : [[`answer ${number}`, 'ended']];
  });
}

async function edits(page: Page): Promise<Entries> {
  await openEdits(page);
  return page.locator('section[aria-labelledby="made"] li').evaluateAll((items) =>
    items.map((item) => {
      const words = item.querySelector('p span');
      return [`edit ${words?.textContent.trim() ?? ''}`, words?.classList.contains('undone') ? 'undone' : 'done'];
    }),
  );
}

async function notes(page: Page): Promise<Entries> {
  await turnTo(page, 'notebook');
  await page
    .getByRole('list', { name: 'Notes' })
    .locator('> li')
    .or(page.getByText('Keep what you want to use'))
    .first()
    .waitFor();
  const texts = await page
    .getByRole('textbox', { name: 'Your words' })
    .evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value));
  return texts.flatMap((text) => {
    const [, fact, words] = NOTE.exec(text) ?? [];
    return fact === undefined || words === undefined ? [] : [[fact, words]];
  });
}

async function settings(page: Page): Promise<Entries> {
  await turnTo(page, 'settings');
  const sealed = page.getByRole('switch', { name: 'Sealed mode' });
  await sealed.waitFor();
  const theme = await page.locator('html').getAttribute('data-theme');
  const isSealed = await sealed.isChecked();
  const followUps = await (await openSearchField(page)).inputValue();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  return [
    ...(theme === null ? [] : [['theme', theme] as const]),
    ...(isSealed ? [['sealed mode', 'on'] as const] : []),
    ['follow-up questions', followUps],
  ];
}
