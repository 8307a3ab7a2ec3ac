import { describe, expect, it } from 'vitest';
import { comparePassages, isNearDuplicate, nearDuplicateGroups } from '../../../src/core/text/near-duplicates';
import { randomNumbers } from '../../../src/core/random';

const random = randomNumbers(7);
const word = (): string =>
  Array.from({ length: 5 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
const text = (words: number): string => Array.from({ length: words }, word).join(' ');
const edited = (original: string, share: number): string =>
  original
    .split(' ')
    .map((own) => (random() < share ? word() : own))
    .join(' ');

describe('near-duplicate texts', () => {
  it('are those of which few words differ, whatever their case and signs', () => {
    const original = text(2000);
    const texts = [
      { id: 'a', text: original },
      { id: 'other', text: text(2000) },
      { id: 'b', text: edited(original, 0.05) },
      { id: 'c', text: original.toUpperCase().replaceAll(' ', ', ') },
    ];
    expect(nearDuplicateGroups(texts)).toEqual([['a', 'b', 'c']]);
  });

  it('are two editions of which one has accents, note marks, soft hyphens and a preface', () => {
    const original = text(2000);
    const other = `${text(200)} ${original
      .replaceAll('e', 'é')
      .replaceAll(/(\w{5} \w{5} \w{5})/gu, '$1³')
      .replaceAll('ab', 'a\u00adb')}`;
    expect(
      nearDuplicateGroups([
        { id: 'txt', text: original },
        { id: 'htm', text: other },
      ]),
    ).toEqual([['txt', 'htm']]);
  });

  it('are not those that share a tenth, such as a licence', () => {
    const licence = text(200);
    const texts = ['a', 'b', 'c'].map((id) => ({ id, text: `${text(1800)} ${licence}` }));
    expect(nearDuplicateGroups(texts)).toEqual([]);
  });

  it('must be the same in all words where they are short, and have some', () => {
    const texts = [
      { id: 'a', text: 'Paid in full, 3 May' },
      { id: 'b', text: 'Paid in full 3 May' },
      { id: 'c', text: 'Paid in full, 4 May' },
      { id: 'd', text: '' },
      { id: 'e', text: '' },
    ];
    expect(nearDuplicateGroups(texts)).toEqual([['a', 'b']]);
  });
});

describe('near-duplicate passages', () => {
  it('are those of which one holds nearly all of the other', () => {
    const passage = text(120);
    expect(isNearDuplicate(passage, `${text(20)} ${passage}`)).toBe(true);
    expect(isNearDuplicate(passage, edited(passage, 0.02))).toBe(true);
    expect(isNearDuplicate(passage, text(120))).toBe(false);
    expect(isNearDuplicate('水库建成五十年，从来没有蓄满过。', '水库建成五十年,从来没有蓄满过')).toBe(true);
    expect(isNearDuplicate('Yes', 'yes.')).toBe(true);
  });

  it('hold a sentence that stands in them, wherever they are cut', () => {
    const { holds } = comparePassages();
    const sentence = text(12);
    expect(holds(`${text(40)} ${sentence} ${text(40)}`, sentence)).toBe(true);
    expect(holds(text(80), sentence)).toBe(false);
    expect(holds('He said yes. Then', 'Yes.')).toBe(true);
    expect(holds('Yesterday', 'Yes.')).toBe(false);
  });
});
