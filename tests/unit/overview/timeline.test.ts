import { describe, expect, it } from 'vitest';
import { mentionDates } from '../../../src/core/overview/dated-mentions';
import { entriesOfYear, timelineOf, type TimelineFilter } from '../../../src/core/overview/timeline';
import type { CovariateRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { smallWorld } from '../search/small-world';

const small = smallWorld({
  documents: [
    {
      id: 'log',
      title: 'Log of the light',
      paragraphs: [
        'Ada Marsh lit the lamp on 1903-05-08. It burned until 1904-01-02, says the log.',
        'No dates: 1903-02-30, v1903-05-08, 21903-05-08, 1903-05-08-17 and 10.1903-05-08. From 8 May 1903 to June 1904 it rained.',
      ],
    },
    { id: 'letter', title: 'A letter', paragraphs: ['Rosa Pell wrote to nobody.', 'It came on 1904-02-29.'] },
  ],
  entities: [
    { title: 'Ada Marsh', type: 'person' },
    { title: 'Rosa Pell', type: 'person' },
  ],
});
const attributes = JSON.stringify({
  date: '1905-07-01T10:00:00Z',
  note: 'on 1905-07-01',
  year: '1905',
  signed: '2 July 1905',
  lot: '1911',
  bad: '1905-13-01',
});
const index = indexOf({
  ...small,
  documents: small.documents.map((row) => (row.id === 'letter' ? { ...row, attributes } : row)),
});

const claim = (changes: Partial<CovariateRow>): CovariateRow => ({
  id: `${changes.start_date ?? ''} ${changes.end_date ?? ''}`,
  human_readable_id: 0,
  covariate_type: 'claim',
  type: 'duty',
  description: 'Ada Marsh kept the light.',
  subject_id: 'Ada Marsh',
  object_id: null,
  status: 'TRUE',
  start_date: null,
  end_date: null,
  source_text: '',
  text_unit_id: 'log-0',
  method: 'a model',
  document_id: 'log',
  evidence_start: 0,
  evidence_end: 9,
  ...changes,
});
const CLAIMS = [
  claim({ start_date: '1903', end_date: '1911-04' }),
  claim({ end_date: '1904-06-01' }),
  claim({ start_date: 'in the spring' }),
  claim({}),
  claim({ start_date: '1903-06', subject_id: 'The Company', object_id: 'Rosa Pell', document_id: 'letter' }),
];

const ALL: TimelineFilter = { documentId: null, entityId: null };
const counted = (filter: TimelineFilter): readonly (readonly number[])[] => {
  const { years, claims, passages, fields } = finish(timelineOf(index, CLAIMS, filter));
  return Array.from(years, (year, at) => [year, claims[at] ?? 0, passages[at] ?? 0, fields[at] ?? 0]);
};
const entries = (year: number, filter = ALL, offset = 0) =>
  finish(entriesOfYear(index, CLAIMS, { ...filter, year, offset, limit: 2 }));

describe('what bears a date', () => {
  const { span, between } = finish(mentionDates(index, CLAIMS));
  const within = (from: number, to: number) => {
    const { units, titles } = between(from, to);
    return { units: [...units].sort(), titles: [...titles].sort() };
  };

  it('spans the years of the timeline', () => {
    expect(span).toEqual({ first: 1903, last: 1911 });
    expect(finish(mentionDates(indexOf(small), [])).span).toEqual({ first: 1903, last: 1904 });
  });

  it('is the passages in which a date stands or a period reaches, all of a document with a dated field, and what claims are about', () => {
    const letter = index.unitsOf('letter').map(({ id }) => id);
    const all = [...index.unitsOf('log'), ...index.unitsOf('letter')];
    const dated = (day: string) => all.filter(({ text }) => text.includes(day)).map(({ id }) => id);
    expect(within(1905, 1905)).toEqual({ units: letter.toSorted(), titles: ['Ada Marsh'] });
    expect(within(1903, 1903)).toEqual({
      units: [...new Set([...dated('on 1903-05-08'), ...dated('From 8 May 1903')])].sort(),
      titles: ['Ada Marsh', 'Rosa Pell', 'The Company'],
    });
    expect(within(1904, 1904)).toEqual({
      units: [...new Set([...dated('1904-01-02'), ...dated('June 1904'), ...dated('1904-02-29')])].sort(),
      titles: ['Ada Marsh'],
    });
    expect(within(1800, 1899)).toEqual({ units: [], titles: [] });
  });
});

describe('the timeline', () => {
  it('counts claims, dates in texts and fields by year, and nothing that only looks like a date', () => {
    expect(counted(ALL)).toEqual([
      [1903, 2, 2, 0],
      [1904, 1, 2, 0],
      [1905, 0, 0, 4],
    ]);
  });

  it('is that of a document, or of an entity by its claims and its passages', () => {
    expect(counted({ documentId: 'letter', entityId: null })).toEqual([
      [1903, 1, 0, 0],
      [1904, 0, 1, 0],
      [1905, 0, 0, 4],
    ]);
    expect(counted({ documentId: null, entityId: 'entity-0' })).toEqual([
      [1903, 1, 1, 0],
      [1904, 1, 1, 0],
    ]);
    expect(counted({ documentId: 'log', entityId: 'entity-1' })).toEqual([]);
    expect(counted({ documentId: null, entityId: 'gone' })).toEqual([]);
  });

  it('lists a year by date, in parts, each with its words and where they stand', () => {
    const first = entries(1903);
    expect(first.total).toBe(4);
    expect(first.entries[0]).toMatchObject({ kind: 'claim', start: '1903', end: '1911-04', method: 'a model' });
    expect(first.entries[1]).toMatchObject({
      kind: 'passage',
      start: '1903-05-08',
      words: 'Ada Marsh lit the lamp on 1903-05-08.',
      documentTitle: 'Log of the light',
      span: { start: 0, end: 37 },
    });
    expect(entries(1903, ALL, 2).entries).toMatchObject([
      { kind: 'passage', start: '1903-05-08', end: '1904-06', words: 'From 8 May 1903 to June 1904 it rained.' },
      { kind: 'claim', start: '1903-06' },
    ]);
    expect(entries(1905).entries).toMatchObject([
      { kind: 'field', start: '1905', words: 'year', span: null },
      { kind: 'field', start: '1905-07-01', words: 'date', span: null },
    ]);
    expect(entries(1800)).toEqual({ entries: [], total: 0 });
  });
});
