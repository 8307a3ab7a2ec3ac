import { afterEach, expect, test, vi } from 'vitest';
import { beginFile } from '../../../../src/app/platform/save-stream';

afterEach(() => vi.unstubAllGlobals());

/** Writes a file in two parts where the browser's dialog answers so; gives what was saved as a download. */
async function savedBy(showSaveFilePicker?: () => Promise<unknown>): Promise<readonly (readonly [string, string])[]> {
  vi.stubGlobal('window', showSaveFilePicker ? { showSaveFilePicker } : {});
  const saved: [Blob, string][] = [];
  const file = await beginFile('index.zip', 'application/zip', (blob, name) => void saved.push([blob, name]));
  await file.write(new Blob(['one ']));
  await file.write(new Blob(['two']));
  await file.close();
  return Promise.all(saved.map(async ([blob, name]) => [await blob.text(), name] as const));
}

const refusal = (name: string): DOMException => new DOMException('No.', name);

test.each([
  ['there is no dialog', undefined],
  ['the browser refuses the dialog', () => Promise.reject(refusal('SecurityError'))],
  [
    'the place cannot be written',
    () => Promise.resolve({ createWritable: () => Promise.reject(refusal('NotAllowedError')) }),
  ],
])('a file is downloaded where %s', async (_, dialog) => {
  expect(await savedBy(dialog)).toEqual([['one two', 'index.zip']]);
});

test('nothing is saved where the person closes the dialog', async () => {
  await expect(savedBy(() => Promise.reject(refusal('AbortError')))).rejects.toThrow('No.');
});

test('a file is written to the place that the person chose', async () => {
  const written: string[] = [];
  const stream = {
    write: async (part: Blob) => void written.push(await part.text()),
    close: async () => void written.push('closed'),
  };
  expect(await savedBy(async () => ({ createWritable: async () => stream }))).toEqual([]);
  expect(written).toEqual(['one ', 'two', 'closed']);
});
