import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { writeDocx, zipTexts } from '../../../scripts/lib/docx-writer';
import { writePdf } from '../../../scripts/lib/pdf-writer';
import { FORMATS } from '../../../src/adapters/documents/formats';
import { unsupportedByName } from '../../../src/adapters/documents/unsupported-formats';
import { readSource } from '../../../src/adapters/documents/read-source';
import { inEnglish } from '../../../src/core/message';
import type { ReadResult } from '../../../src/core/ports/documents';
import { passwordPdf } from './encrypt-pdf';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';

const MIB = 1024 * 1024;

function read(path: string, content: Uint8Array | string): Promise<ReadResult> {
  return readSource({ path, bytes: new Blob([content as BlobPart]) }, { openPdf: openPdfInNode });
}

async function textOf(path: string, content: Uint8Array | string): Promise<string> {
  const result = await read(path, content);
  return result.kind === 'documents' ? result.documents.map((document) => document.text).join('\n') : '';
}

async function zip(
  files: Readonly<Record<string, Uint8Array>>,
  options: ZipWriterAddDataOptions = {},
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, bytes] of Object.entries(files)) await writer.add(name, new Uint8ArrayReader(bytes), options);
  return writer.close();
}

/** Text that packs about 45 times smaller: no hostile ratio. */
function packable(size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(97);
  for (let at = 0; at < size; at += 100) bytes[at] = (at * 31) & 255;
  return bytes;
}

/** A ZIP file of so many empty files, written by hand: a writer of ZIP files takes seconds for thousands. */
function emptyFiles(count: number): Uint8Array {
  const record = (length: number, signature: number, name = '', nameAt = length): Buffer => {
    const head = Buffer.alloc(length);
    head.writeUInt32LE(signature);
    if (name) head.writeUInt16LE(name.length, nameAt);
    return Buffer.concat([head, Buffer.from(name)]);
  };
  const names = Array.from({ length: count }, (_, index) => `${String(index).padStart(4, '0')}.txt`);
  const files = names.map((name) => record(30, 0x04034b50, name, 26));
  const entries = names.map((name, index) => {
    const entry = record(46, 0x02014b50, name, 28);
    entry.writeUInt32LE(index * (files[0]?.length ?? 0), 42);
    return entry;
  });
  const end = record(22, 0x06054b50);
  const [filesSize, entriesSize] = [files, entries].map((parts) => Buffer.concat(parts).length);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entriesSize ?? 0, 12);
  end.writeUInt32LE(filesSize ?? 0, 16);
  return new Uint8Array(Buffer.concat([...files, ...entries, end]));
}

/** Writes another unpacked size into the local headers and the central directory. */
function declareSize(archive: Uint8Array, size: number): Uint8Array {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 46 < bytes.length; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, size, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, size, true);
    if (signature === 0x08074b50) view.setUint32(at + 12, size, true);
  }
  return bytes;
}

/** The members that were refused, with the reason in English. */
function refusedOf(result: ReadResult): readonly { readonly path: string; readonly reason: string }[] {
  if (result.kind !== 'archive') throw new Error('not read as an archive');
  return result.refused.map(({ path, reason }) => ({ path, reason: inEnglish(reason) }));
}

