import { describe, expect, it } from 'vitest';
import { folded, foldedText } from '../../../src/core/text/folded-text';
import { terms } from '../../../src/core/text/terms';

const SIGNS = ['repealed³', '10⁶', '2½', '½', '№5', 'Holm™', 'end.ᵃ', '1937²', '³The book', '1ˢᵗ', 'H₂O', 'Café'];

describe('a folded text', () => {
  it('has its signs as they are typed', () => {
    expect(folded('The Ordinance was repealed³ in 10⁶ cafés,  2½ miles; №5 of Holm™')).toBe(
      'the ordinance was repealed in 10^6 cafes, 2 1/2 miles; no 5 of holm tm',
    );
  });

  it.each(SIGNS)('reads %s as a name and as a text alike, and as the index does', (sign) => {
    expect(foldedText(sign).text.trim()).toBe(folded(sign));
    expect(terms(folded(sign))).toEqual(terms(sign.toLowerCase()));
  });

  it.each([
    ['was repealed³ in', 'repealed', 'repealed'],
    ['of Holm¹,² and', 'holm', 'Holm'],
    ['of Holm¹,² and', 'and', 'and'],
    ['load 10⁶ N', '10^6', '10⁶'],
    ['some 2½ miles', '2 1/2', '2½'],
    ['some 2½ miles', 'miles', 'miles'],
    ['by Holm™ and', 'holm', 'Holm'],
    ['by Holm™ and', 'holm tm', 'Holm™'],
    ['see №5 of', 'no 5', '№5'],
    ['¹²The book', 'the', 'The'],
    ['Poincare\u0301 came', 'poincare', 'Poincare\u0301'],
  ])('leads back to the place: in %s is %s %s', (text, found, shown) => {
    const fold = foldedText(text);
    const at = fold.text.indexOf(found);
    const place = fold.original(at, at + found.length);
    expect(place.text).toBe(shown);
    expect(text.slice(place.start, place.end)).toBe(shown);
  });
});
