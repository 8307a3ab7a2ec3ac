import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastPlace, placesAfterMove } from '../../../src/core/notebook/note-order';

interface Placed {
  readonly id: string;
  readonly place: number;
}

function moved(notes: readonly Placed[], id: string, before: string | null): readonly Placed[] {
  const places = placesAfterMove(notes, id, before);
  return notes.map((one) => ({ ...one, place: places.get(one.id) ?? one.place })).toSorted((a, b) => a.place - b.place);
}

test('a list that notes are moved in is always as a person sees it, however often, and each place is another', () => {
  const moves = fc.array(fc.tuple(fc.nat(5), fc.nat(6)), { maxLength: 300 });
  fc.assert(
    fc.property(moves, (steps) => {
      let notes: readonly Placed[] = Array.from({ length: 6 }, (_, at) => ({ id: `n${String(at)}`, place: at + 1 }));
      for (const [from, to] of steps) {
        const ids = notes.map(({ id }) => id);
        const id = ids[from] ?? '';
        const before = ids[to] === id ? null : (ids[to] ?? null);
        const expected = ids.filter((one) => one !== id);
        expected.splice(before === null ? expected.length : expected.indexOf(before), 0, id);
        notes = moved(notes, id, before);
        expect(notes.map((one) => one.id)).toEqual(expected);
        expect(new Set(notes.map(({ place }) => place)).size).toBe(notes.length);
      }
    }),
  );
});

test('a move gives a place to the moved note alone, as long as there is room', () => {
  const notes = [1, 2, 3].map((place) => ({ id: String(place), place }));
  expect([...placesAfterMove(notes, '3', '2')]).toEqual([['3', 1.5]]);
  expect([...placesAfterMove(notes, '1', null)]).toEqual([['1', 4]]);
  expect([...placesAfterMove(notes, '3', '1')]).toEqual([['3', 0]]);
});

test('a note that is not there moves nothing, and the first of all has a place', () => {
  expect(placesAfterMove([{ id: 'a', place: 1 }], 'gone', 'a').size).toBe(0);
  expect(placesAfterMove([{ id: 'a', place: 1 }], 'a', 'gone').size).toBe(0);
  expect(lastPlace([])).toBe(1);
});
