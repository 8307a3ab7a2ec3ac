import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../../scripts/lib/open-pdf-in-node';
import { assemblePdf } from '../../../../scripts/lib/pdf-objects';
import { readSource } from '../../../../src/adapters/documents/read-source';
import type { PlacedText } from '../placed-pdf';
import { lines, read, textOf } from '../read-placed-pdf';

describe('a table over several pages', () => {
  const row = (cells: readonly string[], y: number): PlacedText[] =>
    cells.map((text, column) => ({ x: 60 + 150 * column, y, text }));
  const page = (from: number) => ({
    texts: [
      ...row(['Ship', 'Master', 'Dues'], 40),
      ...Array.from({ length: 20 }, (_, at) => from + at).flatMap((number, at) =>
        row([`Ship ${number}`, `Master ${number}`, String(100 + number)], 58 + 14 * at),
      ),
    ],
  });

  test('keeps every row, and its heading row once', async () => {
    const text = await textOf(...[0, 20, 40, 60, 80].map(page));
    expect(text.match(/^Ship \d+ \| Master \d+ \| \d+$/gmu)).toHaveLength(100);
    expect(text.match(/Ship \| Master \| Dues/gu)).toHaveLength(1);
  });

  test('is one table with one head, whose rows stand on their pages', async () => {
    const { text, table_starts = [], table_heads, page_starts } = await read(...[0, 20, 40].map(page));
    expect([table_starts, table_heads]).toEqual([[0], [1]]);
    expect(page_starts.map((start) => text.slice(start).split('\n', 1)[0])).toEqual([
      'Ship | Master | Dues',
      'Ship 20 | Master 20 | 120',
      'Ship 40 | Master 40 | 140',
    ]);
  });

  test('has a cell where no blank stands in a gap, on a page with blanks between its words', async () => {
    const tight = (cells: readonly string[], y: number): PlacedText[] =>
      cells.map((text, column) => ({
        x: 60 + 57 * column - (column > 0 ? 5 * text.length : 0),
        y,
        text,
      }));
    const texts = [
      {
        x: 60,
        y: 20,
        text: 'The ferry runs from March to October and then rests.',
      },
      ...tight(['One', 'Pier A', 'Line 43 go'], 80),
      ...tight(['Two', 'Pier B', 'Line 17 go'], 94),
      ...tight(['Six', 'Pier C', 'Line 22 go'], 108),
    ];
    expect(await textOf({ texts })).toContain('One | Pier A | Line 43 go\nTwo | Pier B | Line 17 go');
  });

  test('has no head where its first row is one like the others', async () => {
    const texts = [
      ...row(['North', '11', '12'], 40),
      ...row(['South', '21', '22'], 54),
      ...row(['West', '3', '4'], 68),
    ];
    expect((await read({ texts })).table_heads).toEqual([0]);
  });

  test('ends where other words follow it, even at the end of its page', async () => {
    const texts = [...page(0).texts, { x: 60, y: 400, text: 'Dues are paid in May.' }];
    const { table_starts } = await read({ texts }, page(20));
    expect(table_starts).toHaveLength(2);
  });

  test('repeats a label that is merged over rows, and leaves other cells where they are', async () => {
    const texts = [
      ...row(['Pier', 'Morning', 'Evening'], 40),
      ...row(['North', '11', '12'], 54),
      ...row(['21', '22'], 68).map((cell) => ({ ...cell, x: cell.x + 150 })),
      ...row(['Sum', '', '99'], 82),
    ];
    expect(await textOf({ texts })).toBe('Pier | Morning | Evening\nNorth | 11 | 12\nNorth | 21 | 22\nSum |  | 99');
  });
});

describe('lines of one paragraph', () => {
  const FULL = 'A line that reaches to the margin of the page, with words enough for that';

  test('stay lines where one ends though the next word had room, as in a list without marks', async () => {
    const texts = lines([FULL, 'Alpha', 'Beta', 'Gamma of the harbour']);
    expect(await textOf({ texts })).toBe(`${FULL}\nAlpha\nBeta\nGamma of the harbour`.replace('\nAlpha', ' Alpha'));
  });

  test('are joined where a sentence goes on in small letters, or the next word had no room', async () => {
    expect(await textOf({ texts: lines([FULL, 'and goes on', 'here']) })).toBe(`${FULL} and goes on here`);
    const long = 'Constantinopolitanischerdudelsackpfeifer plays until the morning comes';
    expect(
      await textOf({
        texts: lines([FULL, `${FULL.slice(0, 50)}`, long, FULL]),
      }),
    ).toBe(`${FULL} ${FULL.slice(0, 50)} ${long} ${FULL}`);
  });
});

