import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { openRecogniserInNode } from '../../../scripts/lib/open-recogniser-in-node';
import { drawPage } from '../../../src/adapters/documents/pdf/draw-page';
import { greymap } from '../../../src/adapters/documents/pictures/greymap';
import { tiffAsPdf } from '../../../src/adapters/documents/pictures/tiff-as-pdf';
import { readSource } from '../../../src/adapters/documents/read-source';
import type { SourceAnswer } from '../../../src/core/ports/documents';
import { recognitionOf } from '../../../src/core/tables/recognition';

/** One page of 640 by 160 pixels, written in many ways by libtiff 4.5 and Pillow 9.4. */
const FOLDER = 'tests/fixtures/tiff';
const file = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`${FOLDER}/${name}`));
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.tif'));

/** The grey of each pixel of a page, behind a head, as it is drawn at the picture's own size. */
async function drawn(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await openPdfInNode(tiffAsPdf(bytes));
  return greymap(drawPage(pdf, 0, Math.round((pdf.sizeOf(0).width * 200) / 72)));
}

function read(bytes: Uint8Array<ArrayBuffer>, answer?: SourceAnswer) {
  const source = { path: 'fax.tif', bytes: new Blob([bytes]), ...(answer && { answer }) };
  return readSource(source, { openPdf: openPdfInNode, openRecogniser: openRecogniserInNode });
}

describe('a TIFF picture', () => {
  test.each(names)('is drawn as its pixels are: %s', async (name) => {
    const [page, wanted] = await Promise.all([drawn(file(name)), drawn(file('lzw-rgb.tif'))]);
    expect(page).toHaveLength(wanted.length);
    // JPEG and palettes round colours, and pages of two colours have no grey.
    const others = wanted.filter((grey, at) => Math.abs(grey - 127) > 64 && grey > 127 !== (page[at] ?? 0) > 127);
    expect(others).toHaveLength(0);
  });

  test('keeps a palette and what drops opacity once for all strips or tiles', () => {
    const count = (name: string, words: string): number =>
      new TextDecoder('latin1').decode(tiffAsPdf(file(name))).split(words).length - 1;
    expect(count('lzw-palette.tif', '/Indexed')).toBe(1);
    expect(count('lzw-opacity.tif', '/FunctionType')).toBe(1);
  });

  test('asks with its pages, and is read page by page once a person agrees', async () => {
    const pages = file('two-pages.tif');
    expect(await read(pages)).toMatchObject({ documents: [], need: { kind: 'pictures', pages: 2 } });
    const result = await read(pages, { kind: 'pictures' });
    const [document] = result.kind === 'documents' ? result.documents : [];
    expect(document?.text.replace(/\s+/gu, ' ')).toBe(
      'Ada Holm counted every barge that left the basin of Nordvik. The slipway filled up again, so the council bought a dredger.',
    );
    expect(document?.page_starts).toHaveLength(2);
    const recognition = recognitionOf({ media_type: 'image/tiff', raw_data: document?.raw_data ?? null });
    expect(recognition?.sizes.map(({ width, height }) => [width, height])).toEqual(Array(2).fill([640, 160]));
  });

  test.each([
    ['zstd.tif', 'ZSTD'],
    ['lzma.tif', 'LZMA'],
    ['planes.tif', 'colours in planes'],
  ])('in a form that is not read is refused with its name: %s', async (name, form) => {
    await expect(read(file(`refused/${name}`))).rejects.toThrow(
      `It is a TIFF picture in a form that is not read here (${form}).`,
    );
  });
});

