import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tinyChat } from './lib/tiny/tiny-chat';
import { tinyCrossEncoder } from './lib/tiny/tiny-cross-encoder';
import { tinyEmbedder } from './lib/tiny/tiny-embedder';

/** `npx tsx scripts/tiny-models.ts FOLDER` writes the models of the tests, each as a folder like a model repository. */
const folder = process.argv[2];
if (!folder) throw new Error('Say where to: npx tsx scripts/tiny-models.ts FOLDER');
const models = [
  ['tiny-embedder', tinyEmbedder()],
  ['tiny-chat', tinyChat()],
  ['tiny-checker', tinyCrossEncoder({ labels: ['contradiction', 'entailment', 'neutral'] })],
  ['tiny-reranker', tinyCrossEncoder({ labels: ['LABEL_0'] })],
] as const;
for (const [name, files] of models) {
  for (const [path, bytes] of files) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    console.log(`${file}: ${String(bytes.length)} bytes`);
  }
}
