import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameList, type NamedRow } from '../../../../src/core/search/find/name-list';
import { classAt, SEPARATOR } from '../../../../src/core/text/characters';
import { folded } from '../../../../src/core/text/folded-text';
import { runs } from '../../../helpers/property-runs';

const everywhere = () => true;

/** Ranks a name by a plain look at it: 0 for the name itself, 3 for a match within a word. */
function fitOf(name: string, sought: string): number {
  if (name === sought) return 0;
  if (name.startsWith(sought)) return 1;
  const places = Array.from(name, (_, at) => at).filter((at) => name.startsWith(sought, at));
  if (places.some((at) => classAt(name, at - 1) === SEPARATOR)) return 2;
  return places.length > 0 ? 3 : Infinity;
}

function plainly(rows: readonly NamedRow[], sought: string, limit: number, isThere: (row: number) => boolean) {
  const ranked = rows.flatMap(({ names, weight }, row) => {
    const fits = names.map(folded).map((name) => ({ fit: fitOf(name, sought), length: name.length }));
    const [best] = fits.sort((a, b) => a.fit - b.fit || a.length - b.length);
    return best && best.fit < Infinity && isThere(row) ? [{ row, weight, ...best }] : [];
  });
  return ranked
    .sort((a, b) => a.fit - b.fit || b.weight - a.weight || a.length - b.length || a.row - b.row)
    .slice(0, limit)
    .map(({ row }) => row);
}

const name = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'é', ' ', '-', '林', '𝒳'), maxLength: 8 });
const row = fc.record({ names: fc.array(name, { maxLength: 3 }), weight: fc.nat(3) });

describe('a list of names', () => {
  it('finds what a plain look at every name finds, in the same order, letter by letter', () => {
    const property = fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      fc.nat(4),
      fc.nat(3),
      (rows, looks, limit, away) => {
        const list = new NameList(rows);
        const isThere = (at: number) => at % 4 !== away;
        for (const typed of looks) {
          for (let length = 1; length <= typed.length; length++) {
            const sought = folded(typed.slice(0, length));
            const expected = sought === '' ? [] : plainly(rows, sought, limit, isThere);
            expect(list.best(sought, limit, isThere)).toEqual(expected);
          }
        }
      },
    );
    fc.assert(property, runs(150));
  });

  it('takes the heavier of names that fit alike, then the shorter, and a row once', () => {
    const rows = [
      { names: ['Ada Marsh'], weight: 1 },
      { names: ['Adam', 'Adam Marsh'], weight: 1 },
      { names: ['Adair of Marsh'], weight: 9 },
    ];
    expect(new NameList(rows).best('ada', 5, everywhere)).toEqual([2, 1, 0]);
  });

  it('asks no more rows than are wanted where many begin alike', () => {
    const list = new NameList(Array.from({ length: 1000 }, (_, n) => ({ names: [`Well ${String(n)}`], weight: 0 })));
    let asked = 0;
    expect(list.best('well', 6, () => ++asked > 0)).toHaveLength(6);
    expect(asked).toBe(6);
  });
});
