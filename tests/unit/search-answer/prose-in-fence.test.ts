import { describe, expect, it } from 'vitest';
import { isProseInFence } from '../../../src/core/search/answer/prose-in-fence';

const fenced = (lines: readonly string[], language = ''): string => ['```' + language, ...lines, '```'].join('\n');

describe('a fence', () => {
  it.each(
    'sql bash sh python js ts json html css xml yaml c cpp c++ java go rust Python {.python'
      .split(' ')
      .map((one) => [one]),
  )('whose first line names %s holds code, whatever its lines read like', (language) => {
    expect(isProseInFence(fenced(['The harbour of Wick was closed on Sundays.'], language))).toBe(false);
  });

  it.each([
    ['commands', ['npm install the package now', 'cd into the folder of it']],
    ['one command', ['git commit all changes now']],
    ['a command with a path', ['cat the list in notes/harbour of Wick']],
    ['a query', ['SELECT name of ship', 'FROM ships where year is late']],
    ['a query in small letters', ['select name and year of it', 'from ships where year is late']],
    ['Python', ['import ships as harbour', 'for ship in all ships of Wick:', 'print the name of ship']],
    ['statements with a plain line between', ['import ships', 'total is price and year', 'return total']],
  ])('without a language that holds %s holds code', (_, lines) => {
    expect(isProseInFence(fenced(lines))).toBe(false);
  });

  it.each([
    ['a sentence', ['The harbour of Wick was closed on Sundays.']],
    ['a sentence about a choice', ['Select the ships from the list of Wick.']],
    ['a sentence that begins with a word of a shell', ['Make hay while the sun shines and/or go home.']],
    ['words of a list in small letters', ['- cat and dog of the miller', '- source of the river Thurso']],
    ['a title in capitals', ['FROM THE ARCHIVE OF WICK']],
    ['a sentence behind a command', ['cd into the folder', 'The harbour of Wick was closed on Sundays.']],
  ])('without a language that holds %s holds prose', (_, lines) => {
    expect(isProseInFence(fenced(lines))).toBe(true);
    expect(isProseInFence(fenced(lines, 'text'))).toBe(true);
  });
});
