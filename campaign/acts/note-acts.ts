import type { Locator, Page } from '@playwright/test';
import type { Act, Scene } from './act';
import { openSecondTab, tabsOf, turnTo } from './places';

/** Words of a note that acts write: its fact, and what it says. */
export const NOTE = /^(note \d+): (.*)$/u;
const MANY = 20;

const notes = (page: Page): Locator => page.getByRole('list', { name: 'Notes' }).locator('> li');
const ownWords = (item: Locator): Locator => item.getByRole('textbox', { name: 'Your words' });

/** The note of this fact. Its words are what a field holds, so that no text finds it. */
async function noteOf(page: Page, fact: string): Promise<Locator> {
  const id = await notes(page).evaluateAll(
    (items, wanted) =>
      items
        .find((item) => item.querySelector('textarea')?.value.startsWith(`${wanted}: `))
        ?.getAttribute('data-note') ?? '',
    fact,
  );
  return page.locator(`[data-note="${id}"]`);
}

async function write(item: Locator, words: string): Promise<void> {
  await ownWords(item).fill(words);
  await item.getByText('Saved', { exact: true }).waitFor();
}

async function openNotebook(page: Page): Promise<void> {
  await turnTo(page, 'notebook');
  await page.getByRole('button', { name: 'New note' }).waitFor();
}

/** A note that is there. */
async function turnToNote({ page, facts, random }: Scene): Promise<string | undefined> {
  const known = [...facts.keys()].filter((name) => name.startsWith('note '));
  const fact = known[Math.floor(random() * known.length)];
  if (fact === undefined) return undefined;
  await openNotebook(page);
  await notes(page).first().waitFor();
  return fact;
}

export const NOTE_ACTS: readonly Act[] = [
  {
    name: 'write a note',
    prepare: async ({ page, facts, serial }) => {
      if ([...facts.keys()].filter((name) => name.startsWith('note ')).length > MANY) return null;
      await openNotebook(page);
      const fact = `note ${String(serial)}`;
      return {
        after: { [fact]: 'first words' },
        perform: async () => {
          const before = await notes(page).count();
          await page.getByRole('button', { name: 'New note' }).click();
          await write(notes(page).nth(before), `${fact}: first words`);
        },
      };
    },
  },
  {
    name: 'write a note in a tab that takes over',
    closesTab: true,
    prepare: async ({ page, serial }) => {
      if (tabsOf(page).length > 1) return null; // another tab would take over
      const tab = await openSecondTab(page);
      await turnTo(tab, 'notebook');
      const fact = `note ${String(serial)}`;
      return {
        after: { [fact]: 'first words' },
        perform: async () => {
          await page.close();
          await tab.getByRole('button', { name: 'New note' }).waitFor();
          const before = await notes(tab).count();
          await tab.getByRole('button', { name: 'New note' }).click();
          await write(notes(tab).nth(before), `${fact}: first words`);
        },
      };
    },
  },
  {
    name: 'change a note',
    prepare: async (scene) => {
      const fact = await turnToNote(scene);
      if (fact === undefined) return null;
      const item = await noteOf(scene.page, fact);
      const words = `words of ${String(scene.serial)}`;
      return { after: { [fact]: words }, perform: () => write(item, `${fact}: ${words}`) };
    },
  },
  {
    name: 'delete a note',
    prepare: async (scene) => {
      const fact = await turnToNote(scene);
      if (fact === undefined) return null;
      const item = await noteOf(scene.page, fact);
      return { after: { [fact]: null }, perform: () => remove(item) };
    },
  },
  {
    name: 'undo the deletion of a note',
    prepare: async (scene) => {
      const fact = await turnToNote(scene);
      if (fact === undefined) return null;
      const item = await noteOf(scene.page, fact);
      await remove(item);
      return {
        before: { [fact]: null },
        after: { [fact]: scene.facts.get(fact) ?? '' },
        perform: async () => {
          await scene.page.getByRole('button', { name: 'Bring back deleted note' }).click();
          await item.waitFor();
        },
      };
    },
  },
];

async function remove(item: Locator): Promise<void> {
  await item.getByRole('button', { name: 'Delete', exact: true }).click();
  await item.waitFor({ state: 'detached' });
}
