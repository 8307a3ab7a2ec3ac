import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createStaticServer } from '../../scripts/lib/static-server';
import type { EntailmentModel } from '../../src/core/models/encoders';
import { onBuiltPage } from './built-page';
import { madeUpNli } from './made-up-nli';
import type { Dtype, NliPage } from './nli-page';

/** Files of a network by precision, the one that people download most first. */
const FILES: readonly (readonly [Dtype, string])[] = [
  ['q8', 'model_quantized.onnx'],
  ['fp32', 'model.onnx'],
  ['fp16', 'model_fp16.onnx'],
  ['int8', 'model_int8.onnx'],
  ['uint8', 'model_uint8.onnx'],
  ['q4', 'model_q4.onnx'],
  ['q4f16', 'model_q4f16.onnx'],
  ['bnb4', 'model_bnb4.onnx'],
];
const BATCH = 16;
/** Name that selects a folder of tiny random weights. */
export const MADE_UP = 'made-up';

/**
 * Runs a folder of weights as the Hub has it (`config.json`, `tokenizer.json`, `onnx/model….onnx`) through transformers.js in a Chromium
 * of its own; `made-up` makes a tiny one with random weights. Throws what is missing in the folder.
 */
export async function withNliModel(
  folder: string,
  dtype: string | undefined,
  use: (model: EntailmentModel) => Promise<void>,
): Promise<void> {
  if (folder !== MADE_UP) return serve(resolve(folder), dtype, use);
  const made = await mkdtemp(join(tmpdir(), `${MADE_UP}-`));
  try {
    for (const [path, bytes] of madeUpNli()) {
      await mkdir(dirname(join(made, path)), { recursive: true });
      await writeFile(join(made, path), bytes);
    }
    await serve(made, dtype, use);
  } finally {
    await rm(made, { recursive: true });
  }
}

async function serve(
  folder: string,
  dtype: string | undefined,
  use: (model: EntailmentModel) => Promise<void>,
): Promise<void> {
  const found = FILES.find(
    ([name, file]) => (dtype === undefined || name === dtype) && existsSync(join(folder, 'onnx', file)),
  );
  if (!found) throw new Error(`${folder} has no onnx/model….onnx${dtype === undefined ? '' : ` for ${dtype}`}`);
  const [precision] = found;
  const server = createStaticServer({ folder, base: '/models/nli/', headers: { 'Access-Control-Allow-Origin': '*' } });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const base = `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}/models/`;
  try {
    await onBuiltPage('bench/lib/nli-page.ts', async (page) => {
      await page.evaluate(([from, as]) => (globalThis as unknown as { bench: NliPage }).bench.open(from, as), [
        base,
        precision,
      ] as const);
      await use({
        id: `${folder} ${precision}`,
        title: `${basename(folder)} (${precision})`,
        batchSize: BATCH,
        judge: (pairs) =>
          page.evaluate((some) => (globalThis as unknown as { bench: NliPage }).bench.judge(some), pairs),
      });
    });
  } finally {
    server.close();
  }
}
