import { describe, expect, it } from 'vitest';
import { conceptKey, findConcepts } from '../../../src/core/retrieval/lexical/concepts';

const keys = (text: string): readonly string[] => findConcepts(text).map(({ key }) => key);

describe('names in a text', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['The bridge was built by Jonas Pell. It stands.', ['jonas pell']],
    ['He met Anna of Corran in April.', ['anna of corran', 'anna', 'corran', 'april']],
    ['Leo D. Maloney starred.', ['leo d maloney']],
    ['They left. Then nothing.', []],
    ['Dr Oakshott wrote to Mr. Tarrant.', ['oakshott', 'tarrant']],
    ['The New York Times wrote of it.', ['new york times']],
    ['这部《灰角灯塔》很有名', ['灰角灯塔']],
  ];
  for (const [text, expected] of cases) {
    it(`finds ${JSON.stringify(expected)} in ${JSON.stringify(text)}`, () => {
      expect(keys(text)).toEqual(expect.arrayContaining([...expected]));
      if (expected.length === 0) expect(keys(text)).toEqual([]);
      expect(keys(text)).not.toContain('mr');
    });
  }

  it('does not join a name with the word that opens the next sentence', () => {
    expect(keys('It was directed by Leo Fong. It stars Fong.')).toContain('leo fong');
  });

  it('says where each name stands', () => {
    const text = 'In spring Clara Voss sailed.';
    for (const { start, end } of findConcepts(text)) expect(text.slice(start, end)).toBe('Clara Voss');
  });

  it('folds case, accents, possessives and hyphens', () => {
    expect(conceptKey("Étienne's")).toBe(conceptKey('etienne'));
    expect(conceptKey('Saxe-Eisenach')).toBe('saxe eisenach');
  });
});
