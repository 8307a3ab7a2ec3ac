import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import { openRecogniserInNode } from '../../../scripts/lib/open-recogniser-in-node';
import { writePdf } from '../../../scripts/lib/pdf-writer';
import { scannedPdf, scanPages, scanPng, type Scan } from '../../../scripts/lib/scans';
import { pdfBlocks } from '../../../src/adapters/documents/pdf/pdf-blocks';
import { pictureHead, shownSize } from '../../../src/adapters/documents/pictures/picture-head';
import { recognisedPage } from '../../../src/adapters/documents/pictures/recognised-pages';
import type { RecognisedLine } from '../../../src/adapters/documents/pictures/recogniser';
import { readSource } from '../../../src/adapters/documents/read-source';
import type { SourceAnswer } from '../../../src/core/ports/documents';
import { recognitionOf } from '../../../src/core/tables/recognition';

const AGREED = { kind: 'pictures' } as const;

async function read(path: string, bytes: Uint8Array, answer?: SourceAnswer) {
  const parts: number[] = [];
  let signs = 0;
  const result = await readSource(
    { path, bytes: new Blob([bytes as BlobPart]), ...(answer && { answer }) },
    {
      openPdf: openPdfInNode,
      openRecogniser: openRecogniserInNode,
      onProgress: (part) => {
        signs += 1;
        if (part !== undefined) parts.push(part);
      },
    },
  );
  if (result.kind !== 'documents') throw new Error('not read as documents');
  return { need: result.need, document: result.documents[0], parts, signs };
}

const SENTENCES = [
  'The harbour of Nordvik was dredged in the spring of 1931.',
  'Ada Holm kept the accounts and counted every barge that left the basin.',
  'The work took eleven weeks instead of the six that the council had planned.',
  'Two of the barges were hired from the shipyard at Sund, and their skippers were paid by the day.',
  'In May an inspector measured a depth of 4.75 metres at the quay and of 3.20 metres at the slipway.',
  'The last barge left on the ninth of June, and Holm closed the book with a sum of 18,640 crowns.',
  'A year later the slipway had filled up again, so the council bought a small dredger.',
];
const page = (columns: 1 | 2) =>
  writePdf({
    title: 'Nordvik',
    pages: [
      {
        columns,
        blocks: [{ kind: 'h1', text: 'The harbour' }, ...SENTENCES.map((text) => ({ kind: 'p' as const, text }))],
      },
    ],
  });
async function png(pdf: Uint8Array): Promise<Uint8Array> {
  const [scan] = await scanPages(pdf);
  if (!scan) throw new Error('no page');
  return scanPng(scan);
}

