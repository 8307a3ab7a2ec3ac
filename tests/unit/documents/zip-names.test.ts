import { expect, test } from 'vitest';
import { decodeNames } from '../../../src/adapters/documents/text/decode-text';

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../gu) ?? [], (pair) => parseInt(pair, 16));

test.each([
  ['8fe0a0a2a8aba02e747874', 'Åαáó¿½á.txt', 'Правила.txt'],
  ['b8dbbfda2fb9e6d4f22e747874', '╕█┐┌/╣µ╘≥.txt', '港口/规则.txt'],
  ['8d602f8b4b91a52e747874', 'ì`/ïKæÑ.txt', '港/規則.txt'],
  ['d0bfd0bed180d1822e747874', '╨┐╨╛╤Ç╤é.txt', 'порт.txt'],
])('names of a ZIP file in no known encoding are read by trial: %s', (name, given, right) => {
  expect(decodeNames([bytes(name)], given)).toEqual([right]);
});

test('names in the encoding of the format stay as they are', () => {
  expect(decodeNames([bytes('826c8a76652e747874')], 'élève.txt')).toBeUndefined();
});
