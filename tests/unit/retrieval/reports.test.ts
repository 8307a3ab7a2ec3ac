import { describe, expect, it } from 'vitest';
import { buildSearchIndex } from '../../../src/core/retrieval/index';
import { rankReports } from '../../../src/core/retrieval/reports';
import { readQuestion } from '../../../src/core/search/request/question';
import { finish } from '../../../src/core/work';
import { smallWorld } from '../search/small-world';

/** A long manual on one tool, and three letters on another thing. */
const index = finish(
  buildSearchIndex(
    smallWorld({
      documents: [
        {
          id: 'manual',
          title: 'Manual',
          paragraphs: Array.from({ length: 30 }, (_, at) => `Gorse reads the Gorsefile in step ${at}.`),
        },
        ...['a', 'b', 'c'].map((id) => ({
          id,
          title: `Letter ${id}`,
          paragraphs: ['Edda Marrow writes to Tobias Fenn about the toll.'],
        })),
      ],
      entities: ['Gorse', 'Gorsefile', 'Edda Marrow', 'Tobias Fenn'].map((title) => ({ title, type: 'person' })),
      communities: [
        { community: 0, level: 0, parent: -1, members: ['Gorse', 'Gorsefile'] },
        { community: 1, level: 0, parent: -1, members: ['Edda Marrow', 'Tobias Fenn'] },
      ],
    }),
  ),
);
const everything = { level: 2, allow: () => true };
const ranked = (question: string) => rankReports(index, readQuestion(index, { question, mode: 'global' }), everything);

describe('the ranking of reports', () => {
  it('counts each document once for a question on the whole, however long it is', () => {
    expect(ranked('What is this about?').map(({ row }) => row)).toEqual([1, 0]);
    expect(index.communities.documents(1)).toBeCloseTo(3);
    expect(index.communities.documents(0)).toBeCloseTo(1);
  });

  it('puts first what bears on a question, however few documents tell of it', () => {
    expect(ranked('What does the Gorsefile do in a step?').map(({ row, relevance }) => [row, relevance])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});
