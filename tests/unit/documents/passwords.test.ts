import { readFile } from 'node:fs/promises';
import {
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
  type ZipWriterAddDataOptions,
} from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { writeCompound } from '../../../scripts/lib/outlook-writer';
import { createPageDrawer } from '../../../src/adapters/documents/pdf/page-drawer';
import { readSource } from '../../../src/adapters/documents/read-source';
import type { ReadResult } from '../../../src/core/ports/documents';
import { passwordPdf } from './encrypt-pdf';

const FOLDER = new URL('../../fixtures/documents/', import.meta.url);
/** Password of the fixtures, which officecrypto-tool 0.0.19 locked. */
const PASSWORD = 'Möwe 7';

function read(path: string, content: Uint8Array, password?: string): Promise<ReadResult> {
  const answer = password === undefined ? {} : { answer: { kind: 'password', password } as const };
  return readSource({ path, bytes: new Blob([content.slice()]), ...answer }, { openPdf: openPdfInNode });
}

async function zip(texts: Readonly<Record<string, string | Uint8Array>>, options: ZipWriterAddDataOptions = {}) {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(texts))
    await writer.add(name, typeof text === 'string' ? new TextReader(text) : new Uint8ArrayReader(text), options);
  return writer.close();
}

const asksFor = (wrong: boolean) => ({ documents: [], need: { kind: 'password', wrong } });

/** A file whose parts another program named in capitals. */
async function lockedInCapitals(): Promise<Uint8Array> {
  const bytes = await readFile(new URL('locked-agile.docx', FOLDER));
  for (const name of ['EncryptedPackage', 'EncryptionInfo'])
    bytes.write(name.toUpperCase(), bytes.indexOf(name, 0, 'utf16le'), 'utf16le');
  return bytes;
}

const FILES: readonly (readonly [kind: string, password: string, bytes: () => Promise<Uint8Array>, words: string])[] = [
  ['locked-agile.docx', PASSWORD, () => readFile(new URL('locked-agile.docx', FOLDER)), 'Kept added text'],
  ['locked-in-capitals.docx', PASSWORD, lockedInCapitals, 'Kept added text'],
  ['locked-standard.xlsx', PASSWORD, () => readFile(new URL('locked-standard.xlsx', FOLDER)), 'Anchor'],
  ['locked.pdf', 'tide', async () => passwordPdf('tide', 'owner', 'Low water at four.'), 'Low water at four.'],
];

describe.each(FILES)('%s', (path, password, bytes, words) => {
  test('asks for its password, and says where it is wrong', async () => {
    expect(await read(path, await bytes())).toMatchObject(asksFor(false));
    expect(await read(path, await bytes(), 'ebb')).toMatchObject(asksFor(true));
    expect(await read(path, await bytes(), '')).toMatchObject(asksFor(true));
  });

  test('is read like any other with its password', async () => {
    const result = await read(path, await bytes(), password);
    expect(result.kind === 'documents' && result.documents[0]?.text).toContain(words);
  });
});

describe('an archive', () => {
  test.each([
    ['AES', {}],
    ['the old way', { zipCrypto: true }],
  ])('that is locked (%s) asks once for all its files', async (_, way) => {
    const locked = await zip({ 'a.txt': 'All lamps lit.', 'b.txt': 'None lit.' }, { password: 'tide', ...way });
    expect(await read('a.zip', locked)).toMatchObject(asksFor(false));
    expect(await read('a.zip', locked, 'ebb')).toMatchObject(asksFor(true));
    const result = await read('a.zip', locked, 'tide');
    expect(result).toMatchObject({ members: [{ path: 'a.txt' }, { path: 'b.txt' }], refused: [] });
  });

  test('that is locked inside another one is a file of its own, which asks', async () => {
    const locked = await zip({ 'a.txt': 'All lamps lit.' }, { password: 'tide' });
    const result = await read('outer.zip', await zip({ 'note.txt': 'Open.', 'inner.zip': locked }));
    expect(result).toMatchObject({ members: [{ path: 'note.txt' }, { path: 'inner.zip' }], refused: [] });
  });
});

test('an OpenDocument file with a password is told so', async () => {
  const type = 'application/vnd.oasis.opendocument.text';
  const manifest = '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
  const locked = await zip({ mimetype: type, 'content.xml': '\x01\x02', 'META-INF/manifest.xml': manifest });
  await expect(read('a.odt', locked)).rejects.toThrow('It is protected with a password. Save it without one');
});

test('an Office file that is locked in a way that is not known, or asks for endless work, is refused', async () => {
  const locked = (info: Uint8Array) =>
    read('a.docx', writeCompound({ EncryptionInfo: info, EncryptedPackage: new Uint8Array(5000) }), 'tide');
  const agile = (spins: string): Uint8Array =>
    Buffer.concat([
      Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]),
      Buffer.from(
        ['keyData', 'encryptedKey'].reduce(
          (xml, name) =>
            `${xml}<${name} hashAlgorithm="SHA512" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" saltValue="AAAA" spinCount="${spins}" keyBits="256"/>`,
          '',
        ),
      ),
    ]);
  await expect(locked(Buffer.from([9, 0, 9, 0, 0, 0, 0, 0]))).rejects.toThrow('protected in a way');
  await expect(locked(agile('4000000000'))).rejects.toThrow('protected in a way');
  await expect(locked(agile('a'))).rejects.toThrow('protected in a way');
  await expect(locked(Buffer.from([3, 0, 2, 0, 0, 0, 0, 0, 255, 255, 255, 255, 1]))).rejects.toThrow(
    'protected in a way',
  );
});

test('the pages of a PDF are drawn with its password alone', async () => {
  const drawer = createPageDrawer(openPdfInNode);
  const file = new Blob([passwordPdf('tide', 'owner', 'Low water.').slice()]);
  expect(await drawer.open(file)).toBeNull();
  expect(await drawer.open(file, 'ebb')).toBeNull();
  expect(await drawer.open(file, 'tide')).toEqual([{ width: 400, height: 200 }]);
});
