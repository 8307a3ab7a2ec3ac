import { describe, expect, it } from 'vitest';
import { cellPassages, documentMatrix, type DocumentMatrix } from '../../../src/core/overview/document-matrix';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { smallWorld, type SmallWorld } from '../search/small-world';

/** Two stories that share no name, told in turns by four documents, and one that tells neither. */
const WORLD: SmallWorld = {
  documents: [
    { id: 'mill 1', title: 'Mill, early', paragraphs: ['Ada met Babbage.', 'Ada wrote to Babbage.', 'It rained.'] },
    { id: 'quay 1', title: 'Quay, early', paragraphs: ['Clara met Edgar.', 'Ada met Babbage.', 'Edgar saw Clara.'] },
    { id: 'empty', title: 'Weather', paragraphs: ['It rained for a week.'] },
    { id: 'mill 2', title: 'Mill, late', paragraphs: ['Babbage left Ada.'], pages: [0] },
    { id: 'quay 2', title: 'Quay, late', paragraphs: ['Clara left Edgar.', 'Nobody came.'] },
  ],
  entities: ['Ada', 'Babbage', 'Clara', 'Edgar'].map((title) => ({ title, type: 'person' })),
  communities: [
    { community: 0, level: 0, parent: -1, members: ['Ada', 'Babbage', 'Clara', 'Edgar'] },
    { community: 1, level: 1, parent: 0, members: ['Clara', 'Edgar'] },
    { community: 2, level: 1, parent: 0, members: ['Ada', 'Babbage'] },
  ],
};

const small = smallWorld(WORLD);
const tables = {
  ...small,
  communities: small.communities.map((row) => {
    const inside = small.relationships.filter((one) =>
      [one.source_id, one.target_id].every((id) => row.entity_ids.includes(id)),
    );
    const relationship_ids = inside.map(({ id }) => id);
    return { ...row, relationship_ids, text_unit_ids: [...new Set(inside.flatMap((one) => one.text_unit_ids))] };
  }),
};
const index = indexOf(tables);
const matrix = finish(documentMatrix(index, 1));

const rowsOf = ({ documentTitles, offsets, columns, counts }: DocumentMatrix) =>
  documentTitles.map((title, at) => [
    title,
    Array.from(columns.subarray(offsets[at], offsets[at + 1]), (column, cell) => [
      column,
      counts[(offsets[at] ?? 0) + cell],
    ]),
  ]);

describe('the matrix of documents and communities', () => {
  it('counts the passages that connect two members, in blocks along the communities', () => {
    expect([...matrix.communities]).toEqual([1, 2]);
    expect(rowsOf(matrix)).toEqual([
      [
        'Quay, early',
        [
          [0, 2],
          [1, 1],
        ],
      ],
      ['Quay, late', [[0, 1]]],
      ['Mill, late', [[1, 1]]],
      ['Mill, early', [[1, 2]]],
      ['Weather', []],
    ]);
    expect([...matrix.passages]).toEqual([3, 2, 1, 3, 1]);
  });

  it('has the broader community alone at its level', () => {
    const top = finish(documentMatrix(index, 0));
    expect([...top.communities]).toEqual([0]);
    expect(top.deepest).toBe(1);
    expect([...top.counts].reduce((sum, count) => sum + count, 0)).toBe(7);
  });

  it('opens a cell as the passages that it counts, with the members that they connect', () => {
    const cell = { documentId: 'quay 1', community: 1, offset: 0, limit: 10 };
    const { passages, total } = finish(cellPassages(index, cell));
    expect(total).toBe(2);
    expect(passages.map(({ words }) => words)).toEqual(['Clara met Edgar.', 'Edgar saw Clara.']);
    expect(passages.map(({ pairs }) => pairs)).toEqual([[['Clara', 'Edgar']], [['Clara', 'Edgar']]]);
    expect(finish(cellPassages(index, { ...cell, offset: 1, limit: 1 })).passages).toEqual([passages[1]]);
  });

  it('opens every cell as just as many passages', () => {
    for (const [at, documentId] of matrix.documentIds.entries()) {
      for (let cell = matrix.offsets[at] ?? 0; cell < (matrix.offsets[at + 1] ?? 0); cell++) {
        const community = matrix.communities[matrix.columns[cell] ?? 0] ?? 0;
        const { total } = finish(cellPassages(index, { documentId, community, offset: 0, limit: 1 }));
        expect(total).toBe(matrix.counts[cell]);
      }
    }
  });

  it('has no passages for what is gone', () => {
    const gone = { documentId: 'gone', community: 1, offset: 0, limit: 10 };
    expect(finish(cellPassages(index, gone))).toEqual({ passages: [], total: 0 });
    expect(finish(cellPassages(index, { ...gone, documentId: 'mill 1', community: 9 })).total).toBe(0);
  });
});