describe('a picture of a printed page', () => {
  test('waits until a person agrees, and starts nothing before', async () => {
    const openRecogniser = () => Promise.reject(new Error('started'));
    const bytes = new Blob([(await png(page(1))) as BlobPart]);
    const result = await readSource({ path: 'scan.png', bytes }, { openPdf: openPdfInNode, openRecogniser });
    expect(result).toEqual({ kind: 'documents', documents: [], need: { kind: 'pictures', pages: 1 } });
  });

  test('is read with its heading, paragraphs and the place of each word', async () => {
    const { document, parts } = await read('scan.png', await png(page(1)), AGREED);
    expect(document?.text.split(/\s+/u).join(' ')).toBe(['The harbour', ...SENTENCES].join(' '));
    expect(document?.text).toContain(`The harbour\n\n${SENTENCES.slice(0, 6).join('\n\n')}`);
    expect(document?.title).toBe('The harbour');
    expect(document?.headings).toEqual([{ start: 0, level: 1, text: 'The harbour' }]);
    expect(parts.at(-1)).toBe(1);
    const recognition = recognitionOf({ media_type: 'image/png', raw_data: document?.raw_data ?? null });
    expect(recognition?.sizes).toEqual([{ width: 1240, height: 1755 }]);
    const words = recognition?.words.map(({ start, end }) => document?.text.slice(start, end));
    expect(words).toEqual(document?.text.split(/\s+/u));
    const [first] = recognition?.words ?? [];
    // A margin of 64 points at 150 dots for an inch.
    expect(first?.place[0]).toBeGreaterThan(125);
    expect(first?.place[0]).toBeLessThan(145);
  });

  test('in two columns is read one column after the other', async () => {
    const { document } = await read('scan.png', await png(page(2)), AGREED);
    const starts = SENTENCES.map((sentence) => document?.text.replace(/\s+/gu, ' ').indexOf(sentence) ?? -1);
    expect(starts.every((start) => start >= 0)).toBe(true);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  test('without words is refused with what to do', async () => {
    const blank = scanPng({ width: 400, height: 300, grey: new Uint8Array(400 * 300).fill(255) });
    await expect(read('blank.png', blank, AGREED)).rejects.toThrow('It holds no text that can be read.');
  });
});

describe('a picture in another language than English', () => {
  const picture = (name: string) => readFile(new URL(`../../fixtures/pictures/${name}.png`, import.meta.url));
  const readAs = async (name: string, language: string) =>
    read(`${name}.png`, await picture(name), { kind: 'pictures', language });

  test('is read with its own letters', async () => {
    const { need, document } = await readAs('german', 'deu');
    expect(need).toBeUndefined();
    expect(document?.language).toBe('de');
    expect(document?.text).toContain('Ada Holm führte die Bücher und zählte jeden Kahn, der das Becken verließ.');
  });

  test('that is written without blanks gets none, and keeps the place of each part', async () => {
    const { need, document } = await readAs('chinese', 'chi_sim');
    expect(need).toBeUndefined();
    expect(document?.text).toContain('再次淤塞，于是议会买了一');
    expect(document?.text).not.toMatch(/\p{Script=Han} +\p{Script=Han}/u);
    const { words = [] } = recognitionOf({ media_type: 'image/png', raw_data: document?.raw_data ?? null }) ?? {};
    const shown = words.map(({ start, end }) => document?.text.slice(start, end)).join('');
    expect(shown).toBe(document?.text.replace(/\s/gu, ''));
  });

  test('that runs from right to left is read in its order', async () => {
    const { need, document } = await readAs('arabic', 'ara');
    expect(need).toBeUndefined();
    expect(document?.text).toContain('في ربيع عام 1931 لأن السفن الكبيرة لم تعد تصل إلى الحوض');
    const recognition = recognitionOf({ media_type: 'image/png', raw_data: document?.raw_data ?? null });
    const [first, second] = recognition?.words ?? [];
    expect(first?.place[0]).toBeGreaterThan(second?.place[0] ?? Infinity);
  });

  test('is kept as it was read in English, with the language that its words seem to be in', async () => {
    const { need, document } = await readAs('german', 'eng');
    expect(need).toEqual({ kind: 'pictures', pages: 1, doubt: { language: 'eng', likely: 'deu' } });
    expect(document?.text).toContain('Der Hafen von Nordvik');
  });

  test('in other letters tells that most words are uncertain', async () => {
    const { need } = await readAs('chinese', 'eng');
    expect(need).toEqual({ kind: 'pictures', pages: 1, doubt: { language: 'eng' } });
  });
});

describe('a picture that lies on its side or upside down', () => {
  const turn = ({ width, height, grey }: Scan): Scan => {
    const turned = new Uint8Array(grey.length);
    // A quarter turn to the right.
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = grey[y * width + x] ?? 0;
    return { width: height, height: width, grey: turned };
  };

  test.each([1, 2, 3])(
    'by %i quarter turns is read in order, with the places of its words as it is shown',
    async (turns) => {
      let [scan] = await scanPages(page(2));
      if (!scan) throw new Error('no page');
      for (let done = 0; done < turns; done += 1) scan = turn(scan);
      const { document } = await read('scan.png', scanPng(scan), AGREED);
      const text = document?.text.replace(/\s+/gu, ' ') ?? '';
      expect(text).toBe(['The harbour', ...SENTENCES].join(' '));
      const recognition = recognitionOf({ media_type: 'image/png', raw_data: document?.raw_data ?? null });
      expect(recognition?.sizes).toEqual([{ width: scan.width, height: scan.height }]);
      const inked = recognition?.words.filter(({ place: [x, y, width, height] }) => {
        const rows = scan.grey.subarray(y * scan.width, (y + height) * scan.width);
        return rows.some((grey, at) => at % scan.width >= x && at % scan.width < x + width && grey < 120);
      });
      expect(inked).toHaveLength(text.split(' ').length);
      const [first] = recognition?.words ?? [];
      const [x = 0, y = 0] = first?.place ?? [];
      expect([x > scan.width / 2, y > scan.height / 2]).toEqual([turns < 3, turns > 1]);
    },
  );
});

describe('a PDF without a text layer', () => {
  test('asks with its pages, and is read page by page once a person agrees', async () => {
    const pdf = scannedPdf([...(await scanPages(page(1))), ...(await scanPages(page(2)))]);
    expect(await read('scan.pdf', pdf)).toMatchObject({ document: undefined, need: { kind: 'pictures', pages: 2 } });
    const { document, parts } = await read('scan.pdf', pdf, AGREED);
    expect(document?.page_starts).toHaveLength(2);
    expect(document?.text.slice(document.page_starts[1])).toMatch(/^The harbour/u);
    const recognition = recognitionOf({ media_type: 'application/pdf', raw_data: document?.raw_data ?? null });
    expect(new Set(recognition?.words.map((word) => word.page))).toEqual(new Set([1, 2]));
    const later = recognition?.words.find((word) => word.page === 2);
    expect(document?.text.slice(later?.start, later?.end)).toBe('The');
    expect(later?.start).toBe(document?.page_starts[1]);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  });

  test('gives a sign of life for each page, also while it is told which ones are pictures', async () => {
    const [scan] = await scanPages(page(1));
    if (!scan) throw new Error('no page');
    const { need, signs } = await read('scan.pdf', scannedPdf(Array.from({ length: 6 }, () => scan)));
    expect(need).toEqual({ kind: 'pictures', pages: 6 });
    expect(signs).toBeGreaterThanOrEqual(2 * 6);
  });

  test('whose pages are empty is refused without a question', async () => {
    const empty = writePdf({ title: 'Empty', pages: [{ blocks: [] }] });
    await expect(read('empty.pdf', empty)).rejects.toThrow('It holds no text that can be read.');
  });
});

describe('a PDF of which some pages are pictures', () => {
  const WRITTEN = ['The ferry to Sund left at seven.', 'It carried mail and two passengers.'];
  const written = (scan: Scan) => ({
    ...scan,
    cover: 0.2,
    texts: WRITTEN.map((text, at) => [text, 200 + 14 * at] as const),
  });
  const letter = async (): Promise<Scan> => {
    const [scan] = await scanPages(page(1));
    if (!scan) throw new Error('no page');
    return scan;
  };

  test('is read but for these, which it names and asks about', async () => {
    const scan = await letter();
    const { need, document } = await read('mixed.pdf', scannedPdf([written(scan), scan, scan, written(scan), scan]));
    expect(need).toEqual({ kind: 'pictures', pages: 3, of: 5 });
    expect(document?.text.match(/ferry to Sund/gu)).toHaveLength(2);
    expect(document?.attributes).toEqual({ 'left out': 'pages that are pictures: 2–3, 5' });
    expect(document?.raw_data).toBeUndefined();
  });

  test('is read in the order of its pages once a person agrees, and knows which words were recognised', async () => {
    const scan = await letter();
    const pdf = scannedPdf([written(scan), scan, written(scan)]);
    const { need, document, parts } = await read('mixed.pdf', pdf, AGREED);
    expect(need).toBeUndefined();
    const texts = document?.page_starts.map((start, at) => document.text.slice(start, document.page_starts[at + 1]));
    expect(texts?.map((text) => text.includes('ferry to Sund'))).toEqual([true, false, true]);
    expect(texts?.[1]).toContain('dredged in the spring of 1931');
    expect(document?.attributes).toEqual({});
    const recognition = recognitionOf({ media_type: 'application/pdf', raw_data: document?.raw_data ?? null });
    expect(recognition?.sizes.map(({ width }) => width > 0)).toEqual([false, true, false]);
    expect(new Set(recognition?.words.map((word) => word.page))).toEqual(new Set([2]));
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  });

  test('counts a scan with a stamp at its edge among them, but no page whose words stand on a picture', async () => {
    const scan = await letter();
    const stamped = { ...scan, texts: [['File 1931-07', 20] as const] };
    const slide = { ...scan, texts: [['Our harbour in figures', 300] as const] };
    expect(await read('mixed.pdf', scannedPdf([written(scan), stamped, slide]))).toMatchObject({
      need: { kind: 'pictures', pages: 1, of: 3 },
      document: { attributes: { 'left out': 'pages that are pictures: 2' } },
    });
  });

  test('is read without a question where its pictures are small', async () => {
    const scan = await letter();
    const small = { ...scan, cover: 0.5 };
    const { need, document } = await read('report.pdf', scannedPdf([written(scan), small]));
    expect(need).toBeUndefined();
    expect(document?.text).toContain('ferry to Sund');
  });
});

describe('a hostile picture', () => {
  test('that claims too many pixels is refused before it is decoded', async () => {
    const bytes = scanPng({ width: 100, height: 100, grey: new Uint8Array(100 * 100) });
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(16, 30_000);
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(20, 30_000);
    await expect(read('bomb.png', bytes)).rejects.toThrow('It is a picture of 30,000 by 30,000 pixels');
  });

  test('that is cut short within its head, or is noise behind it, is refused', async () => {
    const bytes = await png(page(1));
    await expect(read('cut.png', bytes.slice(0, 20))).rejects.toThrow('It is a picture that is damaged or cut short.');
    const noise = bytes.slice(0, 60);
    await expect(read('noise.png', noise, AGREED)).rejects.toThrow('It is a picture that is damaged or cut short.');
  });

  test('that is none is refused by its name', async () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => (at * 151) % 256);
    await expect(read('photo.jpg', bytes)).rejects.toThrow('It is named like a picture, but its content is none.');
  });
});

