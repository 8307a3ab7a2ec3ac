import { expect, it } from 'vitest';
import { createCollections } from '../../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../../src/core/engine/engine';
import type { Collections, TableStore } from '../../../../src/core/ports/collections';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryContext, memoryFiles, memoryLocks, memoryOptions } from '../../storage/memory-parts';

/** An engine on files in memory, whose quiet times pass when `passQuiet` is called; `onRemoval` is called when a removal is committed. */
function engineOnFiles() {
  const files = memoryFiles();
  const stored = createCollections(memoryOptions(memoryContext(files, memoryLocks(new Map()))));
  const waits = new Set<() => void>();
  const passQuiet = (): void => {
    for (const act of [...waits]) act();
    waits.clear();
  };
  let onRemoval = (): void => undefined;
  const watched = (tables: TableStore): TableStore =>
    new Proxy(tables, {
      get(target, name: keyof TableStore) {
        const value: unknown = target[name];
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          const result: unknown = value.apply(target, given);
          const [change] = given as Parameters<TableStore['commit']>;
          if (name === 'commit' && change.removeDocuments?.length) onRemoval();
          return result;
        };
      },
    });
  const collections: Collections = {
    ...stored,
    open: async (id) => {
      const { tables, blobs } = await stored.open(id);
      return { tables: watched(tables), blobs };
    },
  };
  const after = (milliseconds: number, act: () => void): (() => void) => {
    if (milliseconds < 1000) {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    }
    waits.add(act);
    return () => waits.delete(act);
  };
  const image = (): string => {
    const path = [...files.files.keys()].find((name) => name.endsWith('search.bin'));
    return Buffer.from(files.files.get(path ?? '') ?? new Uint8Array()).toString('latin1');
  };
  const engine = createEngine(testEnv({ collections, timer: { after } }));
  return { engine, passQuiet, image, whenRemoved: (act: () => void) => (onRemoval = act) };
}

/** A word as the keys of an image hold it. */
const inImage = (word: string): string => Buffer.from(word, 'utf16le').toString('latin1');

const nextTurns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

it('no words of a deleted document are on the disk, although its image was due while it was deleted', async () => {
  const { engine, passQuiet, image, whenRemoved } = engineOnFiles();
  await engine.open((await engine.createCollection('Letters')).id);
  await collect(
    engine.add([
      textFile('a.txt', 'Edda Marrow kept the lamp at Grey Point.'),
      textFile('b.txt', 'The xylophonist hid at Grey Point.'),
    ]),
  );
  passQuiet();
  await expect.poll(image).toContain(inImage('xylophonist'));
  const gone = (await engine.view()).documents.find(({ path }) => path === 'b.txt');
  await collect(engine.add([textFile('c.txt', 'Tobias Fenn rowed to the lamp.')]));
  whenRemoved(passQuiet);
  await collect(engine.removeDocuments([gone?.id ?? '']));
  await nextTurns();
  expect(image()).not.toContain(inImage('xylophonist'));
  passQuiet();
  await expect.poll(image).toContain(inImage('lamp'));
  expect(image()).not.toContain(inImage('xylophonist'));
});
