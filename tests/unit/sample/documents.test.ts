import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sampleDocuments } from '../../../scripts/build-sample-documents';
import { readSample, textOf } from './read-sample';

const COMMITTED = fileURLToPath(new URL('../../../public/sample/documents/', import.meta.url));

const built = await sampleDocuments();
const sample = await readSample();

describe('the documents of the sample', () => {
  it('are the fourteen that the script builds', () => {
    expect(built).toHaveLength(14);
    expect([...sample.keys()]).toEqual(built.map(({ name }) => name));
  });

  it.each(built.filter(({ name }) => !name.endsWith('.docx')))(
    'include $name byte for byte as built',
    async ({ name, bytes }) => {
      expect(Buffer.compare(bytes, await readFile(COMMITTED + name))).toBe(0);
    },
  );

  // How far a ZIP is squeezed depends on the platform's zlib, so that only its content is compared.
  it.each(built.filter(({ name }) => name.endsWith('.docx')))('include $name with the text as built', async (document) => {
    expect(sample.get(document.name)).toBe(await textOf(document.name, document.bytes));
  });

  it('hold about twelve thousand words and a Chinese report', () => {
    const words = [...sample.values()].flatMap((text) => text.match(/[\p{Script=Latin}\p{N}][^\s]*/gu) ?? []);
    expect(words.length).toBeGreaterThan(11_500);
    expect(words.length).toBeLessThan(13_000);
    const chinese = sample.get('1986-shen-report.txt') ?? '';
    expect(chinese.length).toBeGreaterThan(1200);
    expect(chinese.length).toBeLessThan(2000);
    expect(chinese.match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(1000);
  });
});
