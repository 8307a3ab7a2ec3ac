import type { WebllmModel } from '../../src/core/models/catalogue/webllm-models';
import { webllmFirstFiles } from '../../src/core/models/catalogue/webllm-files';
import type { KeptFile } from './webllm-driver';

const ascii = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

/** A WebAssembly module that wants a function which nothing offers: a model library of another version. */
// prettier-ignore
export const FOREIGN_LIBRARY: readonly number[] = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 4, 1, 0x60, 0, 0,
  2, 15, 1, 3, ...ascii('env'), 7, ...ascii('missing'), 0, 0,
];

/** Every file of a model, as empty as can be, with this library. */
export function filesWith(library: readonly number[], model: WebllmModel): readonly KeptFile[] {
  const { config, tensors, library: libraryFile } = webllmFirstFiles(model);
  const beside = (name: string): string => new URL(name, tensors.url).href;
  const json = (value: unknown) => ascii(JSON.stringify(value));
  return [
    { ...config, bytes: json({ tokenizer_files: ['tokenizer.json'], context_window_size: 32768 }) },
    { ...tensors, bytes: json({ records: [{ dataPath: 'params_shard_0.bin', nbytes: 1 }] }) },
    { ...libraryFile, bytes: library },
    { cache: tensors.cache, url: beside('tokenizer.json'), bytes: json({}) },
    { cache: tensors.cache, url: beside('params_shard_0.bin'), bytes: [1] },
  ];
}
