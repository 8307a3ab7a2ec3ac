import { expect, it } from 'vitest';
import { asRead } from '../../../src/core/search/passages';

it.each([
  ['**Q:** Who set the fire?\n**A:** Nobody set it.', 'Q: Who set the fire? A: Nobody set it.'],
  ['The __third__ well is dry.', 'The third well is dry.'],
  ['Her balloon, the *Coquelicot*, was lost.', 'Her balloon, the Coquelicot, was lost.'],
  ['2 * 3 * 4 and a_file_name and 5* rated* hotels', '2 * 3 * 4 and a_file_name and 5* rated* hotels'],
  ['2 ** 3 is not 2 * 3, and a__b__c is a name.', '2 ** 3 is not 2 * 3, and a__b__c is a name.'],
])('a sentence is read without the marks of strong words: %s', (quote, read) => {
  expect(asRead(quote)).toBe(read);
});
