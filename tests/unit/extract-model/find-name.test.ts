import { describe, expect, it } from 'vitest';
import { findName } from '../../../src/core/extract/model/passage/find-name';
import { passageOf } from '../../../src/core/extract/model/passage/passage';
import { unitToRead } from './passages';

/** The very words of a text in which a name is found, sentence by sentence. */
function found(name: string, ...sentences: readonly string[]): readonly string[] {
  const { unit } = unitToRead(sentences);
  return findName(passageOf(unit), name).map(({ start, end }) => unit.text.slice(start - unit.start, end - unit.start));
}

describe('a name is found in a passage', () => {
  it.each([
    ['in another case', 'LARKMOOR WEIR', 'She kept Larkmoor Weir.', ['Larkmoor Weir']],
    ['with its accents and without', 'Jose Nunez', 'Yes, José Núñez came.', ['José Núñez']],
    ['with letters that no accent explains', 'Lodz', 'It left Łódź at six.', ['Łódź']],
    ['where the text composes its accents', 'José', 'Yes, Jose\u0301 came.', ['Jose\u0301']],
    ['over a line end and doubled spaces', 'Noor Press', 'To Noor\n  Press.', ['Noor\n  Press']],
    ['with other quotes and dashes', "Well-Keeper's Arms", 'At the Well–Keeper’s Arms.', ['Well–Keeper’s Arms']],
    ['inside quotes or brackets of the model', '"Noor Press".', 'To Noor Press.', ['Noor Press']],
    ['with an article of the model', 'The Weir', 'That weir leaks.', ['weir']],
    ['in its possessive and its plural', 'Byrne', 'Byrne’s book and the Byrnes.', ['Byrne', 'Byrne']],
    ['through soft hyphens', 'Larkmoor', 'At Lark\u00admoor.', ['Lark\u00admoor']],
    ['in full-width letters', 'ABC', '会社ＡＢＣは', ['ＡＢＣ']],
    ['in Chinese, which has no spaces', '云雀荒堰', '她守着云雀荒堰。云雀荒堰', ['云雀荒堰', '云雀荒堰']],
    ['in Korean, whose particles follow at once', '서울', '서울에서 만났다.', ['서울']],
    ['fuller than the text writes it', 'Dr. Ada Byrne', 'On Monday Ada Byrne left.', ['Ada Byrne']],
    ['by its words in another order', 'Byrne, Ada', 'On Monday Ada Byrne left.', ['Ada Byrne']],
    ['by the closest of its words', 'gate of the weir', 'The gate fell off; the weir has a gate.', ['weir has a gate']],
    ['in the singular', 'tracer tests', 'That tracer was in its test.', ['tracer was in its test']],
  ])('%s', (_, name, text, expected) => {
    expect(found(name, text)).toEqual(expected);
  });

  it.each([
    ['inside another word', 'Ada', 'Canadian Adages.'],
    ['when one of its words is missing', 'Ada Quack', 'Ada Byrne left.'],
    ['when it is of titles and articles alone', 'Mr. of the', 'Mr. Byrne of the weir.'],
    ['when it has no letters', '—', 'Ada — Byrne.'],
    ['when it is empty', '  ', 'Ada Byrne.'],
  ])('but not %s', (_, name, text) => {
    expect(found(name, text)).toEqual([]);
  });

  it('not when its words are of two sentences', () => {
    expect(found('Ada Byrne', 'Ada left.', 'Byrne stayed.')).toEqual([]);
  });

  it('in each sentence as it stands, rather than by its words', () => {
    expect(found('Noor Press', 'Noor Press printed.', 'The press of Mr. Noor.')).toEqual(['Noor Press']);
  });
});
