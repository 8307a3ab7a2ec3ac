import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { numberedHeadings } from '../../../src/core/text/numbered-headings';
import type { Heading } from '../../../src/core/tables/documents';
import { hostileTexts, texts } from './texts';

const find = (text: string, headings: readonly Heading[] = []): readonly Heading[] =>
  numberedHeadings(text, { headings, bare: 'all' });
const titles = (text: string): readonly string[] => find(text).map((heading) => heading.text);

const PROSE =
  'The harbour master keeps the book of the ships that lie at the quay. Nobody may moor there at night without leave.';
const DEUTSCH =
  'Der Hafenmeister führt das Buch der Schiffe, die am Kai liegen. Niemand darf dort ohne Erlaubnis festmachen.';
const RUSSIAN = 'Начальник порта ведёт книгу судов у причала. Никто не может швартоваться ночью без его разрешения.';
const CHINESE = '港务长应当登记停泊在码头的船舶，并保管登记簿。未经许可，任何人不得在夜间停泊。';
const ROMAN = ['I', 'II', 'III', 'IV', 'V'];
const HAN = ['一', '二', '三', '四', '五'];

/** Five parts, each a label with text below or behind it. */
const parts = (part: (n: number) => string, between = '\n\n'): string =>
  Array.from({ length: 5 }, (_, at) => part(at + 1)).join(between);

describe('a form of line whose numbers rise is a heading', () => {
  test.each([
    ['Article 3', (n: number) => `Article ${n}\n${PROSE}`],
    ['§ 3 Hafenbuch', (n: number) => `§ ${n} Hafenbuch\n${DEUTSCH}`],
    ['CHAPTER III', (n: number) => `CHAPTER ${ROMAN[n - 1] ?? ''}\n\n${PROSE}`],
    [
      'Chapitre 3',
      (n: number) =>
        `Chapitre ${n}\n\nLe maître du port tient le registre des navires, et nul ne s’y amarre sans son accord.`,
    ],
    ['第三条', (n: number) => `第${HAN[n - 1] ?? ''}条　${CHINESE}`],
    ['第3章 码头', (n: number) => `第${n}章 码头\n${CHINESE}`],
    [
      '제3조',
      (n: number) => `제${n}조(장부) 항만장은 부두에 정박한 선박의 장부를 보관한다. 누구도 밤에 정박할 수 없다.`,
    ],
    [
      'Artículo 3',
      (n: number) => `Artículo ${n}.- El capitán del puerto lleva el libro de los barcos que están en el muelle.`,
    ],
    ['Статья 3. Порт', (n: number) => `Статья ${n}. Порт\n${RUSSIAN}`],
    [
      'Điều 3. Sổ tàu',
      (n: number) =>
        `Điều ${n}. Sổ tàu\nTrưởng cảng giữ sổ ghi các tàu đậu tại bến. Không ai được neo đậu vào ban đêm.`,
    ],
    [
      'المادة 3',
      (n: number) => `المادة ${n}\nيحتفظ مدير الميناء بسجل السفن الراسية. ولا يجوز لأحد أن يرسو ليلا دون إذنه.`,
    ],
    [
      'धारा ३',
      (n: number) =>
        `धारा ${String.fromCodePoint(0x966 + n)}\nबंदरगाह अधिकारी जहाजों की पुस्तक रखता है। उसकी अनुमति के बिना कोई नहीं रुक सकता।`,
    ],
  ])('such as %s', (heading, part) => {
    const text = parts(part);
    const found = find(text);
    expect(found).toHaveLength(5);
    expect(found[2]?.text).toBe(heading);
    expect(found[2]?.start).toBe(text.indexOf(heading));
  });

  it('also where no empty line stands between the parts', () => {
    expect(titles(parts((n) => `Article ${n}\n${PROSE}`, '\n'))).toHaveLength(5);
    expect(titles(parts((n) => `第${HAN[n - 1] ?? ''}条　${CHINESE}`, '\n'))).toHaveLength(5);
  });

  it('with a title on the line below its label', () => {
    expect(titles(parts((n) => `Article ${n}\nBook of the quay\n\n${PROSE}`))[1]).toBe('Article 2 Book of the quay');
  });

  it('of several levels by its points, with what stands above it', () => {
    const text = `1. Scope\n\n${PROSE}\n\n1.1 Quays\n\n${PROSE}\n\n1.2 Piers\n\n${PROSE}\n\n2. Fees\n\n${PROSE}\n\n2.1 Ships\n\n${PROSE}`;
    expect(find(text).map(({ level, text: title }) => `${level} ${title}`)).toEqual([
      '1 1. Scope',
      '2 1.1 Quays',
      '2 1.2 Piers',
      '1 2. Fees',
      '2 2.1 Ships',
    ]);
  });

  it('below the form of which there are fewer', () => {
    const chapter = (n: number): string => `CHAPTER ${ROMAN[n - 1] ?? ''}\n\n`;
    const article = (n: number): string => `Article ${n}\n\n${PROSE}\n\n`;
    const text = [1, 2, 3].map((n) => chapter(n) + article(3 * n - 2) + article(3 * n - 1) + article(3 * n)).join('');
    const levels = new Map(find(text).map((heading) => [heading.text, heading.level]));
    expect(levels.get('CHAPTER II')).toBe(1);
    expect(levels.get('Article 5')).toBe(2);
    expect(levels.size).toBe(12);
  });

  it('below marked headings, which it does not repeat', () => {
    const text = `Port Act\n\n${parts((n) => `Article ${n}\n\n${PROSE}`)}`;
    const marked = [
      { start: 0, level: 1, text: 'Port Act' },
      { start: text.indexOf('Article 4'), level: 2, text: 'Article 4' },
    ];
    expect(find(text, marked).map(({ level, text: title }) => `${level} ${title}`)).toEqual([
      '2 Article 1',
      '2 Article 2',
      '2 Article 3',
      '2 Article 5',
    ]);
  });

  it('also where a contents page names it first', () => {
    const contents = parts((n) => `Chapter ${n}. The night of the storm`, '\n');
    const text = `${contents}\n\n${parts((n) => `Chapter ${n}. The night of the storm\n\n${PROSE} ${PROSE} ${PROSE}`)}`;
    const found = find(text);
    expect(found).toHaveLength(5);
    expect(found[0]?.start).toBeGreaterThan(contents.length);
  });

  it('also where a sentence of a paragraph begins a line with another of its kind', () => {
    const text = parts(
      (n) => `Article ${n}\n\n${PROSE}\nThe fee is that of\nArticle 2 of the Port Act, and no other.\n${PROSE}`,
    );
    expect(titles(text)).toEqual(['Article 1', 'Article 2', 'Article 3', 'Article 4', 'Article 5']);
  });
});

