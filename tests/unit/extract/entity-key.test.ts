import { describe, expect, it } from 'vitest';
import { entityKey, keysInText } from '../../../src/core/extract/entity-key';

describe('the names that a text holds', () => {
  it.each([
    ['the Old Miller', 'He asked the old\nmiller.'],
    ['Factories', 'A factory burned.'],
    ['Factory', 'Many factories burned.'],
    ['O’Brien’s', "It was O'Brien who came."],
    ['E.V.', 'Signed (E.V.)'],
    ['Ärztehaus', 'im ÄRZTEHAUS am Ring'],
    ['Édith Café', 'chez E\u0301dith Cafe\u0301'],
    ['Ada Byrne', 'Ａｄａ Ｂｙｒｎｅ wrote.'],
    ['株式会社東京', '昨日、株式会社東京が発表した。'],
  ])('%s stands in “%s”', (title, text) => {
    expect(keysInText([entityKey(title)], text)).toEqual([entityKey(title)]);
  });

  it.each([
    ['Ada', 'Canada is large; Adam knows.'],
    ['Old Miller', 'an old man, a miller'],
    ['Old Miller', 'the cold miller'],
  ])('%s does not stand in “%s”', (title, text) => {
    expect(keysInText([entityKey(title)], text)).toEqual([]);
  });
});
