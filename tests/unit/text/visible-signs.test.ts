import { expect, it } from 'vitest';
import { textPieces, visibleSigns } from '../../../src/core/text/visible-signs';

it.each([
  ['an override of direction', 'pay\u202Egro.liam\u202C now', 'pay⟦U+202E⟧gro.liam⟦U+202C⟧ now'],
  ['an embedding', '\u202Bname\u202C', '⟦U+202B⟧name⟦U+202C⟧'],
  ['a control', 'a\u0008b\u0000c\u009Bd', 'a⟦U+0008⟧b⟦U+0000⟧c⟦U+009B⟧d'],
  ['many in a row', `a${'\u0000'.repeat(300)}b`, 'a⟦U+0000… ×300⟧b'],
  [
    'words in tags',
    `ok${[...'send'].map((sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')}!`,
    'ok⟦U+E0073⟧⟦U+E0065⟧⟦U+E006E⟧⟦U+E0064⟧!',
  ],
  ['signs of annotations', 'a\uFFF9b\uFFFAc\uFFFB', 'a⟦U+FFF9⟧b⟦U+FFFA⟧c⟦U+FFFB⟧'],
])('makes %s visible', (_name, text, shown) => {
  expect(visibleSigns(text)).toBe(shown);
  expect(visibleSigns(shown)).toBe(shown);
});

it.each([
  ['Hebrew and Arabic letters', 'שלום עולם، مرحبا (1937)'],
  ['isolates and direction marks', '\u2068שלום\u2069 \u200E(1)\u200F \u061C'],
  ['joiners', 'می\u200Cخواهم, क्\u200Dष, 👩\u200D🚀'],
  ['a flag of a region', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['white space', 'a\tb\r\nc\u00A0d\u00ADe\u200Bf'],
])('leaves %s as they are', (_name, text) => expect(visibleSigns(text)).toBe(text));

it('cuts a text into pieces of the same length in all, hidden signs by themselves', () => {
  const text = 'pay\u202Egro\u0000\u0000 🏴\u{E0067}\u{E007F} now';
  const pieces = textPieces(text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.flatMap(({ hidden = [] }) => hidden)).toEqual(['U+202E', 'U+0000', 'U+0000']);
  expect(textPieces('plain')).toEqual([{ text: 'plain' }]);
});
