// smoke: 20
import { onBuiltPage } from './lib/built-page';
import { table } from './lib/table';
import { median } from './lib/vector-times';
import type { WebllmPage } from './lib/webllm-page';

/**
 * Measures the time that Burrow's adapter and channel add to each token of a WebLLM engine: the words per second that
 * reach the page beside those that leave the engine. The engine is a made-up one that waits so many milliseconds per
 * token, so the result does not depend on a GPU. `npm run bench -- webllm [TOKENS]`.
 */
const TOKENS = Number(process.argv[2] ?? 400);
const ROUNDS = 9;
/** Browsers wait 4 ms at least. */
const PER_TOKEN = [4, 10, 30];

const lines = await onBuiltPage('bench/lib/webllm-page.ts', async (page) => {
  const lines: string[][] = [];
  for (const milliseconds of PER_TOKEN) {
    const { own, bare } = await page.evaluate(
      (args) => (globalThis as unknown as { bench: WebllmPage }).bench.measure(...args),
      [ROUNDS, TOKENS, milliseconds] as const,
    );
    const share = median(own.map((rate, i) => rate / (bare[i] ?? NaN)));
    lines.push([
      `${String(milliseconds)} ms`,
      median(bare).toFixed(1),
      median(own).toFixed(1),
      `${(100 * share).toFixed(1)} %`,
    ]);
  }
  return lines;
});
console.log(table(['engine waits', 'engine tok/s p50', 'Burrow tok/s p50', 'median of paired rounds'], lines));
