import { describe, expect, it } from 'vitest';
import { readingOrder } from '../../../src/core/index/reading-order';
import type { ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';

/** A passage of one sentence. */
const unit = (document: string, at: number, text = `Sentence ${String(at)} of ${document}.`): TextUnitRow => {
  const [id, start] = [`${document}${String(at)}`, at * 1000];
  const sentence = { sentence_starts: [start], sentence_ends: [start + text.length], first_sentence: at };
  return { id, document_id: document, text, start, n_tokens: 100, ...sentence } as unknown as TextUnitRow;
};
/** A key in the sentence of a passage. */
const mention = (key: string, unitId: string): ExtractionRow => {
  const [, document = '', at = ''] = /^(.*?)(\d+)$/u.exec(unitId) ?? [];
  return { key, text_unit_id: unitId, document_id: document, sentences: [Number(at)] } as unknown as ExtractionRow;
};
const order = (
  units: readonly TextUnitRow[],
  mentions: readonly ExtractionRow[],
  share = 1,
  read?: ReadonlySet<string>,
): readonly string[] => finish(readingOrder(units, mentions, share, read)).map(({ id }) => id);

const UNITS = [
  ...Array.from({ length: 12 }, (_, at) => unit('a', at)),
  ...Array.from({ length: 4 }, (_, at) => unit('b', at)),
];
const MENTIONS = [
  mention('weir', 'a3'),
  mention('weir', 'b1'),
  mention('vicar', 'a3'),
  mention('vicar', 'a7'),
  mention('vicar', 'b1'),
  ...UNITS.map(({ id }) => mention('water', id)),
  mention('once', 'a0'),
];

describe('The order in which a model reads', () => {
  it('puts first what shares rare names with other passages, and lets names that stand everywhere or once count nothing', () => {
    expect(order(UNITS, MENTIONS).slice(0, 4)).toEqual(['a3', 'b1', 'a7', 'a0']);
  });

  it('takes the same share of each document, and at least one passage of each', () => {
    expect(order(UNITS, MENTIONS, 0.25)).toEqual(['a3', 'b1', 'a7', 'a0']);
    expect(order(UNITS, MENTIONS, 0.1)).toHaveLength(2);
  });

  it('rounds to the nearest number of passages, so that many short documents do not make it read far more than the share', () => {
    const short = Array.from({ length: 20 }, (_, at) => [0, 1, 2].map((n) => unit(`d${String(at)}-`, n))).flat();
    expect(order(short, [], 0.4)).toHaveLength(20);
    expect(order(short, [], 0.6)).toHaveLength(40);
  });

  it('takes the same passages of a document when another one is added', () => {
    const before = order(UNITS, MENTIONS, 0.5).filter((id) => id.startsWith('a'));
    const more = [...UNITS, unit('c', 0), unit('c', 1)];
    const after = order(more, [...MENTIONS, mention('elsewhere', 'c0'), mention('elsewhere', 'c1')], 0.5);
    expect(after.filter((id) => id.startsWith('a')).toSorted()).toEqual(before.toSorted());
  });

  it('takes no more of a document whose share is read, although what is central has moved since', () => {
    const read = new Set(order(UNITS, MENTIONS, 0.5));
    const others = MENTIONS.filter(({ text_unit_id: id }) => !['a3', 'a7'].includes(id));
    const moved = [...others, ...['a9', 'a10', 'a11', 'b3'].map((id) => mention('ford', id))];
    expect(order(UNITS, moved, 0.5).toSorted()).not.toEqual([...read].toSorted());
    const again = order(UNITS, moved, 0.5, read);
    expect(again.toSorted()).toEqual([...read].toSorted());
    const further = order(UNITS, moved, 1, read);
    expect(further).toEqual(order(UNITS, moved));
  });

  it('prefers of two passages that share the same names the shorter one, which costs less', () => {
    const long = { ...unit('a', 0), n_tokens: 400 };
    const rest = Array.from({ length: 8 }, (_, at) => unit('a', at + 1));
    const shared = [mention('weir', 'a0'), mention('weir', 'a5')];
    expect(order([long, ...rest], shared)[0]).toBe('a5');
  });

  it('counts a sentence the less, the more often it stands elsewhere, however its lines are broken', () => {
    const footer = (at: number): string => ['Sent by Marlow', 'at the Weir.'].join(at % 2 === 0 ? ' ' : '\n');
    const units = UNITS.map((one, at) => (at < 4 ? unit('a', at, footer(at)) : one));
    const footers = [0, 1, 2, 3].flatMap((at) => ['marlow', 'weir'].map((key) => mention(key, `a${String(at)}`)));
    const mentions = [...footers, mention('vicar', 'a10'), mention('vicar', 'b2')];
    expect(order(units, mentions).slice(0, 2)).toEqual(['a10', 'b2']);
    expect(order(UNITS, mentions).slice(0, 4)).toEqual(['a0', 'a1', 'a2', 'a3']);
  });

  it('is the same whatever the order of the rows', () => {
    expect(order(UNITS.toReversed(), MENTIONS.toReversed())).toEqual(order(UNITS, MENTIONS));
  });

  it('is empty without passages', () => {
    expect(order([], [])).toEqual([]);
  });
});

/** Six chapters of six passages, and four passages of a licence. Each shares names of its own; chapters also share one with the next. */
const BOOK = Array.from({ length: 40 }, (_, at) => unit('book', at));
const LICENCE = ['book36', 'book37', 'book38', 'book39'];
const BOOK_NAMES = [
  ...Array.from({ length: 36 }, (_, at) => {
    const chapter = Math.floor(at / 6);
    const linked = at % 6 < 2 ? [`road ${String(chapter)}`, `road ${String((chapter + 5) % 6)}`] : [];
    return ['hall', 'farm', ...linked].map((name) =>
      mention(name.startsWith('road') ? name : `${name} ${String(chapter)}`, `book${String(at)}`),
    );
  }).flat(),
  ...LICENCE.flatMap((id) => ['mark', 'trust', 'fee', 'refund'].map((name) => mention(name, id))),
];
const chapterOf = (id: string): number => Math.floor(Number(id.slice('book'.length)) / 6);

describe('The passages of a long document', () => {
  it('are read by communities, of each as many as its size calls for', () => {
    const half = order(BOOK, BOOK_NAMES, 0.5).filter((id) => !LICENCE.includes(id));
    for (const chapter of [0, 1, 2, 3, 4, 5]) {
      const own = half.filter((id) => chapterOf(id) === chapter).length;
      expect(own, `of chapter ${String(chapter)}`).toBeGreaterThanOrEqual(3);
      expect(own, `of chapter ${String(chapter)}`).toBeLessThanOrEqual(4);
    }
  });

  it('come last where their names do not lead to the rest, as those of a licence after a book', () => {
    expect(order(BOOK, BOOK_NAMES, 0.9)).not.toEqual(expect.arrayContaining(LICENCE.slice(0, 1)));
    expect(order(BOOK, BOOK_NAMES).slice(-4).toSorted()).toEqual(LICENCE);
  });

  it('are the same, and in the same order, when a run goes on after any number of them', () => {
    const whole = order(BOOK, BOOK_NAMES, 0.5);
    for (const count of whole.keys()) {
      const read = new Set(whole.slice(0, count));
      expect(order(BOOK, BOOK_NAMES, 0.5, read)).toEqual(whole);
    }
  });

  it('count towards the share of their community when they are read, whichever they are', () => {
    const firstChapter = ['book2', 'book3', 'book4', 'book5'];
    const further = order(BOOK, BOOK_NAMES, 0.5, new Set(firstChapter));
    expect(further.filter((id) => chapterOf(id) === 0).toSorted()).toEqual(firstChapter);
  });

  it('keep to their document: two documents are read as they would be alone', () => {
    const other = BOOK.map((_, at) => unit('other', at));
    const otherNames = BOOK_NAMES.map(({ key, text_unit_id: id }) =>
      mention(`${key} too`, id.replace('book', 'other')),
    );
    const both = order([...BOOK, ...other], [...BOOK_NAMES, ...otherNames], 0.5);
    expect(both.filter((id) => id.startsWith('book')).toSorted()).toEqual(order(BOOK, BOOK_NAMES, 0.5).toSorted());
  });
});
