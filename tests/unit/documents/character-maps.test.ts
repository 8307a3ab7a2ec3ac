import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { packCharacterMaps } from '../../../scripts/lib/character-maps';
import {
  createCharacterMaps,
  unpackCharacterMaps,
  textOnlySettings,
} from '../../../src/adapters/documents/pdf/open-pdf';

describe('the character maps of pdf.js in one file', () => {
  test('come out as they went in', async () => {
    const map = unpackCharacterMaps((await packCharacterMaps()).buffer);
    for (const name of ['UniGB-UCS2-H.bcmap', 'Adobe-Japan1-UCS2.bcmap', '83pv-RKSJ-H.bcmap']) {
      const own = await readFile(new URL(`../../../node_modules/pdfjs-dist/cmaps/${name}`, import.meta.url));
      expect(Buffer.from(map(name)).equals(own)).toBe(true);
    }
  });

  test('tell the words of a PDF whose font is not in it', async () => {
    const packed = Buffer.from(await packCharacterMaps()).toString('base64');
    const fetchMap = createCharacterMaps(`data:application/octet-stream;base64,${packed}`);
    class CharacterMaps {
      readonly fetch = fetchMap;
    }
    const data = new Uint8Array(
      await readFile(new URL('../../fixtures/documents/font-not-inside-chinese.pdf', import.meta.url)),
    );
    const task = getDocument({ ...textOnlySettings('maps/'), data, BinaryDataFactory: CharacterMaps });
    const page = await (await task.promise).getPage(1);
    const { items } = await page.getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('守灯人');
    await task.destroy();
  });

  test('do not hold what is no map', async () => {
    const map = unpackCharacterMaps((await packCharacterMaps()).buffer);
    expect(() => map('toString')).toThrow('There is no character map toString');
  });
});
