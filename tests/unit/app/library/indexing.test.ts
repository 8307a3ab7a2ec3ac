import { describe, expect, it } from 'vitest';
import { pendingSources } from '../../../../src/app/library/indexing.svelte';

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
