/**
 * npm run pin [-- MODEL…].
 *
 * Fetches what is small of each WebLLM model (library, configuration, tokenizer, list of weights), and writes sizes and hashes to
 * src/core/models/catalogue/pins.json. The weights themselves are not fetched: their sizes and MD5 sums stand in the list that is pinned
 * here. Of each repository of transformers.js' models it writes the newest commit, and the size and hash of each file, to hub-pins.json beside it.
 * What cannot be had keeps the pins that it has. Run it whenever the version of WebLLM changes, or another commit is wanted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { WEBLLM_MODELS, type WebllmModel } from '../src/core/models/catalogue/webllm-models';
import { TRANSFORMERS_CHAT_MODELS } from '../src/core/models/catalogue/transformers-chat-models';
import { ENTAILMENT_MODELS, RERANKERS } from '../src/core/models/catalogue/cross-encoders';
import { EMBEDDING_MODELS } from '../src/core/models/catalogue/embedding-models';
import type { ModelPins } from '../src/core/models/catalogue/catalogue-model';
import {
  webllmFirstFiles,
  webllmFurtherFiles,
  type ModelConfig,
  type TensorCache,
} from '../src/core/models/catalogue/webllm-files';
import { pinOf, pinRepository } from './lib/pin-hub';

const FOLDER = resolve(import.meta.dirname, '../src/core/models/catalogue');

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
  const models = WEBLLM_MODELS.map((model) => [model.id, () => pin(model)] as const);
  const files = filesByRepository();
  const repositories = [...files].map(
    ([name, paths]) => [name, () => pinRepository(name, [...paths], download)] as const,
  );
  const failed = [
    ...(await pinAll('pins.json', models, isWanted)),
    ...(await pinAll('hub-pins.json', repositories, isWanted)),
  ];
  if (failed.length > 0) process.exitCode = 1;
}

/** Pins what is wanted and writes all that is known; the names of what could not be had. */
async function pinAll(
  file: string,
  all: readonly (readonly [name: string, pin: () => Promise<unknown>])[],
  isWanted: (name: string) => boolean,
): Promise<readonly string[]> {
  const path = resolve(FOLDER, file);
  const pins = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const failed: string[] = [];
  for (const [name, find] of all) {
    if (!isWanted(name)) continue;
    try {
      pins[name] = await find();
      console.log(`${name}: pinned`);
    } catch (error) {
      failed.push(name);
      console.error(`${name}: not pinned, ${reason(error)}`);
    }
  }
  const known = all.flatMap(([name]) => (pins[name] ? [[name, pins[name]] as const] : []));
  writeFileSync(path, await format(JSON.stringify(Object.fromEntries(known)), { parser: 'json' }));
  console.log(`${file}: ${String(known.length)} of ${String(all.length)} are pinned.`);
  return failed;
}

/** Several models, such as precisions, may come from one repository. */
function filesByRepository(): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const { repository, files } of [
    ...EMBEDDING_MODELS,
    ...ENTAILMENT_MODELS,
    ...RERANKERS,
    ...TRANSFORMERS_CHAT_MODELS,
  ]) {
    all.set(repository, new Set([...(all.get(repository) ?? []), ...files]));
  }
  return all;
}

async function pin(model: WebllmModel): Promise<ModelPins> {
  const { config: configFile, tensors: tensorsFile, library: libraryFile } = webllmFirstFiles(model);
  const [config, tensors, library] = await Promise.all(
    [configFile, tensorsFile, libraryFile].map(({ url }) => download(url)),
  );
  if (!config || !tensors || !library) throw new Error('there is nothing to pin');
  const [tokenizerFile, ...weights] = webllmFurtherFiles(
    model,
    parse<ModelConfig>(config),
    parse<TensorCache>(tensors),
  );
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

const parse = <T>(bytes: Buffer): T => JSON.parse(bytes.toString('utf8')) as T;

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

await main();
