import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffTexts, type DiffLine } from '../../../../src/app/settings/text-diff';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

/** Lines as `- the [old] words`. */
const drawn = (lines: readonly DiffLine[]): readonly string[] =>
  lines.map((line) =>
    line.kind === 'folded'
      ? `… ${String(line.lines)}`
      : `${SIGNS[line.kind]} ${line.runs.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')}`,
  );

describe('The difference of two texts', () => {
  it('marks the words that differ in a line that took the place of another', () => {
    expect(drawn(diffTexts('Find who.\nAnswer in lines.', 'Find who.\nAnswer in short lines.'))).toEqual([
      '  Find who.',
      '- Answer in lines.',
      '+ Answer in [short ]lines.',
    ]);
  });

  it('tells lines that only one of them has', () => {
    expect(drawn(diffTexts('a\nb\nc', 'a\nc'))).toEqual(['  a', '- [b]', '  c']);
    expect(drawn(diffTexts('a', 'a\nb'))).toEqual(['  a', '+ [b]']);
  });

  it('folds what is the same and not beside a change', () => {
    const lines = ['1', '2', '3', '4', '5', '6'];
    const changed = ['1', '2', '3', '4', '5', 'six'];
    expect(drawn(diffTexts(lines.join('\n'), changed.join('\n')))).toEqual(['… 4', '  5', '- [6]', '+ [six]']);
  });

  it('is empty for equal texts', () => {
    expect(diffTexts('a\nb', 'a\nb')).toEqual([]);
  });

  it('holds both texts, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b c', '', 'd,  e', '二つ の'), { maxLength: 8 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const lines = diffTexts(before, after);
        const of = (kind: 'removed' | 'added') =>
          lines.flatMap((line) =>
            line.kind === 'folded' ? [] : line.kind === kind ? [line.runs.map((run) => run.text).join('')] : [],
          );
        const count = (one: string, kind: 'removed' | 'added') => one.split('\n').length - of(kind).length;
        expect(count(before, 'removed')).toBe(count(after, 'added'));
        for (const line of of('removed')) expect(before.split('\n')).toContain(line);
        for (const line of of('added')) expect(after.split('\n')).toContain(line);
      }),
    );
  });
});
