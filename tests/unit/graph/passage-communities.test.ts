import { describe, expect, it } from 'vitest';
import { passageCohesion } from '../../../src/core/graph/communities/passage-communities';
import type { TextUnitRow } from '../../../src/core/tables/tables';

const unit = (document: string, at: number, entities: readonly string[]) => ({
  row: { id: `${document}${String(at)}`, document_id: document, start: at } as unknown as TextUnitRow,
  entities,
});
type Unit = ReturnType<typeof unit>;

/** Chapters of six passages, each with names of its own and a road to the next one, and four passages of a licence. */
const BOOK = Array.from({ length: 40 }, (_, at) => {
  const chapter = Math.floor(at / 6);
  const roads = at % 6 < 2 ? [`road ${String(chapter)}`, `road ${String((chapter + 5) % 6)}`] : [];
  return unit('book', at, at < 36 ? [`hall ${String(chapter)}`, `farm ${String(chapter)}`, ...roads] : ['mark', 'fee']);
});
const cohesionOf = (units: readonly Unit[]): ReadonlyMap<string, number> =>
  passageCohesion(
    units.map(({ row }) => row),
    units.map(({ entities }) => entities),
  );

describe('How far a passage coheres with its document', () => {
  it('is nothing where no name leads to the rest, and 1 for the chapters of a book', () => {
    const cohesion = cohesionOf(BOOK);
    for (const at of BOOK.keys())
      expect(cohesion.get(`book${String(at)}`), `passage ${String(at)}`).toBe(at < 36 ? 1 : 0);
  });

  it('grows with the names that lead to the rest', () => {
    const led = BOOK.map((one, at) => (at === 36 ? { ...one, entities: [...one.entities, 'hall 5'] } : one));
    const cohesion = cohesionOf(led).get('book38') ?? 0;
    expect(cohesion).toBeGreaterThan(0);
    expect(cohesion).toBeLessThan(1);
  });

  it('is 1 where nothing can be told: in a short document, and where a passage shares no name', () => {
    const short = Array.from({ length: 8 }, (_, at) => unit('short', at, at < 4 ? ['weir', 'mill'] : ['vicar']));
    const nameless = Array.from({ length: 20 }, (_, at) => unit('plain', at, []));
    for (const units of [short, nameless]) {
      const cohesion = cohesionOf(units);
      for (const { row } of units) expect(cohesion.get(row.id)).toBe(1);
    }
  });

  it('is 1 for two passages that share a name with nobody else', () => {
    const pairs = Array.from({ length: 6 }, (_, at) => unit('pairs', 40 + at, [`pair ${String(Math.floor(at / 2))}`]));
    const cohesion = cohesionOf([...BOOK, ...pairs]);
    for (const { row } of pairs) expect(cohesion.get(row.id)).toBe(1);
  });

  it('is 1 everywhere in a document that is nothing but parts which stand apart', () => {
    const parts = Array.from({ length: 40 }, (_, at) => unit('letters', at, [`sender ${String(Math.floor(at / 4))}`]));
    expect(new Set(cohesionOf(parts).values())).toEqual(new Set([1]));
  });

  it('is the same whatever the order of the passages', () => {
    const cohesion = cohesionOf(BOOK);
    for (const [id, value] of cohesionOf(BOOK.toReversed())) expect(value).toBe(cohesion.get(id));
  });
});
