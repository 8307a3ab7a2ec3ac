import { describe, expect, it } from 'vitest';
import { checkCitations, withoutCitations, type ShownTables } from '../../../src/core/reports/model/report-references';

const thing = (reference: number) => ({ id: `id-${String(reference)}`, reference, names: [], spans: [] });
const SHOWN: ShownTables = {
  Entities: [thing(40), thing(41)],
  Claims: [],
  Relationships: [thing(7), thing(8), thing(9)],
  Reports: [thing(3)],
};

describe('references in a text', () => {
  it.each([
    ['A wrote [Data: Entities (1, 2)].', 'A wrote [Data: Entities (40, 41)].', 2, 0],
    ['A wrote. [Data: Relationships (3); Entities (1)]', 'A wrote [Data: Entities (40); Relationships (9)].', 2, 0],
    ['A wrote [data: entity 1; relationship: 2, 3].', 'A wrote [Data: Entities (40); Relationships (8, 9)].', 3, 0],
    ['A wrote [Relationships (1-3, +more)].', 'A wrote [Data: Relationships (7, 8, 9)].', 3, 0],
    ['A wrote (Data: Entities (2), Reports (1)).', 'A wrote [Data: Entities (41); Reports (3)].', 2, 0],
    ['A wrote [Data: Entities (1, 1)].', 'A wrote [Data: Entities (40)].', 1, 0],
    ['A wrote [Data: Entities (5); Claims (1)] on.', 'A wrote on.', 0, 2],
    ['A wrote [Data: Sources (1)], and [Data: ].', 'A wrote, and.', 0, 1],
    ['甲写信。[Data: Entities (1)]乙回信。', '甲写信 [Data: Entities (40)]。乙回信。', 1, 0],
    ['A [reports from 1931 say] wrote (twice).', 'A [reports from 1931 say] wrote (twice).', 0, 0],
  ])('%j are checked and rewritten', (text, expected, kept, unknown) => {
    const checked = checkCitations(text, SHOWN);
    expect(checked.text).toBe(expected);
    expect(checked.sentences.flat().length).toBe(kept);
    expect(checked.unknown).toBe(unknown);
  });

  it('belong to the sentence that they follow', () => {
    const { sentences } = checkCitations('One [Data: Entities (1)]. Two. Three. [Data: Entities (2)] Four.', SHOWN);
    expect(sentences.map((references) => references.map(({ number }) => number))).toEqual([[1], [], [2], []]);
  });

  it('can be left out where nobody can follow them', () => {
    expect(withoutCitations('One [Data: Entities (1); Reports (2)]. Two (Data: Claims (4)).')).toBe('One. Two.');
  });

  it('of a range without an end are not counted for ever', () => {
    expect(checkCitations('One [Data: Entities (1-999999)].', SHOWN).unknown).toBeLessThan(20);
  });
});
