// smoke: 1
import { onBuiltPage } from './lib/built-page';
import type { Precision } from './lib/made-up-minilm';
import { table } from './lib/table';
import type { Batch, ThreadsPage, ThreadsTimes } from './lib/threads-page';

/**
 * Measures the gain of threads for embedding on WebAssembly: one, two and more of them in one page that is isolated
 * from other origins. They run in paired rounds, on a made-up network of the shape of MiniLM L6, also while one core
 * works on something else. `npm run bench -- threads [ROUNDS [THREADS …]]`, by default 9 rounds of 1 and 2.
 */
const [rounds = 9, ...asked] = process.argv.slice(2).map(Number);
const counts = asked.length > 0 ? [1, ...asked] : [1, 2];
const BATCHES: readonly Batch[] = [
  { texts: 1, tokens: 24 },
  { texts: 8, tokens: 128 },
  { texts: 8, tokens: 256 },
  { texts: 8, tokens: 128, besideWork: true },
];
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const rows: string[][] = [];
for (const precision of ['q8', 'fp32'] as const) rows.push(...rowsOf(precision, await measure(precision)));
const columns = [
  'weights',
  'texts × tokens',
  'threads',
  'p50',
  'tokens/s',
  'faster, p50',
  'least',
  'most',
  'at best',
  'differ',
];
console.log(table(columns, rows));

function measure(precision: Precision): Promise<ThreadsTimes> {
  return onBuiltPage(
    'bench/lib/threads-page.ts',
    (page) =>
      page.evaluate((given) => (globalThis as unknown as { bench: ThreadsPage }).bench.measure(...given), [
        precision,
        counts,
        BATCHES,
        rounds,
      ] as const),
    ISOLATED,
  );
}

function rowsOf(precision: Precision, { isolated, threads, batches }: ThreadsTimes): string[][] {
  if (!isolated) throw new Error('The page is not isolated, so there are no threads to measure');
  return batches.flatMap(({ batch: { texts, tokens, besideWork = false }, times, difference }) =>
    times.map((own, i) => {
      const [one = []] = times;
      const ratios = one.map((time, round) => time / (own[round] ?? NaN));
      const ratio = (value: number): string => (i === 0 ? '' : `${value.toFixed(2)} ×`);
      return [
        precision,
        `${String(texts)} × ${String(tokens)}${besideWork ? ', a core busy' : ''}`,
        String(threads[i]),
        `${median(own).toFixed(0)} ms`,
        Math.round((texts * tokens * 1000) / median(own)).toLocaleString('en'),
        ratio(median(ratios)),
        ratio(Math.min(...ratios)),
        ratio(Math.max(...ratios)),
        ratio(Math.min(...one) / Math.min(...own)),
        i === 0 ? '' : difference.toExponential(1),
      ];
    }),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
