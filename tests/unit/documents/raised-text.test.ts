import { describe, expect, test } from 'vitest';
import { GrowingText, loweredText, raisedText } from '../../../src/adapters/documents/text/raised-text';

describe('raised text', () => {
  test.each([
    ['repealed', '3', 'repealed³'],
    ['10', '6', '10⁶'],
    ['10', '−3', '10⁻³'],
    ['Ca', '2+', 'Ca²⁺'],
    ['left.', '1, 2', 'left.¹, ²'],
    ['Jens Ravn', 'b,c', 'Jens Ravnᵇ,ᶜ'],
    ['the end.', 'a', 'the end.ᵃ'],
    ['the 1', 'st', 'the 1st'],
    ['M', 'lle', 'Mlle'],
    ['Dr. D', 'r', 'Dr. Dr'],
    ['siècle XIX', 'e', 'siècle XIXe'],
    ['was lower', 'iii', 'was lowerⁱⁱⁱ'],
    ['Varde', 'TM', 'Varde™'],
    ['Lund', '*', 'Lund*'],
    ['super', 'constructor', 'superconstructor'],
    ['restored', '[12]', 'restored[12]'],
    ['restored[', '12', 'restored[12'],
  ])('behind %s: %s', (before, text, read) => {
    expect(before + raisedText(text, before)).toBe(read);
  });
});

describe('lowered text', () => {
  test.each([
    ['H', '2', 'H2'],
    ['15', '2', '15₂'],
    ['x', 'n', 'xn'],
  ])('behind %s: %s', (before, text, read) => {
    expect(before + loweredText(text, before)).toBe(read);
  });
});

test('text that grows is raised and lowered by its last characters alone', () => {
  const text = new GrowingText();
  for (const part of ['H', '2', 'O, 15', '2', ' and the keeper']) text[part === '2' ? 'addLowered' : 'add'](part);
  text.addRaised('3');
  expect(text.toString()).toBe('H2O, 15₂ and the keeper³');
  expect(raisedText('3', `(${' '.repeat(1000)}`)).toBe('³');
});
