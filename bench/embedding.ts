// smoke: 8
import { onBuiltPage } from './lib/built-page';
import type { EmbeddingPage, EmbeddingTimes } from './lib/embedding-page';
import { table } from './lib/table';

/**
 * Embedding on WebAssembly with Burrow beside the bare library: the same texts in the same batches, in one page and one run. The model is
 * made up: one layer of 384 numbers with a token per character. So the ratio says what Burrow adds; the rate says nothing about a real model.
 * `npm run bench -- embedding [TEXTS]`.
 */
const TEXTS = Number(process.argv[2] ?? 256);
const ROUNDS = 9;

const times: EmbeddingTimes = await onBuiltPage('bench/lib/embedding-page.ts', (page) =>
  page.evaluate(([texts, rounds]) => (globalThis as unknown as { bench: EmbeddingPage }).bench.measure(texts, rounds), [
    TEXTS,
    ROUNDS,
  ] as const),
);
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
