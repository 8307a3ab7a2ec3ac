import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { writeCompound, writeOutlook } from '../../../scripts/lib/outlook-writer';
import { unpackedRtf } from '../../../src/adapters/documents/mail/unpacked-rtf';
import { openCompound } from '../../../src/adapters/documents/office/compound-file';
import { readSource } from '../../../src/adapters/documents/read-source';

const fromHex = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

describe('rich text of Outlook', () => {
  test('is unpacked as the examples of the format say', () => {
    const plain = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0';
    expect(unpackedRtf(fromHex(plain))).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
    const crossing = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0';
    expect(unpackedRtf(fromHex(crossing))).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  });

  test('that claims a thousand times its size is unpacked as far as it goes', () => {
    const bytes = fromHex('1a000000ffffff074c5a4675e2d44b51ff0ff00ff00ff00ff0');
    expect(unpackedRtf(bytes).length).toBeLessThan(9 * bytes.length);
  });
});

describe('a message of Outlook', () => {
  const read = (bytes: Uint8Array, path = 'a.msg') =>
    readSource({ path, bytes: new Blob([bytes.slice()]) }, { openPdf: openPdfInNode });

  test('in a code page is read by what its letters say where no code page is named', async () => {
    const text = '\x93\xfa\x96{\x8c\xea\x82\xcc\x96{\x95\xb6\x82\xc5\x82\xb7\x81B';
    const message = writeCompound({
      '__properties_version1.0': new Uint8Array(32),
      '__substg1.0_0037001E': latin(text),
    });
    expect(await read(message)).toMatchObject({ documents: [{ title: '日本語の本文です。' }] });
  });

  test('with a long body in many sectors is read whole', async () => {
    const body = 'All lamps were lit at dusk. '.repeat(2000).trim();
    const message = writeOutlook({ properties: { 0x0037: 'Lamps', 0x1000: body } });
    expect(await read(message)).toMatchObject({ documents: [{ text: `Lamps\n\n${body}` }] });
  });

  test('in name alone is told so', async () => {
    await expect(read(latin('\0\x01\x02 no message'))).rejects.toThrow('its content is no message of Outlook');
  });
});

describe('a compound file', () => {
  const good = (): Uint8Array<ArrayBuffer> =>
    writeCompound({ 'box/large': new Uint8Array(9000).fill(7), small: latin('little') }).slice();

  test('gives its streams, large and small, by their storages', () => {
    const { inside } = openCompound(good());
    expect(inside.get('box')?.inside.get('large')?.bytes()).toEqual(new Uint8Array(9000).fill(7));
    expect(inside.get('small')?.bytes()).toEqual(latin('little'));
  });

  test('whose chain of sectors runs in a circle is damaged', () => {
    const bytes = good();
    const view = new DataView(bytes.buffer);
    const table = (view.getUint32(76, true) + 1) * 512;
    for (let sector = 0; sector < 128; sector += 1) view.setUint32(table + sector * 4, sector, true);
    expect(() => openCompound(bytes)).toThrow('It is damaged or cut short');
  });

  test('whose storages hold one another is damaged', () => {
    const bytes = good();
    const view = new DataView(bytes.buffer);
    const directory = (view.getUint32(48, true) + 1) * 512;
    for (let entry = 1; entry < 4; entry += 1) view.setUint32(directory + entry * 128 + 72, entry, true);
    expect(() => openCompound(bytes)).toThrow('It is damaged or cut short');
  });

  test('whose streams claim more than the file holds is damaged', () => {
    const bytes = good();
    const view = new DataView(bytes.buffer);
    const directory = (view.getUint32(48, true) + 1) * 512;
    for (let entry = 1; entry < 5; entry += 1) view.setUint32(directory + entry * 128 + 120, 0x7fffffff, true);
    expect(() => openCompound(bytes).inside.get('small')?.bytes()).toThrow('It is damaged or cut short');
  });
});
