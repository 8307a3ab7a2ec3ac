import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createCollections } from '../../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../../src/core/engine/engine';
import type { Collections, TableStore } from '../../../../src/core/ports/collections';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryContext, memoryFiles, memoryLocks, memoryOptions } from '../../storage/memory-parts';

/** An engine on files in memory, whose quiet times pass when `passQuiet` is called; `onRemoval` is called when a removal is committed. */
function engineOnFiles(files = memoryFiles()) {
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
  const pathOf = (name: string): string => [...files.files.keys()].find((path) => path.endsWith(name)) ?? '';
  const bytesOf = (name: string) => Buffer.from(files.files.get(pathOf(name)) ?? new Uint8Array());
  const image = (): string => bytesOf('search.bin').toString('latin1');
  const overview = (): string => bytesOf('overview.bin').toString('utf8');
  const engine = createEngine(testEnv({ collections, timer: { after } }));
  return { engine, files, pathOf, passQuiet, image, overview, whenRemoved: (act: () => void) => (onRemoval = act) };
}

/** A word as the keys of an image hold it. */
const inImage = (word: string): string => Buffer.from(word, 'utf16le').toString('latin1');

const nextTurns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

const LAMP = textFile('a.txt', 'Edda Marrow kept the lamp at Grey Point.');
const HIDING = textFile('b.txt', 'The xylophonist hid at Grey Point.');

/** A collection of two letters whose overview was looked at and written down, and a fresh engine with it open. */
async function reopenedLetters(change: (kept: string) => string = (kept) => kept) {
  const { engine, files, pathOf, passQuiet, overview } = engineOnFiles();
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add([LAMP, HIDING]));
  const made = await engine.overview();
  passQuiet();
  await expect.poll(overview).toContain('xylophonist');
  const words = change(overview().slice(64));
  const hash = createHash('sha256').update(words).digest('hex');
  files.files.set(pathOf('overview.bin'), new TextEncoder().encode(hash + words));
  const again = engineOnFiles(files);
  await again.engine.open(id);
  return { made, ...again };
}

it('the overview of a collection that is opened again is the one that was made before, without reading its texts', async () => {
  const { made, engine } = await reopenedLetters();
  expect(await engine.overview()).toEqual(made);
  const changed = await reopenedLetters((kept) => kept.replaceAll('xylophonist', 'flautist'));
  const [overview] = await Promise.all([changed.engine.overview(), changed.engine.refresh()]);
  expect(JSON.stringify(overview.documents)).toContain('flautist');
});

it('an overview that another version made is made again', async () => {
  const { made, engine } = await reopenedLetters((kept) => kept.replace('"version":1', '"version":0'));
  expect(await engine.overview()).toEqual(made);
});

it('after a change the overview is another one', async () => {
  const { engine, passQuiet, overview } = await reopenedLetters();
  await collect(engine.add([textFile('c.txt', 'Tobias Fenn rowed to the bell.')]));
  expect((await engine.overview()).documents).toHaveLength(3);
  passQuiet();
  await expect.poll(overview).toContain('bell');
});

it('no sentence of a deleted document is kept in an overview', async () => {
  const { engine, overview } = await reopenedLetters();
  await engine.overview();
  const gone = (await engine.view()).documents.find(({ path }) => path === 'b.txt');
  await collect(engine.removeDocuments([gone?.id ?? '']));
  expect(overview()).not.toContain('xylophonist');
  expect((await engine.overview()).documents).toHaveLength(1);
});

it('no words of a deleted document are on the disk, although its image was due while it was deleted', async () => {
  const { engine, passQuiet, image, whenRemoved } = engineOnFiles();
  await engine.open((await engine.createCollection('Letters')).id);
  await collect(engine.add([LAMP, HIDING]));
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
