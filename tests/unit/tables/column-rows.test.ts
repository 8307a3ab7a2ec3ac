import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnRows, columnRows, rowsAmong, rowWriter } from '../../../src/core/tables/column-rows';
import { identities } from '../../../src/core/tables/rows';
import type { RelationshipRow } from '../../../src/core/tables/tables';

const ownId = fc.stringMatching(/^[0-9a-f]{32}$/u);
const word = fc.constantFrom('', 'Ada', 'Bob', 'u1', '雪');
const number = fc.oneof(fc.integer(), fc.double({ noNaN: false }), fc.constantFrom(0, -0, 255, 65_536, 2 ** 40));
const row: fc.Arbitrary<RelationshipRow> = fc.record({
  id: fc.oneof({ weight: 9, arbitrary: ownId }, { weight: 1, arbitrary: fc.uuid() }),
  human_readable_id: fc.nat(),
  source: word,
  target: word,
  description: fc.constantFrom('appears with', 'knew'),
  weight: number,
  combined_degree: fc.constant(0),
  text_unit_ids: fc.array(word, { maxLength: 3 }),
  keywords: fc.constant([]),
  theme_keywords: fc.array(word, { maxLength: 1 }),
  theme_keywords_key: fc.option(word),
  method: word,
  description_hash: fc.option(word),
  source_id: word,
  target_id: word,
  count: fc.nat(300),
  evidence_document_ids: fc.array(word, { maxLength: 3 }),
  evidence_starts: fc.array(fc.nat(), { maxLength: 3 }),
  evidence_ends: fc.array(fc.integer(), { maxLength: 3 }),
});
const rows = fc.array(row, { maxLength: 200 });

describe('relationships as columns', () => {
  it('have every value of the rows they were made of', () => {
    fc.assert(fc.property(rows, (given) => void expect([...columnRows('relationships', given)]).toEqual(given)));
  });

  it('give one column as the rows have it', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const weightOf = columnRows('relationships', given).column('weight');
        expect(given.map((_, place) => weightOf(place))).toEqual(given.map(({ weight }) => weight));
      }),
    );
  });

  it('are what is picked of them, each row the same one as before', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat()), (given, chosen) => {
        const whole = columnRows('relationships', given);
        const places = chosen.filter((place) => place < given.length);
        const some = whole.pick(places);
        expect([...some]).toEqual(places.map((place) => given[place]));
        expect(places.map((_, at) => identities(some)(at))).toEqual(places.map(identities(whole)));
      }),
    );
  });

  it('of a later state share what stays, and end with it', () => {
    fc.assert(
      fc.property(rows, rows, (given, more) => {
        const before = columnRows('relationships', given);
        const writer = rowWriter('relationships');
        for (const one of more) writer.add(one);
        const come = writer.finish();
        const kept = given.flatMap((_, place) => (place % 2 === 0 ? [before.identity(place)] : []));
        const after = before.after(Uint32Array.from([...kept, ...more.map((_, at) => come.identity(at))]), come);
        expect([...after]).toEqual([...given.filter((_, place) => place % 2 === 0), ...more]);
      }),
    );
  });

  it('of parts follow one another, each row the same one as before', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 4 }), fc.boolean(), fc.boolean(), (given, isPicked, isLate) => {
        const parts = given.map((some) => columnRows('relationships', some));
        if (isLate) parts.reverse();
        const some = isPicked ? parts.map((part) => part.pick(Array.from(part, (_, place) => place))) : parts;
        const whole = ColumnRows.joined(some);
        const expected = (isLate ? given.toReversed() : given).flat();
        expect([...whole]).toEqual(expected);
        const weightOf = whole.column('weight');
        expect(expected.map((_, place) => weightOf(place))).toEqual(expected.map(({ weight }) => weight));
        const own = some.flatMap((part) => Array.from(part, (_, place) => identities(part)(place)));
        expect(own).toEqual(expected.map((_, place) => identities(whole)(place)));
      }),
    );
  });

  it('have other rows among them', () => {
    fc.assert(
      fc.property(rows, rows, (given, more) => {
        const before = columnRows('relationships', given);
        const order = given.flatMap((_, place) => [place, ...more.slice(place, place + 1)]).slice(1);
        const after = order.map((one) => (typeof one === 'number' ? (given[one] as (typeof given)[number]) : one));
        for (const form of [before, given]) expect([...rowsAmong('relationships', form, order)]).toEqual(after);
      }),
    );
  });
});
