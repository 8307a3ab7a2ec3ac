import type { Locator, Page } from '@playwright/test';
import type { Act } from './act';
import type { Facts } from './facts';
import { pressInDialog, turnTo, typeName } from './places';

const PLACES = ['Portwenn', 'Merrow Bay', 'Calder Point', 'Holm Island', 'Norraby'];
const MERGE = /^Merge (.+) into (.+)$/u;
const MERGED = /^edit Merged “(.+)” into “(.+)”$/u;

/** Shows the suggested pairs and a person's edits, once they are loaded. */
export async function openEdits(page: Page): Promise<void> {
  await turnTo(page, 'explore?view=aliases');
  await ownEdits(page).locator('li').or(ownEdits(page).getByText('None yet.')).first().waitFor();
}

const ownEdits = (page: Page): Locator => page.locator('section[aria-labelledby="made"]');

/** The newest edit of these words, as it is listed while it holds or is undone. */
const listed = (page: Page, words: string, action: 'Undo' | 'Redo'): Locator =>
  ownEdits(page)
    .locator('li')
    .filter({ hasText: words })
    .first()
    .getByRole('button', { name: `${action}: ${words}`, exact: true });

/** Opens the page of an entity whose name has these words. */
async function openEntity(page: Page, words: string): Promise<Locator> {
  await turnTo(page, `explore?view=entities&filter=${encodeURIComponent(words)}`);
  const rows = page.getByRole('table', { name: 'Entities' }).getByRole('row').filter({ hasText: words });
  await rows.getByRole('button').first().click();
  const entity = page.getByRole('complementary', { name: 'Evidence' });
  await entity.getByRole('heading', { level: 2 }).filter({ hasText: words }).waitFor();
  return entity;
}

/** An edit in this state, as a fact's name without its first word. */
const editsThatAre = (facts: Facts, state: 'done' | 'undone'): readonly string[] =>
  [...facts].flatMap(([name, value]) => (name.startsWith('edit ') && value === state ? [name.slice(5)] : []));

/** Turns an edit: undoes what is done, or does again what is undone. */
const turning = (name: string, from: 'done' | 'undone', action: 'Undo' | 'Redo'): Act => ({
  name,
  prepare: async ({ page, facts, random }) => {
    const edits = editsThatAre(facts, from);
    const words = edits[Math.floor(random() * edits.length)];
    if (words === undefined) return null;
    await openEdits(page);
    return {
      after: { [`edit ${words}`]: from === 'done' ? 'undone' : 'done' },
      perform: async () => {
        await listed(page, words, action).click();
        await listed(page, words, action === 'Undo' ? 'Redo' : 'Undo').waitFor();
      },
    };
  },
});

export const ENTITY_ACTS: readonly Act[] = [
  {
    name: 'merge two entities',
    prepare: async ({ page, random }) => {
      await openEdits(page);
      const offers = page.getByRole('button', { name: MERGE });
      const count = await offers.count();
      if (count === 0) return null;
      const offer = offers.nth(Math.floor(random() * count));
      const [, from = '', into = ''] = MERGE.exec((await offer.getAttribute('aria-label')) ?? '') ?? [];
      const words = `Merged “${from}” into “${into}”`;
      const button = page.getByRole('button', { name: `Merge ${from} into ${into}`, exact: true });
      return {
        after: { [`edit ${words}`]: 'done' },
        perform: async () => {
          await button.click();
          await listed(page, words, 'Undo').waitFor();
        },
      };
    },
  },
  turning('undo an edit', 'done', 'Undo'),
  turning('redo an edit', 'undone', 'Redo'),
  {
    name: 'split a name off an entity',
    prepare: async ({ page, facts }) => {
      const merged = editsThatAre(facts, 'done').flatMap((edit) => {
        const [, from, into] = MERGED.exec(`edit ${edit}`) ?? [];
        return from !== undefined && into !== undefined ? [{ from, into }] : [];
      });
      const pair = merged.find(({ from, into }) => !facts.has(`edit Split “${from}” off “${into}”`));
      if (!pair) return null;
      const entity = await openEntity(page, pair.into);
      await entity.getByText('Unmerge a name').click();
      return {
        after: { [`edit Split “${pair.from}” off “${pair.into}”`]: 'done' },
        perform: async () => {
          await entity.getByRole('button', { name: pair.from, exact: true }).click();
          await page.getByText(`Split “${pair.from}” off “${pair.into}”`).first().waitFor();
        },
      };
    },
  },
  {
    name: 'rename an entity',
    prepare: async ({ page, serial, random }) => {
      const place = PLACES[Math.floor(random() * PLACES.length)] ?? '';
      const title = `${place} ${String(serial)}`;
      const entity = await openEntity(page, place);
      await entity.getByRole('button', { name: 'Rename…' }).click();
      await typeName(page, title);
      return {
        after: { [`edit Renamed “${place}” to “${title}”`]: 'done' },
        perform: async () => {
          await pressInDialog(page, 'Rename');
          await entity.getByRole('heading', { level: 2, name: title }).waitFor();
        },
      };
    },
  },
];
