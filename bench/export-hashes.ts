// needs: COPY [--of FOLDER [--files N]]
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCollections } from '../src/adapters/storage/collections/collections';
import { createEngine } from '../src/core/engine/engine';
import { createMentionFinders } from '../src/core/extract/find-mentions';
import type { SourceFile } from '../src/core/ports/documents';
import { collect, testEnv } from '../tests/helpers/engine-env';
import { memoryOptions } from '../tests/unit/storage/memory-parts';

/**
 * Opens a saved copy in Node and prints a hash of each of its exports, to be compared between two states of the source. With `--of`,
 * makes the copy first, of the text files in a folder.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { of: { type: 'string' }, files: { type: 'string', default: '100' } },
});
const [copy] = positionals;
if (copy === undefined) throw new Error('Give a saved copy: npm run bench -- export-hashes COPY');

const engine = createEngine(
  testEnv({ collections: createCollections(memoryOptions()), mentions: createMentionFinders() }),
);
if (values.of !== undefined) await writeFile(copy, await madeOf(values.of, Number(values.files)));
const given = { path: 'copy.burrow', bytes: new Blob([await readFile(copy)]) };
const { record } = await engine.importFiles([given]);
await engine.open(record.id);
for (const { name } of await engine.exportChoices()) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of engine.exportAs(name)) {
    if (part.kind !== 'bytes') continue;
    hash.update(new Uint8Array(await new Response(part.bytes).arrayBuffer()));
    bytes += part.bytes.size;
  }
  console.log(`${name.padEnd(10)} ${String(bytes).padStart(10)} ${hash.digest('hex').slice(0, 32)}`);
}

async function madeOf(folder: string, most: number): Promise<Uint8Array> {
  const names = (await readdir(folder)).sort().slice(0, most);
  const read = async (name: string): Promise<SourceFile> => {
    return { path: name, bytes: new Blob([await readFile(join(folder, name))]) };
  };
  const { id } = await engine.createCollection('Export hashes');
  await engine.open(id);
  await collect(engine.add(await Promise.all(names.map(read))));
  return new Uint8Array(await (await engine.saveCopy(id)).arrayBuffer());
}
