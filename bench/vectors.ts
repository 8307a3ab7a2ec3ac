// smoke: 2000 500
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { compileWat } from '../scripts/lib/compile-wat';
import { ensureBrowser } from '../scripts/find-browser';
import { duckdbTimes } from './lib/duckdb-times';
import { madeUpVectors } from './lib/made-up-vectors';
import { table } from './lib/table';
import type { VectorsPage } from './lib/vectors-page';
import { READER, vectorTimes, type VectorTimes } from './lib/vector-times';

/**
 * Search for the 20 best of 100,000 made-up unit vectors of 384 numbers, in Node and in Chromium: Burrow's kernel beside merely reading its
 * bytes, plain JavaScript and DuckDB-WASM; hnswlib-wasm at a size that it builds in seconds, or at the size asked for. Then how long
 * opening takes from files with codes and without.
 * `npm run bench -- vectors [ROWS [ROWS OF HNSWLIB]]`.
 */
const rows = Number(process.argv[2] ?? 100_000);
const DIMS = 384;
const K = 20;
const FEW = 5_000;
const hnswRows = Number(process.argv[3] ?? FEW);

const reader = new Uint8Array(await compileWat('reader.wat', READER));
const inNode = vectorTimes(rows, DIMS, K, reader);
const duckdb = await duckdbTimes(madeUpVectors(rows, DIMS, 10), K);
const { inPage, small, hnsw, load } = await measureInChromium();

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const line = (place: string, one: VectorTimes): string[] => [
  place,
  one.rows.toLocaleString('en'),
  ms(one.build),
  ms(one.kernel),
  ms(one.read),
  `${(one.kernel / one.read).toFixed(2)} ×`,
  ms(one.plain),
  `${(one.plain / one.kernel).toFixed(0)} ×`,
  one.recall.toFixed(3),
];
console.log(
  table(
    ['where', 'rows', 'quantise', 'kernel p50', 'read p50', 'kernel : read', 'plain JS p50', 'faster', 'recall'],
    [line('Node', inNode), line('Chromium', inPage), line('Chromium', small)],
  ),
);
const others = Object.entries(duckdb).map(([name, time]) => [
  `DuckDB-WASM ${name}, Node`,
  String(rows),
  '',
  ms(time),
  'exact',
]);
console.log(
  table(
    ['library', 'rows', 'build', 'query p50', 'recall'],
    [...others, ['hnswlib-wasm, Chromium', String(hnsw.rows), ms(hnsw.build), ms(hnsw.query), hnsw.recall.toFixed(3)]],
  ),
);
console.log(
  table(
    ['from OPFS to vectors that can be searched, Chromium', 'rows', 'p50'],
    [
      ['with the codes beside them', load.rows.toLocaleString('en'), ms(load.kept)],
      ['without: they are made', load.rows.toLocaleString('en'), ms(load.made)],
    ],
  ),
);

async function measureInChromium() {
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/bench.js' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/bench.js' ? code : '<script type="module" src="/bench.js"></script>');
  });
  const code = await bundled('bench/lib/vectors-page.ts');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await page.evaluate(
      async ({ rows, dims, k, few, hnswRows, bytes }) => {
        const { bench } = globalThis as unknown as { bench: VectorsPage };
        const reader = Uint8Array.from(bytes);
        return {
          inPage: bench.vectorTimes(rows, dims, k, reader),
          small: bench.vectorTimes(few, dims, k, reader),
          load: await bench.loadTimes(rows, dims),
          hnsw: await bench.hnswTimes(hnswRows, dims, k),
        };
      },
      { rows, dims: DIMS, k: K, few: FEW, hnswRows, bytes: [...reader] },
    );
  } finally {
    await browser.close();
    server.close();
  }
}

/** A page's script as one file. */
async function bundled(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error(`${entry} could not be bundled`);
  return chunk.code;
}