describe('a hostile TIFF picture', () => {
  /** A little-endian file of one page, with a value for each tag. */
  function tiff(tags: Readonly<Record<number, number>>, next = 0): Uint8Array<ArrayBuffer> {
    const entries = Object.entries(tags);
    const bytes = new Uint8Array(14 + 12 * entries.length + 64);
    const view = new DataView(bytes.buffer);
    bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
    view.setUint16(8, entries.length, true);
    entries.forEach(([tag, value], at) => {
      const entry = 10 + 12 * at;
      view.setUint16(entry, Number(tag), true);
      view.setUint16(entry + 2, 4, true);
      view.setUint32(entry + 4, 1, true);
      view.setUint32(entry + 8, value, true);
    });
    view.setUint32(10 + 12 * entries.length, next, true);
    return bytes;
  }
  const page = { 256: 8, 257: 8, 258: 1, 259: 1, 262: 0, 273: 150, 278: 8, 279: 8 };
  const DAMAGED = 'It is a picture that is damaged or cut short.';

  test('that claims too many pixels, in all or in a tile, is refused', async () => {
    await expect(read(tiff({ ...page, 256: 60_000, 257: 60_000 }))).rejects.toThrow('60,000 by 60,000 pixels');
    const tiled = { ...page, 322: 4_000_000_000, 323: 4_000_000_000, 324: 150, 325: 8 };
    await expect(read(tiff(tiled))).rejects.toThrow('which is too large to be read here');
  });

  test('whose pages go in a circle is read once around', async () => {
    expect(await read(tiff(page, 8))).toMatchObject({ need: { pages: 1 } });
  });

  test('whose directories overlap again and again is refused', async () => {
    const [overlapping, length] = [12, 20];
    const entries = Object.entries(page);
    const bytes = new Uint8Array(10 + 12 * (overlapping + length) + 64);
    const view = new DataView(bytes.buffer);
    bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
    entries.forEach(([tag, value], at) => {
      const entry = 10 + 12 * (overlapping + at);
      view.setUint16(entry, Number(tag), true);
      view.setUint16(entry + 2, 4, true);
      view.setUint32(entry + 4, 1, true);
      view.setUint32(entry + 8, value, true);
    });
    // Each begins one entry after the one before, and ends with the place of the next.
    for (let at = 0; at < overlapping; at += 1) {
      view.setUint16(8 + 12 * at, length, true);
      view.setUint32(10 + 12 * (at + length), at + 1 < overlapping ? 8 + 12 * (at + 1) : 0, true);
    }
    await expect(read(bytes)).rejects.toThrow(DAMAGED);
  });

  test('with an orientation that does not exist stands as it is stored', async () => {
    const pdf = await openPdfInNode(tiffAsPdf(tiff({ ...page, 256: 16, 274: 9 })));
    const { width, height } = pdf.sizeOf(0);
    expect(width).toBeGreaterThan(height);
  });

  test.each([
    ['samples', '9 samples', { 277: 9 }],
    ['samples beside those of a palette', '2 samples', { 262: 3, 277: 2 }],
  ])('with more %s than are read is refused with their number', async (_, form, tags) => {
    await expect(read(tiff({ ...page, ...tags }))).rejects.toThrow(
      `It is a TIFF picture in a form that is not read here (${form}).`,
    );
  });

  const { 279: sizes, ...sizeless } = page;
  test.each([
    ['no size', { ...page, 257: 0 }],
    ['fewer samples than its colours', { ...page, 262: 2, 277: 1 }],
    ['bytes behind the end of the file', { ...page, 273: 4_000_000_000, 279: sizes }],
    ['bytes without a number behind the end of the file', { ...sizeless, 273: 4_000_000_000 }],
    ['more bytes than the file', { ...page, 279: 4_000_000_000 }],
    ['fewer strips than rows', { ...page, 278: 1 }],
  ])('that has %s is refused', async (_, tags) => {
    await expect(read(tiff(tags))).rejects.toThrow(DAMAGED);
  });

  test('that is cut short anywhere is refused or asks, and nothing else', async () => {
    const whole = file('deflate-tiles.tif');
    for (let length = 8; length < whole.length; length += 97) {
      const end = await read(whole.slice(0, length)).catch((error: unknown) => String(error));
      if (typeof end === 'string') expect(end).toContain(DAMAGED);
      else expect(end).toMatchObject({ need: { pages: 1 } });
    }
  });
});