describe('running lines', () => {
  const bodies = ['The fever fell.', 'The wound was dressed.', 'A letter came.', 'She was sent home.'];
  const pages = bodies.map((text, at) => ({
    texts: [
      { x: 60, y: 30, text: 'Patient: Ida Holm, born 3 May 1881' },
      ...lines([text]),
      { x: 60, y: 780, text: `Ward 3, sheet ${at + 1} of 4` },
    ],
  }));

  test('stand in the text once', async () => {
    const text = await textOf(...pages);
    expect(text.match(/Ida Holm/gu)).toHaveLength(1);
    expect(text.match(/Ward 3/gu)).toHaveLength(1);
    for (const body of bodies) expect(text).toContain(body);
  });

  test('come before the text where they are drawn after it', async () => {
    const late = pages.map(({ texts }) => ({
      texts: [...texts.slice(1), ...texts.slice(0, 1)],
    }));
    expect(await textOf(...late)).toMatch(/^Patient: Ida Holm/u);
  });

  test('are none where lines at the top differ by more than the number of the page', async () => {
    const days = [3, 11, 22, 35].map((day) => ({
      texts: lines([`Day ${day}. The fever fell.`, 'It rained.'], { y: 30 }),
    }));
    const text = await textOf(...days);
    expect(text.match(/Day \d+/gu)).toEqual(['Day 3', 'Day 11', 'Day 22', 'Day 35']);
  });
});

describe('a form and comments', () => {
  const texts = lines(['Name of the ship:', 'Insured:', 'Signed at Varde.']).map((line, at) => ({
    ...line,
    y: 100 + 30 * at,
  }));

  test('give values beside their labels, and those without a label with their names', async () => {
    const text = await textOf({
      texts,
      annotations: [
        '/Subtype /Widget /FT /Tx /T (ship) /V (Petrel) /Rect [200 695 400 710]',
        '/Subtype /Widget /FT /Btn /T (insured) /V /Yes /AS /Yes /Rect [200 665 212 677]',
        '/Subtype /Widget /FT /Tx /T (berth) /V (Nine) /Rect [60 100 200 120]',
        '/Subtype /Widget /FT /Tx /Ff 8192 /T (secret) /V (Hidden) /Rect [60 60 200 80]',
      ],
    });
    expect(text).toBe('Name of the ship: Petrel\n\nInsured: ☒\n\nSigned at Varde.\n\nberth: Nine');
  });

  test('give what people noted on the page, but for what is hidden', async () => {
    const text = await textOf({
      texts: texts.slice(2),
      annotations: [
        '/Subtype /FreeText /Contents (Crack at pile nine) /Rect [72 640 300 660]',
        '/Subtype /Highlight /Contents (The year is 1912) /Rect [72 640 300 660] /QuadPoints [72 660 300 660 72 640 300 640]',
        '/Subtype /Text /F 2 /Contents (Never shown) /Rect [72 640 300 660]',
      ],
    });
    expect(text).toBe('Signed at Varde.\n\n[comment] Crack at pile nine\n\n[comment] The year is 1912');
  });
});

describe('the order of a page', () => {
  const column = (name: string, count = 8): string[] =>
    Array.from({ length: count }, (_, at) => `${name} sentence ${at + 1} speaks of sea and wind.`);
  const left = lines(column('Left'), { x: 40 });
  const right = lines(column('Right'), { x: 320 });
  const ordered = [...column('Left'), ...column('Right')];
  const found = (text: string): string[] => text.match(/(?:Left|Right) sentence \d+ speaks of sea and wind\./gu) ?? [];

  test('is that of the file, with a full line below two columns last', async () => {
    const text = await textOf({
      texts: [
        ...left,
        ...right,
        {
          x: 40,
          y: 220,
          text: 'After the columns one full line that runs over both.',
        },
      ],
    });
    expect(found(text)).toEqual(ordered);
    expect(text).toMatch(/runs over both\.$/u);
  });

  test('is that of the places where columns are written line by line', async () => {
    const across = left.flatMap((line, at) => [line, right[at] ?? line]);
    expect(found(await textOf({ texts: across }))).toEqual(ordered);
  });

  test('is that of the places where the file goes back again and again', async () => {
    const mixed = [...left].sort((a, b) => a.text.length - b.text.length || b.y - a.y);
    expect(found(await textOf({ texts: mixed }))).toEqual(column('Left'));
  });

  test('is that of a page that lies on its side, and has what stands upright on it last', async () => {
    const turned = lines(column('Left')).map(({ text }, at) => ({
      text,
      x: 100 + 12 * at,
      y: 700,
      turned: 90,
    }));
    expect(found(await textOf({ texts: turned }))).toEqual(column('Left'));
    expect(found(await textOf({ texts: turned, rotate: 90 }))).toEqual(column('Left'));
    const stamp = { x: 30, y: 700, text: 'Received in May', turned: 90 };
    expect(await textOf({ texts: [stamp, ...left] })).toMatch(/\n\nReceived in May$/u);
  });
});

test('a page tree that runs in circles is called damaged', async () => {
  const circle = assemblePdf(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 3 /Kids [2 0 R] >>'],
    '/Root 1 0 R',
  );
  const reading = readSource({ path: 'circle.pdf', bytes: new Blob([circle as BlobPart]) }, { openPdf: openPdfInNode });
  await expect(reading).rejects.toThrow(/^It is not a PDF that can be read/u);
});
