import { afterEach, expect, test } from 'vitest';
import { language } from '../../../src/app/words/language.svelte';
import { showApp } from './show-app';

afterEach(() => language.choose('browser'));

test('a language is chosen in the settings, shown at once, written into the page and kept', async () => {
  const { screen } = await showApp({}, '#/collection-1/settings?page=appearance');
  await screen.getByRole('radio', { name: '中文' }).click();
  await expect.element(screen.getByRole('heading', { name: '外观' })).toBeVisible();
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('burrow.language')).toBe('zh');
  await screen.getByRole('radio', { name: 'English' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  expect(document.documentElement.lang).toMatch(/^en/u);
});
