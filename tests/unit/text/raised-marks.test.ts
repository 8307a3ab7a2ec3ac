import { describe, expect, it } from 'vitest';
import { isNoteMark, withTypedSigns, withoutNoteMarks } from '../../../src/core/text/raised-marks';

describe('raised marks', () => {
  it.each([
    ['repealed³ in May', 'repealed in May'],
    ['repealed.¹² In May', 'repealed. In May'],
    ['(as amended)¹,² and', '(as amended), and'],
    ['Holm¹ and “Varde”²', 'Holm and “Varde”'],
    ['In 1937³ the', 'In 1937 the'],
    ['水库³建成。⁴', '水库建成。'],
    ['the end.ᵃ repealedᵇ lowerⁱⁱ', 'the end. repealed lower'],
    ['Ca²⁺ and SO₄²⁻', 'Ca and SO₄'],
  ])('mark a note behind a word, a long number or a sentence: %s', (text, typed) => {
    expect(withTypedSigns(text)).toBe(typed);
    expect(withoutNoteMarks(text)).toHaveLength(text.length);
    expect(withoutNoteMarks(text).replaceAll('\u00ad', '')).toBe(typed);
  });

  it.each([
    ['10⁶ tons', '10^6 tons'],
    ['1.5×10⁻³', '1.5×10^-3'],
    ['2³² or 100⁻¹', '2^32 or 100^-1'],
  ])('are the exponent of a short number: %s', (text, typed) => {
    expect(withTypedSigns(text)).toBe(typed);
    expect(withoutNoteMarks(text)).toBe(text);
  });

  it('stand apart before their note', () => {
    expect(withTypedSigns('¹²The book\n³It')).toBe('12 The book\n3 It');
    expect(withoutNoteMarks('¹²The book\n³It')).toBe('  The book\n It');
  });

  it.each(['1ˢᵗ', '3ᵉ', 'XIXᵉ siècle', 'Mᵐᵉ Dupont', 'Dʳ', 'nº 1ª', 'H₂O'])(
    'stay where they are part of it: %s',
    (text) => {
      expect(withTypedSigns(text)).toBe(text);
      expect(withoutNoteMarks(text)).toBe(text);
    },
  );

  it('are told one by one', () => {
    expect([8, 9, 10].map((at) => isNoteMark('repealed¹² x', at))).toEqual([true, true, false]);
  });
});

describe('signs that would run into a word', () => {
  it.each([
    ['½ a mile, 2½ miles', '1/2 a mile, 2 1/2 miles'],
    ['Holm™ and ™', 'Holm TM and TM'],
    ['№5 and № 6', 'No 5 and No 6'],
  ])('are typed beside it: %s', (text, typed) => {
    expect(withTypedSigns(text)).toBe(typed);
  });
});

it.each(['²', 'ᵃ', '№', '½'])('a long run of %s is read in linear time', (sign) => {
  expect(withTypedSigns(`x${sign.repeat(50_000)}`).length).toBeGreaterThan(1);
});
