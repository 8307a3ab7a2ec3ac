import { afterEach, expect, test, vi } from 'vitest';
import { isTemporary } from '../../../src/adapters/storage/opfs/file-store';
import { opfsFiles, type WorkerFile } from '../../../src/adapters/storage/opfs/opfs-files';

/** On a page there is no synchronous access: what is written here is streamed, as where a browser's workers have none. */
const files = opfsFiles('burrow-opfs-files');
const handles = FileSystemFileHandle.prototype as unknown as WorkerFile;
const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = async (path: string) => {
  const found = await files.read(path);
  return found && new TextDecoder().decode(found);
};

afterEach(async () => {
  vi.restoreAllMocks();
  await files.remove('');
});

test('without synchronous access a file is written, and another one takes its place', async () => {
  expect(handles.createSyncAccessHandle).toBeUndefined();
  await files.write('papers/one.bin', bytes('a longer first text'));
  await files.write('papers/one.bin', bytes('second'));
  expect(await textOf('papers/one.bin')).toBe('second');
  expect(await files.list('papers')).toEqual([{ name: 'one.bin', kind: 'file' }]);
});

test('a file is moved into place with its folder, without which WebKit refuses', async () => {
  const move = vi.spyOn(handles, 'move');
  await files.write('papers/two.bin', bytes('kept'));
  expect(move.mock.calls.map((given) => given.length)).toEqual([2]);
  expect(await textOf('papers/two.bin')).toBe('kept');
});

test('a write that fails leaves the file as it was and nothing half done', async () => {
  await files.write('papers/three.bin', bytes('whole'));
  vi.spyOn(handles, 'move').mockRejectedValue(new DOMException('No room.', 'QuotaExceededError'));
  await expect(files.write('papers/three.bin', bytes('other'))).rejects.toThrow('No room.');
  expect(await textOf('papers/three.bin')).toBe('whole');
  expect(await files.list('papers')).toEqual([{ name: 'three.bin', kind: 'file' }]);
});

test('a file that a person gave is streamed, whatever access there is', async () => {
  const streamed = vi.spyOn(FileSystemFileHandle.prototype, 'createWritable');
  const access = vi.fn();
  Object.assign(handles, { createSyncAccessHandle: access });
  try {
    await files.write('papers/given.txt', new Blob(['given ', 'by a person']));
    expect(await textOf('papers/given.txt')).toBe('given by a person');
    expect([streamed.mock.calls.length, access.mock.calls.length]).toEqual([1, 0]);
  } finally {
    Reflect.deleteProperty(handles, 'createSyncAccessHandle');
  }
});

test('what a stream that was cut off leaves behind is known as temporary', async () => {
  await files.write('papers/five.bin', bytes('whole'));
  const origin = await navigator.storage.getDirectory();
  const folder = await (await origin.getDirectoryHandle('burrow-opfs-files')).getDirectoryHandle('papers');
  const stream = await (await folder.getFileHandle('six.bin.tmp', { create: true })).createWritable();
  await stream.write(bytes('half'));
  const names = (await files.list('papers')).map(({ name }) => name);
  expect(names.filter((name) => !isTemporary(name))).toEqual(['five.bin']);
  expect(['six.bin.tmp', 'six.bin.tmp.crswap', 'five.bin', 'tmp'].map(isTemporary)).toEqual([true, true, false, false]);
  await stream.abort();
});

test('a stream that took fewer bytes than it was given is a full disk, and leaves the file as it was', async () => {
  await files.write('papers/seven.bin', bytes('whole'));
  vi.spyOn(FileSystemWritableFileStream.prototype, 'write').mockResolvedValue(undefined);
  await expect(files.write('papers/seven.bin', new Blob(['other']))).rejects.toMatchObject({
    name: 'QuotaExceededError',
  });
  vi.restoreAllMocks();
  expect([await textOf('papers/seven.bin'), await files.list('papers')]).toEqual([
    'whole',
    [{ name: 'seven.bin', kind: 'file' }],
  ]);
});

test('a folder that another tab removed is empty, and is made again by the next write', async () => {
  const elsewhere = opfsFiles('burrow-opfs-files');
  await files.write('papers/four.bin', bytes('before'));
  await elsewhere.remove('papers');
  expect(await textOf('papers/four.bin')).toBeUndefined();
  expect(await files.list('papers')).toEqual([]);
  await files.remove('papers/four.bin');
  const names = Array.from({ length: 12 }, (_, at) => `${String(at).padStart(2, '0')}.bin`);
  await Promise.all(names.map((name) => files.write(`papers/${name}`, bytes(name))));
  expect(await Promise.all(names.map((name) => textOf(`papers/${name}`)))).toEqual(names);
  expect((await elsewhere.list('papers')).map(({ name }) => name).sort()).toEqual(names);
});

test('a file that is replaced again and again is read whole at any time', async () => {
  const text = (round: number): string => `${round} `.repeat(2000);
  await files.write('replaced', new TextEncoder().encode(text(0)));
  let isDone = false;
  const writing = (async () => {
    for (let round = 1; round <= 100; round++) await files.write('replaced', new TextEncoder().encode(text(round)));
    isDone = true;
  })();
  let reads = 0;
  const read = async (): Promise<void> => {
    for (; !isDone; reads++) {
      const words = new TextDecoder().decode(await files.read('replaced'));
      expect(words).toBe(text(parseInt(words)));
    }
  };
  await Promise.all([writing, read(), read(), read()]);
  expect(reads).toBeGreaterThan(20);
});
