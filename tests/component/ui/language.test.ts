import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { language } from '../../../src/app/words/language.svelte';
import { HARBOUR, LEDGER } from '../../helpers/fake-documents';
import { showApp } from './show-app';

beforeEach(() => page.viewport(1280, 860));

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

test('theme and language are shown as the engine keeps them, where a killed browser did not write its own copy', async () => {
  const { screen, session } = await showApp({}, '#/collection-1/settings?page=appearance');
  await screen.getByRole('radio', { name: 'Dark' }).click();
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
  await screen.getByRole('radio', { name: '中文' }).click();
  await expect.element(screen.getByRole('heading', { name: '外观' })).toBeVisible();
  session.settings.choose('light');
  await language.choose('browser');
  await session.settings.readKept();
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(localStorage.getItem('burrow.theme')).toBe('dark');
  expect(language.code).toBe('zh');
  session.settings.choose('system');
});

test('the settings of a search are shown in the language, with what they buy and cost', async () => {
  await language.choose('zh');
  const { screen } = await showApp({ documents: [HARBOUR, LEDGER], searchModel: 'Qwen3 1.7B' });
  await screen.getByRole('radio', { name: '局部' }).click();
  await screen.getByRole('button', { name: '局部搜索设置' }).click();
  const dialog = screen.getByRole('dialog', { name: '局部搜索设置' });
  await dialog.getByText('高级', { exact: true }).click();
  const ranking = dialog.getByRole('combobox', { name: '哪些关系优先' });
  await expect.element(ranking).toHaveAccessibleDescription(/没有额外开销/u);
  await expect.element(ranking).toHaveTextContent('最常提到的');
});

test('the type of an entity is told in the language, in its table and in its own view', async () => {
  await language.choose('zh');
  const { screen } = await showApp({ documents: [HARBOUR, LEDGER] }, '#/collection-1/explore?view=entities');
  const row = screen.getByRole('table').getByRole('row').nth(1);
  await expect.element(row.getByRole('cell', { name: '人物' })).toBeVisible();
  await row.getByRole('button', { name: 'Ada Marsh 0' }).click();
  const evidence = screen.getByRole('complementary', { name: '证据' });
  await expect.element(evidence.getByText('人物 · 又称 Mrs Marsh')).toBeVisible();
});
