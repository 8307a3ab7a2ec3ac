import { createHash } from 'node:crypto';
import type { WebllmModel } from '../../src/core/models/catalogue/webllm-models';

/** Bytes that differ from place to place, so that a wrong offset shows. */
export function patterned(length: number, seed = 1): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8) * 7 + seed * 17) & 255);
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** The files of a WebLLM model with two shards of such lengths, by address. Its weights mean nothing. */
export function webllmFiles(
  model: Pick<WebllmModel, 'modelUrl' | 'libraryUrl'>,
  lengths: readonly number[] = [50, 80],
): Map<string, Uint8Array> {
  const base = `${model.modelUrl}/resolve/main/`;
  const shards = lengths.map((length, i) => patterned(length, i));
  const records = shards.map((bytes, i) => ({
    dataPath: `params_shard_${String(i)}.bin`,
    format: 'raw-shard',
    nbytes: bytes.length,
    records: [],
    md5sum: md5(bytes),
  }));
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  return new Map([
    [
      `${base}mlc-chat-config.json`,
      json({ context_window_size: 4096, tokenizer_files: ['tokenizer.json', 'merges.txt'] }),
    ],
    [`${base}tensor-cache.json`, json({ metadata: {}, records })],
    [model.libraryUrl, patterned(40, 9)],
    [`${base}tokenizer.json`, json({ version: '1.0' })],
    ...shards.map((bytes, i): [string, Uint8Array] => [`${base}params_shard_${String(i)}.bin`, bytes]),
  ]);
}