describe('a hostile archive', () => {
  test('a Word document that unpacks to 200 MB is refused', async () => {
    const bomb = await zip({
      '[Content_Types].xml': new Uint8Array(10),
      'word/document.xml': new Uint8Array(200 * MIB),
    });
    await expect(read('bomb.docx', bomb)).rejects.toThrow('It unpacks to more than 128 MB.');
  });

  test('a member packed more than 200 times is refused while it is unpacked, the others are kept', async () => {
    const bomb = await zip({
      'bomb.txt': new Uint8Array(20 * MIB).fill(97),
      'good.txt': new TextEncoder().encode('Good.'),
    });
    const result = await read('some.zip', bomb);
    if (result.kind !== 'archive') throw new Error('not read as an archive');
    expect(result.members.map((member) => member.path)).toEqual(['good.txt']);
    expect(refusedOf(result)).toEqual([
      { path: 'bomb.txt', reason: 'It unpacks to more than 200 times its size, as a hostile archive does.' },
    ]);
  });

  test('a member that declares less than it holds is refused', async () => {
    const noise = Uint8Array.from({ length: 2 * MIB }, (_, index) => (Math.imul(index, 2654435761) >>> 13) & 255);
    const lying = declareSize(await zip({ 'liar.txt': noise }), 1000);
    const result = await read('lying.zip', lying);
    if (result.kind !== 'archive') throw new Error('not read as an archive');
    expect(result.members).toEqual([]);
    expect(refusedOf(result)).toEqual([
      { path: 'liar.txt', reason: 'It unpacks to another size than it declares, as a hostile archive does.' },
    ]);
  });

  test('no more than 256 MB are taken out in all', async () => {
    const part = packable(30 * MIB);
    const names = Array.from({ length: 10 }, (_, index) => `part${index}.txt`);
    const result = await read(
      'many.zip',
      await zip(Object.fromEntries(names.map((name) => [name, part])), { level: 1 }),
    );
    if (result.kind !== 'archive') throw new Error('not read as an archive');
    expect(result.members).toHaveLength(8);
    expect(refusedOf(result).map(({ reason }) => reason)).toEqual(
      Array(2).fill('The archive unpacks to more than 256 MB in all. Split it up.'),
    );
  });

  test('more than 5,000 files are refused', async () => {
    await expect(read('many.zip', emptyFiles(5001))).rejects.toThrow('It holds more than 5,000 files.');
  });

  test('archives inside an archive share its limits', async () => {
    const box = await zip({ 'part.txt': packable(100 * MIB) }, { level: 1 });
    const result = await read('boxes.zip', await zip({ 'a.zip': box, 'b.zip': box, 'c.zip': box }, { level: 0 }));
    if (result.kind !== 'archive') throw new Error('not read as an archive');
    const size = result.members.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(size).toBeLessThanOrEqual(256 * MIB);
    expect(result.members.map(({ path }) => path)).toContain('a.zip!/part.txt');
    expect(refusedOf(result).map(({ reason }) => reason)).toContain(
      'The archive unpacks to more than 256 MB in all. Split it up.',
    );
    const few = emptyFiles(2600);
    const many = await read('many.zip', await zip({ 'a.zip': few, 'b.zip': few }));
    expect(refusedOf(many)).toEqual([
      { path: 'b.zip', reason: expect.stringContaining('more than 5,000 files') as string },
    ]);
  });

  test.each(['xlsx', 'ods'])(
    'a workbook that unpacks to 200 MB is refused before its parser sees it (%s)',
    async (kind) => {
      const parts = { xlsx: 'xl/workbook.xml', ods: 'content.xml' };
      const mimetype = new TextEncoder().encode('application/vnd.oasis.opendocument.spreadsheet');
      const bomb = await zip(
        {
          ...(kind === 'ods' && { mimetype }),
          [parts[kind as keyof typeof parts]]: new TextEncoder().encode('<a/>'),
          'media/picture.bin': new Uint8Array(200 * MIB),
        },
        kind === 'ods' ? { level: 0 } : {},
      );
      await expect(read(`bomb.${kind}`, bomb)).rejects.toThrow('It unpacks to more than 128 MB.');
    },
  );

  test.each(['xlsx', 'pptx', 'odt', 'odp'])('a package with nothing in it is told as no %s', async (kind) => {
    const empty = await zip({ 'other.xml': new TextEncoder().encode('<a/>') });
    await expect(read(`empty.${kind}`, empty)).rejects.toThrow(/^It is named .*, but its content is/u);
  });

  test('rich text with 3,000 groups within groups is refused with words', async () => {
    await expect(read('deep.rtf', `{\\rtf1 ${'{'.repeat(3000)}`)).rejects.toThrow(
      'It is too large or too deeply nested',
    );
  });

  test('a Word document cut short is refused with words', async () => {
    const whole = await writeDocx({ title: 'Whole', blocks: [{ kind: 'p', text: 'All of it.' }] });
    await expect(read('cut.docx', whole.slice(0, whole.length / 2))).rejects.toThrow(/^It is damaged or cut short/u);
  });
});

