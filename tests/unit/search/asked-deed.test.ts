import { describe, expect, it } from 'vitest';
import { askedDeed } from '../../../src/core/search/asked-deed';

it('has a German verb with its prefix, too, where that stands apart', () => {
  expect(askedDeed('Wer tauschte die Drehgeber aus?')?.verb).toEqual(['tauscht', 'austauscht']);
});

describe('the deed of which it is asked who did it', () => {
  for (const [question, verb] of [
    ['Who designed the lighthouse?', 'design'],
    ['Who shall inspect the landing stage?', 'inspect'],
    ['Wer baute die Bergstation?', 'baut'],
    ['Wer hat die Fotos gemacht?', 'gemacht'],
    ['Who is the mayor of Bergen?', undefined],
    ['Who was paid for the timber?', undefined],
    ['Who drowned?', undefined],
    ['Wer ist Karl Overbeck?', undefined],
    ['When did she die?', undefined],
  ] as const) {
    it(`is ${verb ?? 'none'}: ${question}`, () => expect(askedDeed(question)?.verb[0]).toBe(verb));
  }
});