describe('no heading', () => {
  const long = `${PROSE} ${PROSE}`;
  test.each([
    ['a contents page alone', parts((n) => `Chapter ${n}. The night of the storm`, '\n')],
    ['a contents page with page numbers', parts((n) => `Chapter ${n} ........ ${10 * n}`)],
    ['a numbered list', `You need:\n\n${parts((n) => `${n}. A rope of ${n} metres`, '\n')}\n\n${PROSE}`],
    ['a list of sentences', parts((n) => `${n}. ${PROSE}`)],
    ['rows of a table', parts((n) => `Room ${n}   12   ${PROSE}   4`)],
    ['rows with bars', parts((n) => `Room ${n} | ${PROSE}`)],
    [
      'page numbers',
      parts(
        (n) =>
          `${long} And then the ship went\n\nPage ${n}\n\nout again, which nobody had expected of it or of her. ${long}`,
      ),
    ],
    ['numbers alone', parts((n) => `${long}\n\n${n}\n\n${long}`)],
    ['running lines', parts((n) => [1, 2, 3].map(() => `Chapter ${n}\n\n${long} And then the ship went`).join('\n\n'))],
    ['years', parts((n) => `Copyright ${1998 + 2 * n} Ada Quill\n\n${PROSE}`)],
    [
      'verses',
      parts((n) => `${n} In the beginning was the quay, and the quay was long,\nand no ship lay at it.`, '\n'),
    ],
    [
      'captions',
      parts(
        (n) => `As figure ${n} shows, the quay is long. ${long}\n\nFigure ${n}: The quay\n\n${long} Fig. ${n} is old.`,
      ),
    ],
    ['dates', parts((n) => `May ${n}, 1936 was a day like others. ${PROSE}`)],
    ['a sentence that begins with a number', parts((n) => `Room ${n} of the custom house is closed. ${PROSE}`)],
    ['one line of its kind', `Article 7\n\n${long}`],
  ])('is %s', (_, text) => {
    expect(titles(text)).toEqual([]);
  });
});

it('counts a list of a format that marks its headings as none, unless its numbers have points', () => {
  const list = parts((n) => `${n}. Clear the quay\n\n${PROSE}`);
  const sections = parts((n) => `1.${n} The quay\n\n${PROSE}`);
  expect(numberedHeadings(list, { bare: 'pointed' })).toEqual([]);
  expect(numberedHeadings(sections, { bare: 'pointed' })).toHaveLength(5);
  expect(numberedHeadings(sections, { bare: 'none' })).toEqual([]);
});

describe('for any text', () => {
  it('headings rise, lie on lines of the text and begin with its words', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              ...Object.values(texts),
              'Article 1',
              'Article 2',
              '§ 3 X',
              '第四条',
              '1.1 A',
              'IV',
              '',
              PROSE,
            ),
          ),
          { maxLength: 40 },
        ),
        (lines) => {
          const text = lines.join('\n');
          let before = -1;
          for (const { start, level, text: title } of find(text)) {
            expect(start).toBeGreaterThan(before);
            expect(
              text
                .slice(start)
                .replace(/\s+/gu, ' ')
                .startsWith(title.split(' ')[0] ?? ''),
            ).toBe(true);
            expect(title).not.toBe('');
            expect(level).toBeGreaterThan(0);
            before = start;
          }
        },
      ),
    );
  });

  it.each(Object.entries(hostileTexts))('nothing breaks on %s', (_, text) => {
    expect(() => find(text)).not.toThrow();
  });

  it('the time is linear in the text', () => {
    const time = (text: string): number => {
      const start = process.cpuUsage();
      find(text);
      return process.cpuUsage(start).user / 1000;
    };
    const lines = Array.from({ length: 1_000_000 }, (_, n) => `Article ${n % 5000}`).join('\n');
    expect(time(lines)).toBeLessThan(15_000);
    expect(time(Array.from({ length: 300_000 }, (_, n) => `a${n} ${n % 9}\n`).join('\n'))).toBeLessThan(15_000);
    expect(time('Article 1 '.repeat(1_000_000))).toBeLessThan(2000);
    expect(time('I'.repeat(3_000_000))).toBeLessThan(2000);
    expect(time(' '.repeat(3_000_000))).toBeLessThan(2000);
  }, 60_000);
});
