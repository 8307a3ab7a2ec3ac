// smoke: 1
import type { Page } from '@playwright/test';
import { openSite } from './lib/chromium';
import { table } from './lib/table';

/**
 * Measures the wait for the sample: `npm run bench -- landing [RUNS]`. Each run is a fresh profile; medians are
 * printed.
 */
const runs = Number(process.argv[2] ?? 5);
const site = await openSite();
const measured: Record<string, number[]> = {};
for (let run = 0; run < runs; run++) {
  for (const [name, milliseconds] of Object.entries(await measure())) (measured[name] ??= []).push(milliseconds);
}
await site.close();
const rows = Object.entries(measured).map(([name, values]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): string => `${String(Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0))} ms`;
  return [name, at(0), at(0.5), at(1)];
});
console.log(table(['what', 'best', 'median', 'worst'], rows));

async function measure(): Promise<Record<string, number>> {
  const { page, close } = await site.open();
  await page.goto(site.url);
  const cold = await timed(page, () => page.getByRole('button', { name: 'Open the sample' }).click());
  const asked = Date.now();
  await page.getByRole('textbox', { name: 'Question' }).fill('Who was Plumbline?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('article', { name: 'Answer' }).getByRole('list', { name: 'Passages' }).waitFor();
  const answered = Date.now() - asked;
  const reloaded = await timed(page, () => page.reload({ waitUntil: 'commit' }));
  await close();
  return {
    'Open the sample → Ready, first visit': cold,
    'Ask → evidence': answered,
    'later visit: navigation → Ready': reloaded,
  };
}

/** Milliseconds from an act to *Ready*. */
async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  const start = Date.now();
  await act();
  await page
    .getByRole('status')
    .filter({ hasText: /\bReady\b/u })
    .waitFor();
  return Date.now() - start;
}
