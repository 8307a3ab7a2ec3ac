import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/find-browser.ts';
import { licences } from './scripts/vite-licences.ts';
import { serviceWorker } from './scripts/vite-service-worker.ts';

const executablePath = findBrowser();
/** DuckDB's worker holds `eval` calls, of which the content policy would refuse every one. */
const checks = { eval: false, pluginTimings: false };
/** Names of the site's files. All stand in the service worker's list, which a first visit fetches: 42 bits tell some hundreds apart. */
const output = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/**
 * Folders of unit tests whose files share one set of modules in each worker: they test functions without state of their own, in any order. It
 * saves two fifths of their time.
 */
const SHARING = [
  ...[
    'app',
    'conversations',
    'descriptions',
    'extract',
    'extract-model',
    'graph',
    'index',
    'map',
    'notebook',
    'overview',
  ],
  ...['prompts', 'reports', 'resolve', 'retrieval', 'search', 'shapes', 'tables', 'text', 'vectors'],
].map((folder) => `tests/unit/${folder}/**/*.test.ts`);
const unit = {
  environment: 'node',
  setupFiles: process.env['BURROW_PROPERTY_TIMES'] ? ['tests/helpers/many-properties.ts'] : [],
  testTimeout: 60_000,
  maxWorkers: '100%',
} as const;

export default defineConfig({
  base: './',
  plugins: [svelte({ configFile: false }), licences(), serviceWorker()],
  worker: { format: 'es', rolldownOptions: { checks, output } },
  build: {
    target: 'es2022',
    // The first versions that know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 4000,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks, output },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { ...unit, name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: SHARING },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-sharing', include: SHARING, isolate: false },
      },
      {
        extends: true,
        // Found only inside workers or on the way, too late for a run that starts with an empty cache.
        optimizeDeps: {
          include: [
            '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js',
            '@e965/xlsx',
            '@embedpdf/pdfium',
            '@huggingface/transformers',
            '@huggingface/transformers-structured-output',
            '@mlc-ai/web-llm',
            '@noble/hashes/legacy.js',
            '@zip.js/zip.js',
            'diff',
            'idb',
            'katex',
            'marked',
            'parquet-wasm/esm/parquet_wasm.js',
            'postal-mime',
            'tesseract.js-core/tesseract-core-simd-lstm.js',
          ],
        },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.ts'],
          testTimeout: 60_000,
          maxWorkers: '100%',
          // As of the end-to-end tests: what passed only the second time is listed.
          retry: process.env['CI'] ? 1 : 0,
          // Slack for a machine that does other work at the same time; no test asserts a time by it.
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath && { executablePath }),
                args: ['--no-sandbox', '--enable-unsafe-webgpu'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
