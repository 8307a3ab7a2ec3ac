import { describe, expect, it } from 'vitest';
import { statesSomething } from '../../../src/core/search/alignment/stating-heading';

describe('a heading', () => {
  it.each([
    'Revenue fell 40 %',
    '2.1 Revenue fell by 40 %',
    'Profits increased by 12 per cent',
    'The rent rises 5 %',
    'Bruno Keller murdered Anna',
    'The mill was sold to Anna Voss',
    'The bridge was opened in 1907',
    'Karl Voss bought the mill',
    'The Company paid no tax in 1907',
  ])('says something that may be wrong: “%s”', (heading) => {
    expect(statesSomething(heading)).toBe(true);
  });

  it.each([
    'Key findings',
    'Revenue in 2024',
    '2. Fees and payment',
    '1850–1873: The early years',
    'The Harbour Company (founded 1850)',
    'Events of 12 March 1907',
    'Invoices 2024',
    'Limited liability',
    'Amounts owed in 2024',
    'Ships lost in 1907',
    'Land sold to Anna Voss',
    'Money lent',
    'Letters written by Ingrid Dahl',
    'Who was Anna Keller?',
    'What was decided in 1907:',
    '| Who was Anna | 1907 |',
    'What is known',
    'How the mill was sold to Anna Voss in 1912',
    'What was known',
  ])('only names what follows: “%s”', (heading) => {
    expect(statesSomething(heading)).toBe(false);
  });
});
