import { describe, expect, test } from 'vitest';
import { FFI, LAM_ALEF } from '../placed-pdf';
import { lines, read, textOf } from '../read-placed-pdf';

test('letters that are drawn as one are all read, in the order of their script', async () => {
  const text = `The o${FFI}ce of Su${FFI}eld`;
  // From left to right, as programs write it.
  const arabic = [...`الس${LAM_ALEF}م عليكم`].reverse().join('');
  const read = await textOf({
    texts: [
      { x: 60, y: 100, text },
      { x: 60, y: 160, text: arabic },
    ],
  });
  expect(read).toBe('The office of Suffield\n\nالسلام عليكم');
});

describe('words that are drawn twice', () => {
  test('as bold or for a shadow are read once', async () => {
    const text = 'Fees of the harbour';
    const twice = [0, 0.3, 1].map((by) => ({
      x: 60 + by,
      y: 100 + by,
      text,
      size: 14,
    }));
    expect(await textOf({ texts: twice })).toBe(text);
  });

  test('unseen over the page, as programs for scans do, are read once', async () => {
    const seen = { x: 60, y: 100, text: 'The fee is twelve crowns.' };
    const unseen = { ...seen, x: 61, apart: 0.2, invisible: true };
    expect(await textOf({ texts: [seen, unseen] })).toBe(seen.text);
    expect(await textOf({ texts: [{ ...seen, invisible: true }] })).toBe(seen.text);
  });
});

describe('letters', () => {
  test('a large initial begins the first line beside it', async () => {
    const beside = lines(['he lamp on the mole was lit by Ida', 'Holm on the night of the third of May,'], { x: 85 });
    const below = lines(['and it has burned since then.'], { y: 124 });
    const texts = [{ x: 60, y: 112, text: 'T', size: 36 }, ...beside, ...below];
    expect(await textOf({ texts })).toBe(
      'The lamp on the mole was lit by Ida Holm on the night of the third of May, and it has burned since then.',
    );
  });

  test('set apart evenly make words', async () => {
    const heading = { x: 60, y: 60, text: 'CHAPTER ONE', size: 16, apart: 5 };
    const document = await read({
      texts: [heading, ...lines(['The lamp was lit.', 'It burned.'])],
    });
    expect(document.headings.map(({ text }) => text)).toEqual(['CHAPTER ONE']);
  });

  test('from right to left come in the order in which they are read, with brackets as they belong', async () => {
    const drawn = (text: string): string => Array.from(text).reverse().join('');
    const text = `.1911 ${drawn('בשנת')} (Harbour Co) ${drawn('הרציף נבנה על ידי')}`;
    expect(await textOf({ texts: [{ x: 60, y: 100, text }] })).toBe('הרציף נבנה על ידי (Harbour Co) בשנת 1911.');
  });
});

describe('words broken at the ends of lines', () => {
  test('are joined, and keep a hyphen of their own', async () => {
    const texts = lines([
      'During COVID-',
      '19 the harbour stayed open, 2019-',
      '2020 was short. The pilot Berg-',
      'Holm signed the agree-',
      'ment on the state-of-the-',
      'art dredger. The price set the long-',
      'term lease of long use; a term of price-',
      'determining weight, determining all.',
    ]);
    expect(await textOf({ texts })).toBe(
      'During COVID-19 the harbour stayed open, 2019-2020 was short. The pilot Berg-Holm signed the agreement on the ' +
        'state-of-the-art dredger. The price set the long-term lease of long use; a term of price-determining weight, determining all.',
    );
  });
});

describe('headings', () => {
  test('in bold letters of the usual size stand alone', async () => {
    const texts = [
      { x: 60, y: 60, text: '1. Bells and towers', bold: true },
      ...lines(
        ['The tower stands in Kesh, and it has four bells that', 'are rung at noon by the keeper of the tower.'],
        { y: 74 },
      ),
      { x: 60, y: 100, text: '1.1. More', bold: true },
      ...lines(['Second.'], { y: 114 }),
    ];
    const { headings, text } = await read({ texts });
    expect(headings.map((heading) => heading.text)).toEqual(['1. Bells and towers', '1.1. More']);
    expect(text).toContain('towers\n\nThe tower');
  });
});

describe('notes', () => {
  test('are tied to their place by one mark, also at the end of the document', async () => {
    const first = [
      ...lines(['The quay was measured twice']),
      { x: 195, y: 96, text: '1', size: 6 },
      { x: 60, y: 112, text: 'and it was lower.' },
      { x: 145, y: 108, text: 'i', size: 6 },
      {
        x: 60,
        y: 124,
        text: 'The board wrote to the keeper of the lamp about it in May.',
      },
      { x: 60, y: 700, text: '1 Both at low tide.', size: 8 },
    ];
    const text = await textOf({ texts: first }, { texts: [{ x: 60, y: 60, text: 'i Kept in the archive.', size: 8 }] });
    expect(text).toContain('twice[1] and it was lower.[i]');
    expect(text).toContain('\n\n[1] Both at low tide.');
    expect(text).toContain('\n\n[i] Kept in the archive.');
  });
});

test('notes that every page counts from 1 are tied to the mark on their own page, else the latest before', async () => {
  const page = (name: string, note?: string) => ({
    texts: [
      ...lines(['The quay was measured twice']),
      { x: 195, y: 96, text: '1', size: 6 },
      {
        x: 60,
        y: 112,
        text: `and in ${name} it was lower than the board of the harbour wrote.`,
      },
      ...(note ? [{ x: 60, y: 700, text: `1 ${note}`, size: 8 }] : []),
    ],
  });
  const text = await textOf(page('Varde', 'At low tide.'), page('Skagen'), page('Holm', 'In a storm.'), {
    texts: [{ x: 60, y: 60, text: '1 Kept in the archive.', size: 8 }],
  });
  const numbers = [...text.matchAll(/twice\[(\S+)\] and in (\w+)|\[(\S+)\] (At|In|Kept)/gu)].map((match) =>
    match.slice(1).filter(Boolean).join(' '),
  );
  expect(numbers).toEqual(['1 Varde', '1 At', '1*3 Skagen', '1*2 Holm', '1*2 In', '1*3 Kept']);
});
