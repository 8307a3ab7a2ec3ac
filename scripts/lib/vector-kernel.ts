import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { compileWat } from './compile-wat';

const FOLDER = 'src/core/vectors';
export const KERNEL_BYTES_FILE = `${FOLDER}/kernel-bytes.ts`;

/** The module that holds the kernel's bytes, as it is checked in. */
export async function kernelBytesModule(): Promise<string> {
  const bytes = await compileWat('kernel.wat', readFileSync(`${FOLDER}/kernel.wat`, 'utf8'));
  const source = `/** Compiled kernel.wat; written by scripts/build-vector-kernel.ts. */
export const KERNEL_BYTES = new Uint8Array([${bytes.join(', ')}]);
`;
  return format(source, { parser: 'typescript', printWidth: 120, singleQuote: true });
}
