import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { ensureBrowser } from '../scripts/find-browser';
import { createStaticServer } from '../scripts/lib/static-server';
import type { EmbeddingPage, EmbeddingTimes } from './lib/embedding-page';
import { table } from './lib/table';

/**
 * Embedding on WebAssembly with Burrow beside the bare library: the same texts in the same batches, in one page and one run. The model is
 * made up, one layer of 384 numbers with a token per character, so the ratio says what Burrow adds and the rate nothing about a real model.
 * `npm run bench -- embedding [TEXTS]`.
 */
const TEXTS = Number(process.argv[2] ?? 256);
const ROUNDS = 9;

const times = await measureInChromium();
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const line = (what: string, values: readonly number[]): string[] => {
  const rate = (times.tokens / median(values)) * 1000;
  return [what, `${median(values).toFixed(0)} ms`, Math.round(rate).toLocaleString('en')];
};
console.log(table(['what', 'p50', 'tokens/s'], [line('bare library', times.bare), line('Burrow', times.own)]));
const ratio = median(times.bare.map((bare, i) => bare / (times.own[i] ?? NaN)));
console.log(
  `Burrow : bare library = ${(ratio * 100).toFixed(1)} % of the throughput (median of ${String(ROUNDS)} paired rounds)`,
);
console.log(`Largest difference between their vectors: ${times.difference.toExponential(1)}`);

async function measureInChromium(): Promise<EmbeddingTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-bench-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: './',
    build: {
      outDir: folder,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: 'bench/lib/embedding-page.ts', output: { entryFileNames: 'bench.js' } },
    },
  });
  await writeFile(join(folder, 'index.html'), '<!doctype html><script type="module" src="bench.js"></script>');
  const server = createStaticServer({ folder });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String(port)}/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await page.evaluate(
      ([texts, rounds]) => (globalThis as unknown as { bench: EmbeddingPage }).bench.measure(texts, rounds),
      [TEXTS, ROUNDS] as const,
    );
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  }
}
