import { describe, expect, test } from 'vitest';
import { glyphTexts, type FontFacts } from '../../../src/adapters/documents/pdf/glyph-text';

const widths = (...codes: number[]): Record<number, number> => Object.fromEntries(codes.map((code) => [code, 500]));

function texts(font: FontFacts): Record<number, string> {
  return Object.fromEntries([...glyphTexts(font)].map(([code, { text }]) => [code, text]));
}

describe('the text of glyphs that the text layer lacks', () => {
  test('comes from their names where the font maps them to a blank', () => {
    const font = { widths: widths(1, 2, 3), differences: { 1: 'fi', 2: 'f_f_l', 3: 'uni0066.alt' } };
    expect(texts({ ...font, toUnicode: { _map: { 1: ' ', 2: '\0', 3: '\ue003' } } })).toEqual({
      1: 'fi',
      2: 'ffl',
      3: 'f',
    });
  });

  test("comes from their places in TeX's encodings where names say nothing", () => {
    const ot1 = { widths: widths(0x0b, 0x0c, 0x65, 0x7b), differences: { 0x0b: 'a11', 0x7b: 'a123' } };
    expect(texts(ot1)).toEqual({ 0x0b: 'ff', 0x0c: 'fi', 0x7b: '–' });
    expect(texts({ widths: widths(0x15, 0x1c, 0x1e, 0x65, 0xe9, 0xff) })).toEqual({
      ...{ 0x15: '–', 0x1c: 'fi', 0x1e: 'ffi', 0xff: 'ß' },
    });
  });

  test('is marked as unread where nothing tells it, so that the document can be shown as damaged', () => {
    expect(texts({ widths: widths(0x02, 0x65) })).toEqual({ 0x02: '\ufffd' });
  });

  test('is left alone in a sound font and in one with codes of several bytes', () => {
    expect(texts({ widths: widths(32, 65, 160), toUnicode: { _map: { 32: ' ', 65: 'A', 160: ' ' } } })).toEqual({});
    expect(texts({ composite: true, widths: widths(2) })).toEqual({});
  });
});
