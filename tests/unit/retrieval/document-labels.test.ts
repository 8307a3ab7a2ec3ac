import { describe, expect, it } from 'vitest';
import { documentLabels } from '../../../src/core/retrieval/documents/document-labels';
import { smallWorld } from '../search/small-world';

const [row] = smallWorld({ documents: [{ id: 'a', title: 'Minutes', paragraphs: ['One.'] }] }).documents;
if (!row) throw new Error('The small world has no document.');

describe('the labels of documents', () => {
  it('are their titles', () => {
    expect(documentLabels([row, { ...row, id: 'b', title: 'Log' }])).toEqual(
      new Map([
        ['a', 'Minutes'],
        ['b', 'Log'],
      ]),
    );
  });

  it('add the path where documents share a title', () => {
    const documents = [
      { ...row, source_path: 'minutes-2016.md' },
      { ...row, id: 'b', title: 'minutes', source_path: 'minutes-2017.md' },
    ];
    expect([...documentLabels(documents).values()]).toEqual(['Minutes (minutes-2016.md)', 'minutes (minutes-2017.md)']);
  });

  it('add the row where they share the path too', () => {
    const documents = [4, 9].map((source_row) => ({
      ...row,
      id: `r${source_row}`,
      source_row,
      source_path: 'log.csv',
    }));
    expect([...documentLabels(documents).values()]).toEqual(['Minutes (log.csv, 5)', 'Minutes (log.csv, 10)']);
  });
});
