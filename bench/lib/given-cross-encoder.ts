import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newPace } from '../../src/adapters/models/transformers/token-batch';
import {
  openCrossEncoderSession,
  type CrossEncoderSession,
  entailmentScores,
  relevance,
  scorePairs,
} from '../../src/adapters/models/transformers/cross-encoder-session';
import type { EntailmentModel, Reranker } from '../../src/core/models/encoders';

/** Networks by precision, as their repositories name them; the first that is there is taken. */
const NETWORKS = { q8: 'onnx/model_quantized.onnx', fp32: 'onnx/model.onnx' } as const;
const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
/** Tokens of both texts, where the model reads as many. */
const WINDOW = 512;
const THREADS = 4;
const BATCH = 32;

/** The sentence checker of a folder of weights. Throws with the file that is missing. */
export async function givenEntailmentModel(folder: string): Promise<EntailmentModel> {
  const { session, id } = await open(folder);
  return {
    id,
    title: id,
    batchSize: BATCH,
    judge: (pairs) => {
      const texts = pairs.map(({ premise, hypothesis }) => [premise, hypothesis] as const);
      return scorePairs(atWork(session), texts, entailmentScores);
    },
  };
}

/** The reranker of a folder of weights. Throws with the file that is missing. */
export async function givenReranker(folder: string): Promise<Reranker> {
  const { session, id } = await open(folder);
  return {
    id,
    title: id,
    rank: async (question, passages) => {
      const texts = passages.map((passage) => [question, passage] as const);
      return Float32Array.from(await scorePairs(atWork(session), texts, relevance));
    },
  };
}

const atWork = (session: CrossEncoderSession) => ({
  withSession: <R>(work: (one: CrossEncoderSession) => Promise<R>) => work(session),
  pace: newPace(),
  breathe: () => Promise.resolve(),
});

async function open(given: string): Promise<{ readonly session: CrossEncoderSession; readonly id: string }> {
  const folder = resolve(given);
  const missing = NEEDED.filter((file) => !existsSync(join(folder, file)));
  const precision = (['q8', 'fp32'] as const).find((one) => existsSync(join(folder, NETWORKS[one])));
  if (missing.length > 0 || !precision) {
    const files = [...missing, ...(precision ? [] : [Object.values(NETWORKS).join(' or ')])];
    throw new Error(`${folder} has no ${files.join(', ')}`);
  }
  const library = await openLibrary(dirname(folder));
  const repository = basename(folder);
  const session = await openCrossEncoderSession(
    library,
    { repository, precision, contextWindow: windowOf(folder) },
    'auto',
  );
  return { session, id: `${repository} ${precision}` };
}

/** transformers.js in Node on the same build of ONNX Runtime as in a browser: the one for Node would fetch binaries when it is installed. */
async function openLibrary(folder: string) {
  const runtime = await import('onnxruntime-web');
  const files = dirname(createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  const file = (name: string): string => pathToFileURL(join(files, name)).href;
  runtime.env.wasm.numThreads = Math.min(THREADS, availableParallelism());
  runtime.env.wasm.wasmPaths = {
    mjs: file('ort-wasm-simd-threaded.mjs'),
    wasm: file('ort-wasm-simd-threaded.wasm'),
  };
  Object.assign(globalThis, { [Symbol.for('onnxruntime')]: runtime });
  const library = await import('@huggingface/transformers');
  Object.assign(library.env, {
    allowRemoteModels: false,
    allowLocalModels: true,
    localModelPath: `${folder}/`,
    useWasmCache: false,
    useBrowserCache: false,
    useFSCache: false,
  });
  return library;
}

/** A configuration counts two places more than texts may take in networks of RoBERTa's kind. */
function windowOf(folder: string): number {
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as { max_position_embeddings?: number };
  return Math.min(WINDOW, config.max_position_embeddings ?? WINDOW);
}
