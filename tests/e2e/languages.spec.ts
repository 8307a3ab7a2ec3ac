import { expect, test, type Page } from '@playwright/test';
import { accessibilityFindings, scrollsTwice } from '../helpers/page-checks';
import { openView } from '../helpers/page-steps';

/** One visit of a person whose browser asks for Chinese. */
test.describe.configure({ mode: 'serial' });

const HAN = /\p{Script=Han}/u;

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`in a Chinese browser ${String(width)} px wide`, () => {
    const isNarrow = width === 390;
    let page: Page;

    test.beforeAll(async ({ browser }) => {
      const context = await browser.newContext({
        locale: 'zh-CN',
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
      page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.goto('./');
    });
    test.afterAll(() => page.context().close());

    /** Checks that nothing is wider than the screen, and that no accessible name is missing. */
    async function fits(): Promise<void> {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await scrollsTwice(page)).toBe(false);
      expect(await accessibilityFindings(page)).toEqual([]);
    }

    const tab = async (name: string): Promise<void> => {
      if (isNarrow || !['文档库', '证据'].includes(name)) await page.getByRole('tab', { name, exact: true }).click();
    };

    test('the first screen is Chinese from the start', async () => {
      await expect(page.getByRole('heading', { name: '向您的文档提问' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await fits();
    });

    test('so are the library and the arrival page', async () => {
      await page.getByRole('button', { name: '打开示例' }).click();
      await expect(page.getByRole('status').filter({ hasText: '就绪' })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole('heading', { name: '试着问问' })).toBeVisible();
      await fits();
      await tab('文档库');
      await expect(page.getByRole('heading', { name: /^文档 \d+$/u })).toBeVisible();
      await expect(page.getByRole('button', { name: '导出文档集' })).toBeVisible();
      await fits();
    });

    test('so are an answer, its trace and its evidence', async () => {
      await tab('提问');
      await page.getByRole('radio', { name: '局部' }).click();
      await page.getByRole('textbox', { name: '问题' }).fill('Who is Edmund Vasey?');
      await page.getByRole('button', { name: '提问', exact: true }).click();
      const answer = page.getByRole('article', { name: '回答' });
      await expect(answer).toHaveAttribute('aria-busy', 'false');
      await page.getByRole('button', { name: /^▸ ?检索过程|检索过程 ·/ }).click();
      await expect(page.getByText('引用类型')).toBeVisible();
      await fits();
      await answer.getByRole('button', { name: '在文档中打开' }).first().click();
      await expect(
        page.getByRole('complementary', { name: '证据' }).getByRole('button', { name: '打开原文件' }),
      ).toBeVisible();
      await fits();
    });

    test('so are Explore and its tables', async () => {
      await tab('探索');
      await expect(page.getByRole('list', { name: '地图上的标记' }).getByRole('button').first()).toBeVisible();
      await fits();
      await openView(page, '报告', '社区');
      await expect(page.getByRole('tree', { name: '社区' })).toBeVisible();
      await fits();
      for (const [name, column] of [
        ['实体', '相邻实体'],
        ['关系', '权重'],
        ['文档', '路径'],
      ] as const) {
        await openView(page, '数据表', name);
        await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
        await fits();
      }
      await openView(page, '数据表', '重复项');
      await expect(page.getByRole('heading', { name: '可能的重复项' })).toBeVisible();
      await fits();
    });

    test('so are the settings, where English is chosen, kept over a reload, and given back', async () => {
      await tab('设置');
      for (const name of ['模型', '隐私', '索引', '提示词', '存储', '外观']) {
        await page.getByRole('link', { name, exact: true }).click();
        await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible();
        for (const heading of await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts())
          expect(heading).toMatch(HAN);
        await fits();
      }
      await page.getByRole('radio', { name: 'English' }).click();
      await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
      await fits();
      await page.getByRole('radio', { name: 'Same as browser' }).click();
      await expect(page.getByRole('heading', { name: '外观' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    });
  });
}

test('an English browser fetches no Chinese texts', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible();
  expect(fetched.filter((url) => /\/zh-[^/]*\.js$/u.test(url))).toEqual([]);
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(HAN);
});
