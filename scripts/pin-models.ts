/**
 * npm run pin [-- MODEL…]
 *
 * Fetches what is small of each WebLLM model (library, configuration, tokenizer, list of weights), and writes sizes and hashes to
 * src/core/models/catalogue/pins.json. The weights themselves are not fetched: their sizes and MD5 sums stand in the list that is pinned
 * here. A model that cannot be had keeps the pins that it has. Run it whenever the version of WebLLM changes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { WEBLLM_MODELS, type WebllmModel } from '../src/core/models/catalogue/chat-models';
import type { ModelPins, Pin } from '../src/core/models/catalogue/pins';
import {
  firstFiles,
  furtherFiles,
  type ModelConfig,
  type TensorCache,
} from '../src/core/models/catalogue/webllm-files';

const FILE = resolve(import.meta.dirname, '../src/core/models/catalogue/pins.json');

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const pins = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, ModelPins>;
  const failed: string[] = [];
  for (const model of WEBLLM_MODELS.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
    try {
      pins[model.id] = await pin(model);
      console.log(`${model.id}: pinned`);
    } catch (error) {
      failed.push(model.id);
      console.error(`${model.id}: not pinned, ${reason(error)}`);
    }
  }
  const known = WEBLLM_MODELS.flatMap(({ id }) => (pins[id] ? [[id, pins[id]] as const] : []));
  writeFileSync(FILE, await format(JSON.stringify(Object.fromEntries(known)), { parser: 'json' }));
  console.log(`${String(known.length)} of ${String(WEBLLM_MODELS.length)} models are pinned.`);
  if (failed.length > 0) process.exitCode = 1;
}

async function pin(model: WebllmModel): Promise<ModelPins> {
  const { config: configFile, tensors: tensorsFile, library: libraryFile } = firstFiles(model);
  const [config, tensors, library] = await Promise.all(
    [configFile, tensorsFile, libraryFile].map(({ url }) => download(url)),
  );
  if (!config || !tensors || !library) throw new Error('there is nothing to pin');
  const [tokenizerFile, ...weights] = furtherFiles(model, parse<ModelConfig>(config), parse<TensorCache>(tensors));
  if (!tokenizerFile) throw new Error('it has no tokenizer');
  const tokenizer = await download(tokenizerFile.url);
  const small = [config, tensors, library, tokenizer].reduce((sum, { length }) => sum + length, 0);
  return {
    library: pinOf(library),
    config: pinOf(config),
    tokenizer: { [tokenizerFile.url.slice(tokenizerFile.url.lastIndexOf('/') + 1)]: pinOf(tokenizer) },
    tensorCache: pinOf(tensors),
    downloadBytes: weights.reduce((sum, { bytes = 0 }) => sum + bytes, small),
  };
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return Buffer.from(await response.arrayBuffer());
}

const pinOf = (bytes: Buffer): Pin => ({
  bytes: bytes.length,
  integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}`,
});

const parse = <T>(bytes: Buffer): T => JSON.parse(bytes.toString('utf8')) as T;

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

await main();
