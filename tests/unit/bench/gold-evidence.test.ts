import { describe, expect, it } from 'vitest';
import { coversHalf, evidenceRecall, spanOfPassage, unitsHolding } from '../../../bench/lib/gold-evidence';

const span = (start: number, end: number, document_id = 'd') => ({ document_id, start, end });

describe('finding a gold passage', () => {
  const documents = [{ id: 'd', source_path: 'folder/a.txt', text: 'One. Two. Three.' }];

  it('gives its place in the document of that file name', () => {
    expect(spanOfPassage(documents, { document: 'a.txt', quote: 'Two.' })).toEqual(span(5, 9));
  });

  it('refuses a quotation that is not there', () => {
    expect(() => spanOfPassage(documents, { document: 'a.txt', quote: 'Four.' })).toThrow('a.txt does not contain');
    expect(() => spanOfPassage(documents, { document: 'b.txt', quote: 'Two.' })).toThrow('b.txt does not contain');
  });
});

describe('the text units that hold a passage', () => {
  it('are those with all of it, and no others then', () => {
    const units = [span(0, 100), span(90, 200), span(0, 100, 'other')];
    expect(unitsHolding(units, span(85, 100))).toEqual([span(0, 100)]);
  });

  it('are those with at least half of it where it crosses units', () => {
    const units = [span(0, 100), span(100, 200)];
    expect(unitsHolding(units, span(94, 110))).toEqual([span(100, 200)]);
    expect(unitsHolding(units, span(95, 105))).toEqual(units);
  });
});

describe('evidence recall', () => {
  const passages = [['a', 'b'], ['c'], []];

  it('is the share of passages with a text unit among the first', () => {
    expect(evidenceRecall(['x', 'b', 'c'], passages, 2)).toBe(1 / 3);
    expect(evidenceRecall(['x', 'b', 'c'], passages, 3)).toBe(2 / 3);
    expect(evidenceRecall([], passages, 3)).toBe(0);
  });
});

describe('covering half of a passage', () => {
  it('adds up spans and counts what overlaps once', () => {
    expect(coversHalf([span(0, 3), span(7, 9)], span(0, 10))).toBe(true);
    expect(coversHalf([span(0, 4), span(1, 4)], span(0, 10))).toBe(false);
    expect(coversHalf([span(0, 10, 'other')], span(0, 10))).toBe(false);
    expect(coversHalf([], span(0, 10))).toBe(false);
  });
});
