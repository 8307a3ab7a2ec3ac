import type { Locator, Page } from '@playwright/test';
import type { Act } from './act';
import { turnTo } from './places';

const FOLLOW_UPS = 7;

/** Opens the search settings at the field of a number that a person may set. Those of all answers are unfolded in no mode but Auto. */
export async function openSearchField(page: Page): Promise<Locator> {
  await turnTo(page, 'ask');
  await page.getByRole('radio', { name: 'Auto' }).click();
  await page.getByRole('button', { name: 'Search settings' }).click();
  const field = page.locator('#ask-answers-follow_ups');
  await field.waitFor();
  return field;
}

export const SETTING_ACTS: readonly Act[] = [
  {
    name: 'choose a theme',
    prepare: async ({ page, facts }) => {
      await turnTo(page, 'settings?page=appearance');
      const theme = facts.get('theme') === 'dark' ? 'light' : 'dark';
      return {
        after: { theme },
        perform: async () => {
          await page.getByRole('radio', { name: theme === 'dark' ? 'Dark' : 'Light', exact: true }).click();
          await page.locator(`html[data-theme="${theme}"]`).waitFor();
        },
      };
    },
  },
  {
    name: 'turn sealed mode on or off',
    prepare: async ({ page, facts }) => {
      await turnTo(page, 'settings');
      const sealed = page.getByRole('switch', { name: 'Sealed mode' });
      await sealed.waitFor();
      const on = facts.get('sealed mode') !== 'on';
      return {
        after: { 'sealed mode': on ? 'on' : null },
        perform: async () => {
          await sealed.click();
          await page.getByRole('switch', { name: 'Sealed mode', checked: on }).waitFor();
        },
      };
    },
  },
  {
    name: 'set a number of the search settings',
    prepare: async ({ page, facts }) => {
      const field = await openSearchField(page);
      const value = String((Number(facts.get('follow-up questions')) + 1) % FOLLOW_UPS);
      return {
        after: { 'follow-up questions': value },
        perform: async () => {
          await field.fill(value);
          await page.getByRole('button', { name: 'Done', exact: true }).click();
          await field.waitFor({ state: 'detached' });
        },
      };
    },
  },
];
