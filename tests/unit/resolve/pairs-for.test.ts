import { describe, expect, it } from 'vitest';
import { countUnitsRead } from '../../../src/core/extract/extraction-status';
import { pairsFor } from '../../../src/core/resolve/resolution-plan';
import { mention } from '../../helpers/rows';

describe('Pairs of names to ask about', () => {
  it('are no more than passages were read, in full calls, and one call at least', () => {
    const pairs = [0, 1, 8, 18, 31, 57, 900].map((passages) => pairsFor(passages, { candidates: 40 }));
    expect(pairs).toEqual([8, 8, 8, 16, 24, 40, 40]);
  });

  it('are never more than a person allows', () => {
    expect(pairsFor(100, { candidates: 0 })).toBe(0);
    expect(pairsFor(1, { candidates: 4 })).toBe(4);
  });
});

describe('Passages that were read', () => {
  it('are counted once, of the documents that are meant', () => {
    const marker = (document_id: string, text_unit_id: string, kind: string) => ({
      ...mention('', { sentence: 0, start: 0 }),
      document_id,
      text_unit_id,
      kind,
    });
    const rows = [
      marker('a', 'a1', 'read'),
      marker('a', 'a1', 'read'),
      marker('a', 'a2', 'unread'),
      marker('b', 'b1', 'read'),
    ];
    expect(countUnitsRead(rows, new Set(['a']))).toBe(1);
    expect(countUnitsRead(rows, new Set(['a', 'b']))).toBe(2);
  });
});
