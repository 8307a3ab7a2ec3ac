import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStopWord } from '../../../src/core/text/analysis/english';
import { terms } from '../../../src/core/text/terms';

describe('terms', () => {
  it('folds case and drops English stop words', () => {
    expect(terms('The Keeper of the LIGHT')).toEqual(['keeper', 'light']);
  });

  it.each([
    ['bridges', 'bridge'],
    ['makes', 'making'],
    ['running', 'runs'],
    ['cities', 'city'],
    ['stopped', 'stops'],
    ['boxes', 'box'],
    ["Harrow's", 'Harrow'],
    ['Müller', 'muller'],
    ['straße', 'strasse'],
    ['ＡＢＣ１２', 'abc12'],
    ['ﬁnal', 'final'],
    ["l'école", 'école'],
    ['1,200', '1200'],
    ['2.380', '2,380'],
  ])('gives %s and %s the same terms', (one, other) => {
    expect(terms(one)).toEqual(terms(other));
  });

  it.each([
    ['plane', 'plan'],
    ['physics', 'physic'],
    ['rate', 'rat'],
    ['й', 'и'],
    ['news', 'new york'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(terms(one)).not.toEqual(terms(other));
  });

  it('counts words in camel case whole and in parts', () => {
    expect(terms('JenniferMoore42')).toEqual(['jennifermoore42', ...terms('Jennifer Moore 42')]);
    expect(terms('getUserName')).toEqual([...terms('getusername'), ...terms('user name')]);
  });

  it.each(['McIver', 'iPhone', 'GTest', 'NASA', 'eBay'])('keeps %s whole', (word) => {
    expect(terms(word)).toHaveLength(1);
  });

  it('keeps digits and decimal points', () => {
    expect(terms('In 1874, 2.5 km.')).toEqual(['1874', '2.5', 'km']);
  });

  it('drops contractions of function words', () => {
    expect(terms("They don't and it’s what we'd")).toEqual([]);
  });

  it('keeps words that only look like contractions', () => {
    expect(terms('The shed is ill')).toEqual(['shed', 'ill']);
    expect(terms("She'd go if I'll go")).toEqual(['go', 'go']);
  });

  it('makes bigrams of Han, kana, Hangul and Thai runs and keeps single characters', () => {
    expect(terms('知识图谱，海。')).toEqual(['知识', '识图', '图谱', '海']);
    expect(terms('東京タワー')).toEqual(['東京', '京タ', 'タワ', 'ワー']);
    expect(terms('등대지기')).toEqual(['등대', '대지', '지기']);
    expect(terms('ทะเล').length).toBe(3);
    expect(terms('𠮷野家')).toEqual(['𠮷野', '野家']);
  });

  it('splits mixed scripts at their border', () => {
    expect(terms('使用GPU训练')).toEqual(['使用', 'gpu', '训练']);
  });

  it('keeps vowel signs of Indic scripts inside words', () => {
    expect(terms('বইয়ের দাম')).toEqual(['বইয়ের', 'দাম']);
    expect(terms('किताबें किताब', 'hi')).toEqual(['किताब', 'किताब']);
  });

  it('ignores Arabic vowel points', () => {
    expect(terms('كِتَاب')).toEqual(terms('كتاب'));
  });

  it('gives the same terms for a text as for its words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 20 }), (words) => {
        const joined = words.join('\n');
        expect(terms(joined)).toEqual(words.flatMap((word) => terms(word)));
      }),
    );
  });

  it('cuts a word of a megabyte to a short term', () => {
    const found = terms('x'.repeat(1_000_000));
    expect(found.map((term) => term.length)).toEqual([64]);
  });

  it('knows stop words in any case', () => {
    expect(isStopWord('The')).toBe(true);
    expect(isStopWord('Don’t')).toBe(true);
    expect(isStopWord('lantern')).toBe(false);
  });
});