describe('the head of a picture', () => {
  const jpeg = (exif: readonly number[]) =>
    Uint8Array.from([
      ...[0xff, 0xd8, 0xff, 0xe1, 0, 2 + exif.length, ...exif],
      ...[0xff, 0xc2, 0, 11, 8, 1, 44, 2, 88, 1, 1, 0x11, 0],
    ]);
  const exif = (little: boolean, orientation: number): number[] => {
    const number = (value: number, bytes: number): number[] => {
      const big = Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 255);
      return little ? big.reverse() : big;
    };
    const entry = [...number(0x0112, 2), ...number(3, 2), ...number(1, 4), ...number(orientation, 2), 0, 0];
    const order = little ? [0x49, 0x49] : [0x4d, 0x4d];
    return [0x45, 0x78, 0x69, 0x66, 0, 0, ...order, ...number(42, 2), ...number(8, 4), ...number(1, 2), ...entry];
  };

  test.each([true, false])('tells how a JPEG is turned, in either byte order (%s)', (little) => {
    const head = pictureHead(jpeg(exif(little, 6)));
    expect(head).toEqual({ width: 600, height: 300, orientation: 6 });
    expect(head && shownSize(head)).toEqual({ width: 300, height: 600 });
  });

  test('is read of each kind of WebP', () => {
    const webp = (kind: string, content: readonly number[]) =>
      Uint8Array.from([...Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), ...content]);
    expect(pictureHead(webp('VP8X', [0, 0, 0, 0, 87, 2, 0, 43, 1, 0]))).toMatchObject({ width: 600, height: 300 });
    expect(pictureHead(webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 88, 2, 44, 1]))).toMatchObject({
      width: 600,
      height: 300,
    });
    const bits = 599 | (299 << 14);
    const lossless = [0x2f, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255];
    expect(pictureHead(webp('VP8L', lossless))).toMatchObject({ width: 600, height: 300 });
  });
});

