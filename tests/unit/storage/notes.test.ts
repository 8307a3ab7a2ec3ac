import { expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../src/core/engine/engine';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { arrowToRows } from '../../../src/adapters/storage/arrow/arrow-to-rows';
import { codec, memoryContext, memoryFiles, memoryLocks, memoryOptions, type MemoryFiles } from './memory-parts';

const TEXT = 'Zorblat kept the harbour book. Ann met Orla in Kesh.';

/** An engine over Parquet files in memory, with a document. */
async function started() {
  const files = memoryFiles();
  const locks = new Map<string, number>();
  const options = memoryOptions(memoryContext(files, memoryLocks(locks)));
  const env = testEnv({ collections: createCollections(options) });
  const engine = createEngine(env);
  const { id } = await env.collections.create('Kesh');
  await engine.open(id);
  await collect(engine.add([textFile('book.txt', TEXT)]));
  const documentId = (await engine.view()).documents[0]?.id ?? '';
  /** The next visit, after the one before was killed. */
  const revive = async (kept: MemoryFiles = files) => {
    const context = memoryContext(memoryFiles(new Map(kept.files)), memoryLocks());
    const again = memoryOptions(context);
    for (const [key, record] of options.registry) again.registry.set(key, record);
    const next = createEngine(testEnv({ collections: createCollections(again) }));
    await next.open(id);
    return next;
  };
  return { files, engine, env, id, documentId, revive };
}

test('a note that was acknowledged is there after a kill at any step of the next change, and that one is there whole or not at all', async () => {
  const { files, engine, documentId, revive } = await started();
  const note = await engine.addNote({ kind: 'quote', documentId, start: 0, end: 30 });
  await engine.changeNote(note.id, { text: 'acknowledged' });
  const steps: string[] = [];
  files.fault = (step, path) => (steps.push(`${step} ${path}`), 'none');
  await engine.changeNote(note.id, { text: 'next' });
  expect(steps.length).toBeGreaterThan(5);
  for (const stop of steps.keys()) {
    let at = 0;
    files.fault = () => (at++ >= stop ? 'crash' : 'none');
    const isKept = await engine.changeNote(note.id, { text: `try ${String(stop)}` }).then(
      () => true,
      () => false,
    );
    const [found] = await (await revive()).notes();
    if (isKept) expect(found?.text).toBe(`try ${String(stop)}`);
    expect(found?.text).toMatch(/^(?:next|try \d+)$/u);
    expect(found?.pin).toMatchObject({ quote: 'Zorblat kept the harbour book.' });
    files.fault = () => 'none';
    await engine.changeNote(note.id, { text: 'next' });
  }
});

test('a full disk refuses a change with words, and what was saved stays', async () => {
  const { files, engine, revive } = await started();
  const note = await engine.addNote(null);
  await engine.changeNote(note.id, { text: 'kept' });
  files.fault = (step) => (step === 'write' ? 'full' : 'none');
  await expect(engine.changeNote(note.id, { text: 'lost' })).rejects.toThrow('Everything saved before is kept');
  files.fault = () => 'none';
  expect((await engine.notes())[0]?.text).toBe('kept');
  expect((await (await revive()).notes())[0]?.text).toBe('kept');
});

test('many changes are merged in the background, and a copy has the notes as they stand', async () => {
  const { engine, env, id } = await started();
  const added = [];
  for (let at = 0; at < 12; at++) added.push(await engine.addNote(null));
  for (const [at, note] of added.entries())
    for (const text of ['a', 'b', 'c', 'd']) await engine.changeNote(note.id, { text: `${text} ${String(at)}` });
  await engine.moveNote(added[11]?.id ?? '', added[0]?.id ?? '');
  const expected = ['d 11', ...Array.from({ length: 11 }, (_, at) => `d ${String(at)}`)];
  expect((await engine.notes()).map(({ text }) => text)).toEqual(expected);
  const loaded = await env.collections.load(await engine.saveCopy(id), {});
  await engine.open(loaded.id);
  expect((await engine.notes()).map(({ text }) => text)).toEqual(expected);
});

test('words of a deleted document or note are in no file any more', async () => {
  const { files, engine, documentId } = await started();
  const quote = await engine.addNote({ kind: 'quote', documentId, start: 0, end: 30 });
  await engine.changeNote(quote.id, { text: 'Mine stays' });
  const secret = await engine.addNote(null);
  await engine.changeNote(secret.id, { text: 'Xyzzy, a secret' });
  await engine.removeNote(secret.id);
  await collect(engine.removeDocuments([documentId]));
  const tables = await notesOnDisk(files);
  expect(tables.join('\n')).toContain('Mine stays');
  expect(tables.join('\n')).not.toMatch(/Zorblat|Xyzzy/u);
});

/** The rows of every file of notes that is on the disk, as text. */
async function notesOnDisk(files: MemoryFiles): Promise<readonly string[]> {
  const paths = [...files.files.keys()].filter((path) => /\/notes\.[0-9.]+\.parquet$/u.test(path));
  const tables: string[] = [];
  for (const path of paths)
    tables.push(JSON.stringify(arrowToRows('notes', await codec.decode(files.files.get(path) ?? new Uint8Array()))));
  return tables;
}
