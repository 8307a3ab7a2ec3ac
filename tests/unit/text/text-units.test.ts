import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  TEXT_UNIT_DEFAULTS,
  makeTextUnits,
  type TextUnitParameters,
  type TextUnitSource,
} from '../../../src/core/text/text-units';
import { hostileTexts, texts } from './texts';
import { runs } from '../../helpers/property-runs';

const source = (text: string, more: Partial<TextUnitSource> = {}): TextUnitSource => ({
  id: 'd1',
  title: 'The wells',
  text,
  language: 'en',
  page_starts: [],
  headings: [],
  ...more,
});

const tokens = (size: number, overlap: number): TextUnitParameters => ({ strategy: 'tokens', size, overlap });
const long = Array.from({ length: 60 }, (_, n) => `Lamp number ${n} on the breakwater was lit at dusk.`).join(' ');

describe('makeTextUnits', () => {
  it('makes one unit of a short text and none of an empty one', () => {
    expect(makeTextUnits(source('It rained. We left.'), TEXT_UNIT_DEFAULTS).map((unit) => unit.text)).toEqual([
      'It rained. We left.',
    ]);
    expect(makeTextUnits(source(' \n '), TEXT_UNIT_DEFAULTS)).toEqual([]);
  });

  it('fills units up to the size and repeats whole sentences as overlap', () => {
    const units = makeTextUnits(source(long), tokens(100, 25));
    expect(units.length).toBeGreaterThan(5);
    units.slice(1).forEach((unit, n) => {
      const before = units[n];
      expect(before?.sentence_starts).toContain(unit.start);
      expect(unit.end).toBeGreaterThan(before?.end ?? 0);
    });
    expect(units.slice(0, -1).every((unit) => unit.n_tokens > 60)).toBe(true);
  });

  it('gives a sentence in two units the same number', () => {
    const numbers = new Map<number, number>();
    for (const unit of makeTextUnits(source(long), tokens(100, 25))) {
      unit.sentence_starts.forEach((start, n) => {
        const number = unit.first_sentence + n;
        expect(numbers.get(number) ?? start).toBe(start);
        numbers.set(number, start);
      });
    }
    expect(numbers.size).toBe(60);
  });

  it('keeps the sentence whole that goes on behind a run-in heading', () => {
    const text = 'Preamble.\n\nArt. 5. The seat of the port\nis in Corran. It moves never.';
    const [unit] = makeTextUnits(
      source(text, { headings: [{ start: 11, level: 1, text: 'Art. 5' }] }),
      TEXT_UNIT_DEFAULTS,
    );
    const sentences = unit?.sentence_starts.map((start, at) => text.slice(start, unit.sentence_ends[at]));
    expect(sentences).toContain('The seat of the port\nis in Corran.');
  });

  it('makes one unit of each sentence with the strategy `sentences`', () => {
    const units = makeTextUnits(source('It rained. We left. Dr. Brandt stayed.'), {
      ...TEXT_UNIT_DEFAULTS,
      strategy: 'sentences',
    });
    expect(units.map((unit) => unit.text)).toEqual(['It rained.', 'We left.', 'Dr. Brandt stayed.']);
    expect(units.map((unit) => unit.first_sentence)).toEqual([0, 1, 2]);
  });

  it('starts a unit at a heading once the unit is half full, and does not end one with a heading', () => {
    const first = long.slice(0, 330);
    const text = `${first}\n\n# North\n\n${long}`;
    const at = text.indexOf('# North');
    const units = makeTextUnits(source(text, { headings: [{ start: at, level: 1, text: 'North' }] }), tokens(100, 20));
    expect(units.some((unit) => unit.start === at)).toBe(true);
    expect(units.every((unit) => unit.sentence_starts.at(-1) !== at)).toBe(true);
  });

  it('knows page, heading path and context of each unit', () => {
    const text = `Part One\n\n${long}\n\nWater\n\n${long}`;
    const units = makeTextUnits(
      source(text, {
        page_starts: [0, text.indexOf('Water')],
        headings: [
          { start: 0, level: 1, text: 'Part One' },
          { start: text.indexOf('Water'), level: 2, text: 'Water' },
        ],
      }),
      tokens(100, 0),
    );
    expect(units[0]).toMatchObject({ page: 1, heading_path: ['Part One'], context: 'The wells › Part One' });
    expect(units.at(-1)).toMatchObject({ page: 2, heading_path: ['Part One', 'Water'] });
  });

  it('changes only the ids of units that change', () => {
    const before = makeTextUnits(source(long), tokens(100, 0)).map((unit) => unit.id);
    const after = makeTextUnits(source(`${long} One more lamp.`), tokens(100, 0)).map((unit) => unit.id);
    expect(after.slice(0, -2)).toEqual(before.slice(0, after.length - 2));
  });

  it('makes fewer and larger units with the sizes of GraphRAG', () => {
    const text = long.repeat(20);
    expect(makeTextUnits(source(text), tokens(1200, 100)).length).toBeLessThan(
      makeTextUnits(source(text), TEXT_UNIT_DEFAULTS).length,
    );
  });

  const samples = [...Object.values(texts), ...Object.values(hostileTexts)];
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc
      .array(fc.constantFrom(...samples, '\n\n', ' ', '𠮷', '海'.repeat(300), 'x'.repeat(900), '\r\n', '# '), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
  );
  const anyParameters = fc.record({
    strategy: fc.constantFrom('tokens' as const, 'sentences' as const),
    size: fc.integer({ min: 16, max: 300 }),
    overlap: fc.integer({ min: 0, max: 120 }),
  });

  it('repeats less where what it repeats and what follows cost more together than each alone', () => {
    const text = `${'x'.repeat(900)}e${'\u0301'.repeat(3000)} end.`;
    const size = 17;
    const units = makeTextUnits(source(text), { strategy: 'tokens', size, overlap: 6 });
    expect(Math.max(...units.map((unit) => unit.n_tokens))).toBeLessThanOrEqual(size);
  });

  it('keeps its promises for any text in any script', () => {
    const property = fc.property(
      anyText,
      anyParameters,
      fc.constantFrom('en', 'zh', 'th', 'und'),
      fc.array(fc.nat(2000), { maxLength: 4 }),
      (raw, parameters, language, headings) => {
        const text = raw.toWellFormed();
        const document = source(text, {
          language,
          headings: headings.map((start) => ({ start, level: 1, text: 'h' })),
        });
        const units = makeTextUnits(document, parameters);
        expect(makeTextUnits(document, parameters)).toEqual(units);
        let covered = 0;
        for (const unit of units) {
          expect(unit.text).toBe(text.slice(unit.start, unit.end));
          expect(unit.text.isWellFormed()).toBe(true);
          expect(unit.text.trim()).toBe(unit.text);
          expect(unit.n_tokens).toBeLessThanOrEqual(parameters.size);
          expect(unit.end).toBeGreaterThan(covered);
          if (unit.start > covered) expect(text.slice(covered, unit.start).trim()).toBe('');
          expect(unit.sentence_starts[0]).toBe(unit.start);
          expect(unit.sentence_ends.at(-1)).toBe(unit.end);
          covered = unit.end;
        }
        expect(text.slice(covered).trim()).toBe('');
      },
    );
    fc.assert(property, runs(100));
  });

  it('cuts a megabyte without a border in linear time', () => {
    const units = makeTextUnits(source('x'.repeat(1_000_000)), TEXT_UNIT_DEFAULTS);
    expect(units.reduce((sum, unit) => Math.max(sum, unit.n_tokens), 0)).toBeLessThanOrEqual(600);
  });
});
