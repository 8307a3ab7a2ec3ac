import { describe, expect, it } from 'vitest';
import { pendingSources, secondsLeft } from '../../../../src/app/library/indexing.svelte';

const kept = (path: string, byte_hash: string) => ({ path, byte_hash });
const pathsOf = (...args: Parameters<typeof pendingSources>) => pendingSources(...args).map(({ path }) => path);

describe('sources that wait to be read', () => {
  it('are several where two of one path do, each told from the other', () => {
    const waiting = pendingSources([kept('notes.md', 'a'), kept('notes.md', 'b')], []);
    expect(waiting.map(({ path }) => path)).toEqual(['notes.md', 'notes.md']);
    expect(new Set(waiting.map(({ key }) => key)).size).toBe(2);
  });

  it('are counted once where they were given in this visit and are kept by now', () => {
    expect(pathsOf([kept('notes.md', 'a')], ['notes.md', 'letter.md', 'letter.md'])).toEqual(['notes.md', 'letter.md']);
  });
});

describe('the time that reading still takes', () => {
  it('goes on at the pace so far', () => {
    expect(secondsLeft(30, 0.25)).toBe(90);
    expect(secondsLeft(60, 0.75)).toBe(20);
  });

  it('is not told while little was done, nor at the end', () => {
    expect([secondsLeft(3, 0.5), secondsLeft(60, 0.05), secondsLeft(60, 1)]).toEqual([null, null, null]);
  });
});
