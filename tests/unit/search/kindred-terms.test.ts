import { describe, expect, it } from 'vitest';
import { matchOf } from '../../../src/core/search/candidates';
import { terms } from '../../../src/core/text/terms';

const matches = (asked: string, text: string): boolean => matchOf(terms(asked)[0] ?? '', new Set(terms(text))) > 0;

describe('a word of a question', () => {
  for (const [asked, text] of [
    ['weave', 'She wove the cloth.'],
    ['seek', 'They sought a licence.'],
    ['drive', 'He drove the cart.'],
    ['gründete', 'Die Werft wurde 1888 gegründet.'],
    ['starb', 'Sie ist 1933 gestorben.'],
    ['trug', 'Die Versicherung übernahm die Rechnung.'],
    ['husband', 'They married in May.'],
  ] as const) {
    it(`is met by another form or word of the same: ${asked} in “${text}”`, () =>
      expect(matches(asked, text)).toBe(true));
  }

  for (const [asked, text] of [
    ['die', 'She was born in Corran.'],
    ['die', 'She lives in the wheelhouse.'],
    ['born', 'She died in Lisbon.'],
    ['children', 'Her mother sold fish.'],
  ] as const) {
    it(`is not met by what answers something else: ${asked} in “${text}”`, () =>
      expect(matches(asked, text)).toBe(false));
  }
});
