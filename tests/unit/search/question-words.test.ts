import { describe, expect, it } from 'vitest';
import { breadthOf, contentTerms } from '../../../src/core/search/asking-words';

describe('the words of a question that tell what it is about', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['How long should the gel be run?', ['gel', 'run']],
    ['How often is the boiler checked?', ['boiler', 'check']],
    ['How far is the mill?', ['mill']],
    ['What does a brown pellet mean?', ['brown', 'pellet']],
    ['What became of the ferry?', ['ferry']],
  ];
  for (const [question, expected] of cases) {
    it(`are not its furniture: ${question}`, () => expect(contentTerms(question)).toEqual(expected));
  }

  it('keep a long or a far that is not asked for', () => {
    expect(contentTerms('Which is the long bridge?')).toContain('long');
  });
});

describe('the breadth of a question', () => {
  const cases = [
    ['Taken together, who is to blame?', 'whole'],
    ['How has the river changed over the years?', 'whole'],
    ['Do the accounts contradict each other?', 'whole'],
    ['Summarise the main points', 'wide'],
    ['What do these papers leave out?', 'wide'],
    ['Who built the bridge?', 'narrow'],
    ['总体来看，谁有责任？', 'whole'],
    ['比较这些方法', 'wide'],
    ['桥是谁建的？', 'narrow'],
  ] as const;
  for (const [question, breadth] of cases) {
    it(`is ${breadth}: ${question}`, () => expect(breadthOf(question)).toBe(breadth));
  }
});
