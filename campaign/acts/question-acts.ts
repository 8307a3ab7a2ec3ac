import type { Page } from '@playwright/test';
import { ask } from '../../tests/helpers/page-steps';
import type { Act } from './act';
import { turnTo } from './places';

const PEOPLE = ['Edda Halloran', 'Piotr Okafor', 'Marit Brandt', 'Luisa Castellan'];

/** The question of an act, by its number. */
export const QUESTION = /\((\d+)\)$/u;

export const QUESTION_ACTS: readonly Act[] = [
  {
    name: 'ask a question',
    prepare: async ({ page, serial }) => {
      const name = PEOPLE[serial % PEOPLE.length] ?? '';
      await turnTo(page, 'ask');
      await showFirstConversation(page);
      return {
        after: { [`answer ${String(serial)}`]: 'ended' },
        perform: () => ask(page, `What did ${name} do? (${String(serial)})`, 'Local'),
      };
    },
  },
];

/** Shows the newest conversation, where there is one, with its answers. */
export async function showFirstConversation(page: Page): Promise<void> {
  const first = page.locator('[aria-labelledby="conversations-title"] li .title').first();
  if ((await first.count()) === 0) return;
  await first.click();
  await page.locator('.exchange').first().waitFor();
}
