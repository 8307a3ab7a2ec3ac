import { describe, expect, it } from 'vitest';
import { numberCitations } from '../../../src/core/search/citations';
import type { CitationTarget } from '../../../src/core/search/events';

const UNIT: CitationTarget = { kind: 'passage', textUnitId: 'u1' };
const KEEPER: CitationTarget = { kind: 'entity', id: 'e1', title: 'KEEPER' };

const passage = (start: number) => ({
  document_id: 'd1',
  start,
  end: start + 5,
  documentTitle: 'Log',
  page: null,
  quote: `at ${start}`,
});
const sentence = (target: CitationTarget, start: number) => ({
  text: `at ${start}`,
  role: 'sentence' as const,
  cited: [{ target, passages: [passage(start)] }],
});

describe('numbers of citations', () => {
  it('lead each sentence to its own words, also when two rest on the same text unit', () => {
    const { sentences, citations } = numberCitations({ sentences: [0, 9, 0].map((start) => sentence(UNIT, start)) });
    expect(sentences.map((one) => one.citations)).toEqual([[1], [2], [1]]);
    expect(citations.map(({ passages }) => passages.map(({ quote }) => quote))).toEqual([['at 0'], ['at 9']]);
  });

  it('are given to what comes nearest to a sentence as well, the same where another rests on it', () => {
    const [first, second] = [sentence(UNIT, 0), sentence(UNIT, 9)];
    const near = { text: 'not said', role: 'sentence' as const, cited: [], nearest: first.cited[0] };
    const { sentences } = numberCitations({ sentences: [second, near, first] });
    expect(sentences.map((one) => [one.citations, one.nearest])).toEqual([
      [[1], undefined],
      [[], 2],
      [[2], undefined],
    ]);
  });

  it('are one for an entity, which collects the passages of every use', () => {
    const { sentences, citations } = numberCitations({ sentences: [0, 9].map((start) => sentence(KEEPER, start)) });
    expect(sentences.map((one) => one.citations)).toEqual([[1], [1]]);
    expect(citations.map(({ passages }) => passages.length)).toEqual([2]);
  });
});