describe('hostile markup', () => {
  test('200,000 nested elements are refused', async () => {
    await expect(read('deep.html', `<html>${'<div>'.repeat(200_000)}`)).rejects.toThrow('nested more than 2,000 deep');
  });

  test('entities that expand to a billion laughs are not expanded', async () => {
    const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);
    const xml = `<!DOCTYPE w [<!ENTITY l0 "ha">${laughs.join('')}]><w:document><w:body><w:p><w:r><w:t>&l9; end</w:t></w:r></w:p></w:body></w:document>`;
    const text = await textOf(
      'laughs.docx',
      await zipTexts({ '[Content_Types].xml': '<Types/>', 'word/document.xml': xml }),
    );
    expect(text.length).toBeLessThan(20);
  });

  test('a million spaces and an unclosed tag end soon', async () => {
    const text = await textOf('wide.html', `<p>a${' '.repeat(1_000_000)}b</p><p ${'x="1" '.repeat(1000)}`);
    expect(text).toBe('a b');
  });
});

describe('a hostile PDF', () => {
  test('one that only restricts its owner is read', async () => {
    expect(await textOf('open.pdf', passwordPdf('', 'owner', 'Low water.'))).toBe('Low water.');
  });

  test('one cut short before its first page is refused with words', async () => {
    const whole = writePdf({ title: 'Whole', pages: [{ blocks: [{ kind: 'p', text: 'All of it.' }] }] });
    await expect(read('cut.pdf', whole.slice(0, 60))).rejects.toThrow(/^It is not a PDF that can be read/u);
  });

  test('its pages are signs of life and an abort ends the reading', async () => {
    const pages = Array.from({ length: 5 }, () => ({ blocks: [{ kind: 'p', text: 'A page.' } as const] }));
    const controller = new AbortController();
    let signs = 0;
    const onProgress = (): void => {
      signs += 1;
      if (signs === 2) controller.abort(new Error('enough'));
    };
    const bytes = new Blob([writePdf({ title: 'Five', pages }) as BlobPart]);
    const options = { openPdf: openPdfInNode, onProgress, signal: controller.signal };
    await expect(readSource({ path: 'five.pdf', bytes }, options)).rejects.toThrow('enough');
    expect(signs).toBe(2);
  });
});

describe('hostile text', () => {
  test('a huge single line is read whole', async () => {
    const line = 'word '.repeat(2_000_000);
    expect((await textOf('line.txt', line)).length).toBe(line.length - 1);
  });

  test('a flood of undecodable characters becomes one sign', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('Größe und Länge, früher üblich: '.repeat(20)),
      0xff,
      0xff,
      0xff,
    ]);
    expect(await textOf('damaged.txt', bytes)).toMatch(/üblich: \ufffd$/u);
  });

  test('JSON objects that share no names are read as text, with every value', async () => {
    const objects = Array.from({ length: 4000 }, (_, at) => ({ [`name ${String(at)}`]: `value ${String(at)}` }));
    expect((await textOf('a.json', JSON.stringify(objects))).match(/value \d+/gu)).toHaveLength(4000);
  });

  test('JSON nested 100,000 deep is refused with words', async () => {
    await expect(read('deep.json', '['.repeat(100_000) + ']'.repeat(100_000))).rejects.toThrow(/^It/u);
  });

  test('half of a surrogate pair does not survive', async () => {
    expect((await textOf('half.json', '{"a":"x\\ud83dy"}')).isWellFormed()).toBe(true);
  });

  test('rows named __proto__ stay plain data', async () => {
    const result = await readSource(
      {
        path: 'proto.json',
        bytes: new Blob(['[{"text":"hello","__proto__":"x"}]']),
        choice: { kind: 'rows', textColumns: ['text'] },
      },
      { openPdf: openPdfInNode },
    );
    const attributes = result.kind === 'documents' ? result.documents[0]?.attributes : undefined;
    expect(Object.entries(attributes ?? {})).toEqual([['__proto__', 'x']]);
  });
});

test('no ending of a name is of a format that is read and of one that is refused', () => {
  const read = Object.values(FORMATS).flatMap(({ extensions }) => extensions);
  expect(read.filter((extension) => unsupportedByName(`file${extension}`))).toEqual([]);
});
