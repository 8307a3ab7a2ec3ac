import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { ensureBrowser } from '../../scripts/find-browser';
import { createStaticServer } from '../../scripts/lib/static-server';

/**
 * Builds a script with its workers and files, and opens it in a Chromium of its own, served with these headers. The script puts `bench` on
 * `globalThis`.
 */
export async function onBuiltPage<T>(
  script: string,
  measure: (page: Page) => Promise<T>,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-bench-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: './',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: script, output: { entryFileNames: 'bench.js' } },
    },
  });
  await writeFile(join(folder, 'index.html'), '<!doctype html><script type="module" src="bench.js"></script>');
  const server = createStaticServer({ folder, headers });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String(port)}/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await measure(page);
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  }
}
