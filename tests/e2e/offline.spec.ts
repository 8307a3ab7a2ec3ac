import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { addFiles, answer, ask, markedWords, openPassage, ready, textFile, withoutSpace } from '../helpers/page-steps';

const isPdfium = (path: string): boolean => /\/assets\/pdfium-[\w-]+\.wasm$/u.test(path);

test('a PDF whose Chinese font is not in it is read offline once another PDF was read', async ({ page, context }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') warnings.push(message.text());
  });
  const asked: string[] = [];
  context.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto('./');
  await addFiles(page, textFile('note.txt', 'The ferry keeps its own log.'));
  await ready(page);
  expect(asked.filter(isPdfium)).toEqual([]);
  const first = await readFile('tests/fixtures/documents/two-columns.pdf');
  await addFiles(page, { name: 'first.pdf', mimeType: 'application/pdf', buffer: first });
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(2);
  await ready(page);
  const pdfium = asked.find(isPdfium) ?? '';
  const isKept = (): Promise<boolean> => page.evaluate(async (path) => !!(await caches.match(path)), pdfium);
  await expect.poll(isKept).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  const pdf = await readFile('tests/fixtures/documents/font-not-inside-chinese.pdf');
  await addFiles(page, { name: 'log.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(3);
  await ready(page);
  await ask(page, '船长把账本交给了谁？', 'Basic');
  await expect(answer(page)).toContainText('船长陆远把账本交给了守灯人');
  await openPassage(page);
  expect(withoutSpace(await markedWords(page))).toContain('守灯人');
  expect(warnings).toEqual([]);
});
