import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openSite } from './lib/chromium';
import { englishCorpus, type CorpusFile } from './lib/english-corpus';
import { nameDenseCorpus } from './lib/name-dense-corpus';
import { table } from './lib/table';
import { watchTasks } from './lib/watch-tasks';

/**
 * Text to *Ready* in a real Chromium: `npm run bench -- index [MB, dense:MB or FOLDER …]`. By default 10 MB of ordinary English and
 * 10 MB of text as dense with names as an encyclopaedia.
 */
const inputs = process.argv.slice(2);
const site = await openSite();
const rows: string[][] = [];
for (const input of inputs.length > 0 ? inputs : ['10', 'dense:10']) rows.push(await measureInput(input));
await site.close();
console.log(
  table(['text', 'to Ready', 's per MB', 'peak renderer', 'page tasks > 50 ms', 'longest', 'counts', 'stages'], rows),
);

async function measureInput(input: string): Promise<string[]> {
  const [, dense, size] = /^(dense:)?([\d.]+)$/u.exec(input) ?? [];
  const megabytes = Number(size);
  if (!megabytes) return measure(input, await filesIn(input));
  if (dense)
    return measureTexts(`dense with names, ${String(megabytes)} MB`, nameDenseCorpus(megabytes, megabytes * 2));
  return measureTexts(`English, ${String(megabytes)} MB`, await englishCorpus(megabytes, megabytes * 2));
}

async function measureTexts(label: string, files: readonly CorpusFile[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-bench-'));
  for (const { name, text } of files) await writeFile(join(folder, name), text);
  try {
    return await measure(label, await filesIn(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).sort().map((name) => join(folder, name));
}

async function measure(label: string, files: readonly string[]): Promise<string[]> {
  const bytes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const megabytes = bytes.reduce((sum, size) => sum + size, 0) / 1e6;
  const { page, peak, close } = await site.open();
  await page.goto(site.url);
  const longTasks = await watchTasks(page);
  await watchStages(page);
  await page
    .getByLabel('Add documents')
    .first()
    .setInputFiles([...files]);
  const start = Date.now();
  await page
    .getByRole('status')
    .filter({ hasText: /\bReady\b/u })
    .waitFor({ timeout: 1_800_000 });
  const seconds = (Date.now() - start) / 1000;
  const tasks = await longTasks();
  const stages = await page.evaluate(() => (globalThis as unknown as { stages: string[] }).stages);
  const counts = await page
    .getByRole('status')
    .filter({ hasText: /\bReady\b/u })
    .locator('..')
    .textContent();
  const memory = peak();
  await close();
  return [
    label,
    `${seconds.toFixed(1)} s`,
    (seconds / megabytes).toFixed(2),
    `${memory.toFixed(0)} MB`,
    String(tasks.length),
    `${Math.max(0, ...tasks).toFixed(0)} ms`,
    (counts ?? '').replaceAll(/\s+/gu, ' ').trim(),
    stages.join(' '),
  ];
}

/** Notes when each stage was first shown. */
async function watchStages(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stages: string[] = [];
    Object.assign(globalThis, { stages });
    const start = performance.now();
    setInterval(() => {
      const bar = document.querySelector('[role=progressbar]');
      const stage = bar?.parentElement?.textContent?.match(/Reading|Entities|Communities|reports|Preparing/)?.[0];
      if (stage && !stages.at(-1)?.startsWith(stage)) {
        stages.push(`${stage}@${((performance.now() - start) / 1000).toFixed(0)}s`);
      }
    }, 200);
  });
}