describe('recognised lines', () => {
  const line = (
    words: string,
    x: number,
    y: number,
    { height = 20, rise = 0, confidence = 90 } = {},
  ): RecognisedLine => {
    const texts = words.split(' ');
    const end = x + texts.length * 100 - 20;
    return {
      height,
      baseline: [x, y, end, y + rise * (end - x)],
      words: texts.map((text, at) => ({ text, confidence, place: [x + at * 100, y - height, 80, height] })),
    };
  };
  const textOf = (lines: readonly RecognisedLine[]) =>
    recognisedPage(lines, { width: 1400, height: 2000 }).regions.flatMap((region) =>
      region.map(({ text }) => text.replace(/\s+/gu, ' ')),
    );

  test('of a slanted page stay lines', () => {
    const slanted = [0, 40, 80].map((y, at) =>
      line('one two three four five six', 100, 300 + y, { rise: 0.03, height: 20 + at }),
    );
    expect(textOf(slanted)).toEqual(Array(3).fill('one two three four five six'));
  });

  test('of nearly one size are set in one size', () => {
    const { regions } = recognisedPage(
      [line('one two', 0, 100, { height: 19 }), line('three', 0, 130, { height: 21 })],
      { width: 1400, height: 2000 },
    );
    expect(regions.flat().map(({ size }) => size)).toEqual([10, 10]);
  });

  test.each([
    ['upright', false],
    ['that lies on its side', true],
  ])('of a page at 300 dots for an inch, %s, keep the ends that somebody gave them', (_, isTurned) => {
    const written = ['One Two Three Four', 'Ada Holm', 'Quay Street', 'Nordvik Harbour'];
    const lines = written.map((words, at) => line(words, 100, 300 + 60 * at, { height: 40 }));
    const shown = ({ words, ...rest }: RecognisedLine): RecognisedLine => ({
      ...rest,
      words: words.map((word) => {
        const [x, y, width, height] = word.place;
        return isTurned ? { ...word, shown: [y, x, height, width] as const } : word;
      }),
    });
    const read = recognisedPage(lines.map(shown), { width: 2480, height: 3508 });
    expect(pdfBlocks([read], new Map())).toMatchObject([
      { kind: 'part' },
      { kind: 'paragraph', text: `${written[0]} ${written.slice(1).join('\n')}` },
    ]);
  });

  test('keep the confidence of each word, but not what is hardly a word', () => {
    const { regions } = recognisedPage(
      [line('sure', 0, 100), line('doubtful', 0, 130, { confidence: 40 }), line('~;', 0, 160, { confidence: 10 })],
      { width: 1400, height: 2000 },
    );
    expect(regions.flat().flatMap(({ words = [] }) => words.map(({ text, confidence }) => [text, confidence]))).toEqual(
      [
        ['sure', 90],
        ['doubtful', 40],
      ],
    );
  });
});
