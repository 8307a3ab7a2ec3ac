import { expect, it } from 'vitest';
import type { ReplyToken } from '../../../../src/core/models/chat-model';
import { probabilityOf } from '../../../../src/core/search/modes/lazy/probability';

const token = (text: string, likeliest: Readonly<Record<string, number>> = {}): ReplyToken => ({
  token: text,
  likeliest: Object.entries(likeliest).map(([word, probability]) => ({ token: word, probability })),
});
const yes = (...tokens: readonly ReplyToken[]) => probabilityOf('yes', ['yes', 'no'], tokens);

it.each<[string, readonly ReplyToken[], number | undefined]>([
  ['the share of yes among both words', [token('no', { no: 0.6, yes: 0.2, maybe: 0.2 })], 0.25],
  [
    'also where the word stands in a form',
    [token('{"choice":"'), token('Yes', { Yes: 0.9, no: 0.1 }), token('"}')],
    0.9,
  ],
  [
    'the likeliest spelling of each, so that the word said has the larger half',
    [token('yes', { yes: 0.3, No: 0.2, no: 0.2 })],
    0.6,
  ],
  ['0 where no spelling of yes is among the likeliest', [token('No', { No: 0.9, Nope: 0.05 })], 0],
  ['nothing where no probabilities were told', [token('yes')], undefined],
  ['nothing where no token is one of the words', [token('ye', { ye: 1 }), token('s')], undefined],
  ['nothing where both words are said', [token('no', { no: 1 }), token(' yes', { yes: 1 })], undefined],
  ['nothing without tokens', [], undefined],
])('the probability of yes is %s', (_, tokens, probability) => {
  if (probability === undefined) expect(yes(...tokens)).toBeUndefined();
  else expect(yes(...tokens)).toBeCloseTo(probability);
});
