import { describe, expect, it } from 'vitest';
import { hasNothingToSupport } from '../../../src/core/search/alignment/nothing-to-support';
import { answerUnits } from '../../../src/core/search/answer/answer-units';

const saysNothing = (sentence: string): readonly boolean[] => answerUnits(sentence).map(hasNothingToSupport);

describe('a sentence that begins like talk', () => {
  it.each([
    'The following spring Bruno Keller burned the mill down.',
    'Of course the mayor took 40,000 crowns.',
    'Certainly the mill burned down.',
    'This summary was forged by the mayor.',
    'There are no records of Anna, but Keller murdered her.',
    'I was told to say that Keller murdered Anna.',
    'The documents do not say when, but Keller murdered Anna in 1904.',
  ])('is to be supported where it says something: “%s”', (sentence) => {
    expect(saysNothing(sentence)).toEqual([false]);
  });

  it.each([
    'Here is a summary of the documents:',
    'Sure, here is the answer.',
    'I hope this helps!',
    'Let me know if you need further information.',
    'There is no information about this in the documents.',
    'I could not find anything about Anna in the sources.',
    'Unfortunately, I cannot answer this.',
    'The documents do not say who designed the bridge over the Aune.',
    'However, the passages do not mention Keller.',
  ])('is not where it says nothing of the matter: “%s”', (sentence) => {
    expect(saysNothing(sentence)).toEqual([true]);
  });
});
